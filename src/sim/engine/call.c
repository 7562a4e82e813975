/* Calls and returns: frames, and the way of arguments and results between them. */
#include "sim/engine/call.h"

#include <string.h>

enum { WORD = 4 };

static unsigned char *slot_lane(SimWarp *warp, uint32_t lane, const CallValue *value)
{
    return warp->frame.slots + value->at + (size_t)lane * value->lane_bytes;
}

uint64_t call_value_read(SimWarp *warp, uint32_t lane, const CallValue *value)
{
    uint64_t bits = 0;
    uint32_t bytes = value->bytes < 8 ? value->bytes : 8;
    if (value->in_frame)
        local_read(warp, lane, (uint64_t)warp->top->local_base + value->at, &bits, bytes);
    else
        memcpy(&bits, slot_lane(warp, lane, value),
               bytes < value->lane_bytes ? bytes : value->lane_bytes);
    return bits;
}

void call_value_copy(SimWarp *warp, uint32_t lane, const CallValue *value, uint32_t offset,
                     void *out, uint32_t bytes)
{
    uint32_t size =
        value->in_frame || value->bytes < value->lane_bytes ? value->bytes : value->lane_bytes;
    memset(out, 0, bytes);
    if (offset >= size)
        return;
    bytes = bytes < size - offset ? bytes : size - offset;
    if (value->in_frame)
        local_read(warp, lane, (uint64_t)warp->top->local_base + value->at + offset, out, bytes);
    else
        memcpy(out, slot_lane(warp, lane, value) + offset, bytes);
}

void call_value_write(SimWarp *warp, uint32_t lane, const CallValue *value, uint64_t bits)
{
    uint32_t bytes = value->bytes < 8 ? value->bytes : 8;
    if (value->in_frame)
        local_write(warp, lane, (uint64_t)warp->top->local_base + value->at, &bits, bytes);
    else
        memcpy(slot_lane(warp, lane, value), &bits, value->lane_bytes < 8 ? value->lane_bytes : 8);
}

static bool copy_bytes(SimWarp *warp, uint32_t mask, uint32_t from, uint32_t to, uint32_t bytes)
{
    for (uint32_t left = mask; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        for (uint32_t i = 0; i < bytes; i++) {
            unsigned char byte;
            if (!local_read(warp, lane, from + i, &byte, 1) ||
                !local_write(warp, lane, to + i, &byte, 1))
                return false;
        }
    }
    return true;
}

/* Between two places in the lanes' local memory. */
static bool copy_local(SimWarp *warp, uint32_t mask, uint32_t from, uint32_t to, uint32_t bytes)
{
    if (from % WORD || to % WORD || bytes % WORD)
        return copy_bytes(warp, mask, from, to, bytes);
    for (uint32_t i = 0; i < bytes; i += WORD) {
        const uint32_t *source = local_row(warp, from + i);
        uint32_t *target = local_row(warp, to + i);
        if (!source || !target)
            return false;
        if (mask == SIM_FULL) {
            memmove(target, source, SIM_LANES * sizeof(*target));
            continue;
        }
        for (uint32_t lane = 0; lane < SIM_LANES; lane++)
            target[lane] = mask >> lane & 1 ? source[lane] : target[lane];
    }
    return true;
}

/* A value of words that lie at words, for all lanes at once. */
static bool is_row(const CallValue *value, uint32_t at)
{
    return value->bytes == value->lane_bytes && (value->bytes == 4 || value->bytes == 8) &&
           at % WORD == 0;
}

/* Between a register and its rows in local memory. False: no memory. */
static bool move_rows(SimWarp *warp, uint32_t mask, const CallValue *value, uint32_t at, bool write)
{
    const uint32_t words = value->bytes / WORD;
    uint32_t *slot = (uint32_t *)(void *)(warp->frame.slots + value->at);
    for (uint32_t word = 0; word < words; word++) {
        uint32_t *row = local_row(warp, at + word * WORD);
        if (!row)
            return false;
        for (uint32_t lane = 0; lane < SIM_LANES; lane++) {
            uint32_t *own = &slot[lane * words + word];
            if (write)
                row[lane] = mask >> lane & 1 ? *own : row[lane];
            else
                *own = mask >> lane & 1 ? row[lane] : *own;
        }
    }
    return true;
}

static bool copy_slot_to_local(SimWarp *warp, uint32_t mask, const CallValue *value, uint32_t to)
{
    if (is_row(value, to))
        return move_rows(warp, mask, value, to, true);
    for (uint32_t left = mask; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        uint32_t bytes = value->bytes < value->lane_bytes ? value->bytes : value->lane_bytes;
        if (!local_write(warp, lane, to, slot_lane(warp, lane, value), bytes))
            return false;
    }
    return true;
}

static bool copy_local_to_slot(SimWarp *warp, uint32_t mask, uint32_t from, const CallValue *value)
{
    if (is_row(value, from))
        return move_rows(warp, mask, value, from, false);
    for (uint32_t left = mask; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        uint32_t bytes = value->bytes < value->lane_bytes ? value->bytes : value->lane_bytes;
        if (!local_read(warp, lane, from, slot_lane(warp, lane, value), bytes))
            return false;
    }
    return true;
}

static uint32_t smaller(uint64_t a, uint64_t b)
{
    return (uint32_t)(a < b ? a : b);
}

static bool pass_arguments(SimWarp *warp, uint32_t mask, const CallForm *form, const Frame *caller,
                           const Frame *frame)
{
    const PtxFunction *callee = frame->function->source;
    for (uint32_t i = 0; i < form->arg_count && i < callee->param_count; i++) {
        const CallValue *arg = &form->args[i];
        uint32_t to = frame->local_base + (uint32_t)callee->params[i]->offset;
        uint32_t bytes = smaller(arg->bytes, callee->params[i]->size);
        bool ok = arg->in_frame ? copy_local(warp, mask, caller->local_base + arg->at, to, bytes)
                                : copy_slot_to_local(warp, mask, arg, to);
        if (!ok)
            return false;
    }
    return true;
}

static bool pass_results(SimWarp *warp, uint32_t mask, const CallForm *form, const Frame *caller,
                         const Frame *frame)
{
    const PtxFunction *callee = frame->function->source;
    for (uint32_t i = 0; i < form->result_count && i < callee->result_count; i++) {
        const CallValue *result = &form->results[i];
        uint32_t from =
            frame->local_base + frame->function->results_at + (uint32_t)callee->results[i]->offset;
        uint32_t bytes = smaller(result->bytes, callee->results[i]->size);
        bool ok = result->in_frame
                      ? copy_local(warp, mask, from, caller->local_base + result->at, bytes)
                      : copy_local_to_slot(warp, mask, from, result);
        if (!ok)
            return false;
    }
    return true;
}

static const SimInst *stack_overflow(SimWarp *warp, const SimInst *inst, uint32_t mask,
                                     const SimFunction *callee)
{
    FaultText what = {.fault = ENGINE_FAULT_STACK, .rule = "stack-overflow"};
    return warp_fault(warp, inst, (uint32_t)__builtin_ctz(mask), &what,
                      "has used up its stack: %u calls deep, it calls %.*s once more; does the "
                      "recursion end?",
                      warp->top->depth, VIEW_ARG(callee->source->name));
}

/* Lanes of the split that are not in `mask` go on at `otherwise`. */
static const SimInst *enter(SimWarp *warp, const SimInst *inst, uint32_t mask,
                            const SimFunction *callee, const SimInst *otherwise)
{
    Frame *caller = warp->top;
    if (caller->stack_used + callee->stack_bytes > warp->run->stack_limit)
        return stack_overflow(warp, inst, mask, callee);
    Frame *frame = frame_new(warp, callee, caller, mask);
    if (!frame)
        return warp_no_memory(warp);
    frame->back = inst;
    if (!pass_arguments(warp, mask, inst->extra, caller, frame))
        return warp_no_memory(warp);
    warp_part(warp, mask, callee->insts, otherwise);
    for (uint32_t i = 0; i < warp->split_count; i++)
        if (warp->splits[i].mask == mask)
            warp->splits[i].frame = frame;
    return NULL;
}

const SimInst *warp_call(SimWarp *warp, const SimInst *inst, uint32_t mask,
                         const SimFunction *callee)
{
    return enter(warp, inst, mask, callee, inst + 1);
}

const SimInst *warp_call_indirect(SimWarp *warp, const SimInst *inst, uint32_t mask)
{
    const CallForm *form = inst->extra;
    const uint64_t *target = SIM_LANE(uint64_t, warp, form->target);
    uint32_t first = (uint32_t)__builtin_ctz(mask);
    uint32_t same = 0;
    for (uint32_t lane = 0; lane < SIM_LANES; lane++)
        same |= (uint32_t)(target[lane] == target[first]) << lane;
    same &= mask;
    const PtxFunction *function = module_function_at(warp->run->launch->module, target[first]);
    const SimFunction *callee = function ? warp->run->program->functions[function->index] : NULL;
    if (!callee || function->is_entry) {
        FaultText what = {
            .fault = ENGINE_FAULT_PC, .rule = "invalid-call", .address = target[first]};
        return warp_fault(warp, inst, first, &what,
                          "calls a function through the pointer 0x%llx, which is not the address "
                          "of a device function",
                          (unsigned long long)target[first]);
    }
    /* Lanes that call something else come to this instruction again. */
    return enter(warp, inst, same, callee, same == mask ? inst + 1 : inst);
}

const SimInst *warp_return(SimWarp *warp, const SimInst *inst, uint32_t mask)
{
    Frame *frame = warp->top, *caller = frame->parent;
    if (!caller)
        return warp_exit(warp, inst, mask);
    const SimInst *back = frame->back;
    warp->frame.slots = caller->slots; /* results may go to the caller's registers */
    if (!pass_results(warp, mask, back->extra, caller, frame))
        return warp_no_memory(warp);
    warp_part(warp, mask, back + 1, inst + 1);
    for (uint32_t i = 0; i < warp->split_count; i++)
        if (warp->splits[i].mask == mask)
            warp->splits[i].frame = caller;
    frame->lanes &= ~mask;
    if (!frame->lanes)
        frame_release(warp->run, frame);
    return NULL;
}
