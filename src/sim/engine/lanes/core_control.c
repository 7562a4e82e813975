/* Control flow (ISA 9.7.12) and what ends or delays a thread. */
#include <string.h>

#include "sim/engine/call.h"
#include "sim/engine/decoder.h"
#include "sim/engine/fault.h"
#include "sim/engine/lanes/reach.h"
#include "sim/engine/team.h"

static inline void tell_branch(SimWarp *warp, const SimInst *inst, uint32_t taken,
                               uint32_t not_taken)
{
#if SIM_OBSERVED
    const EngineLaunch *launch = warp->run->launch;
    if (warp->counts) {
        InstCount *count = &warp->counts[inst - warp->top->function->insts];
        count->branches++;
        count->divergent += taken && not_taken;
    }
    if (!warp->run->wants_branch)
        return;
    SimWarpInfo info;
    warp_info(warp, &info);
    SimSite site = warp_site(warp, inst);
    for (uint32_t i = 0; i < launch->observer_count; i++)
        if (launch->observers[i]->branch)
            launch->observers[i]->branch(launch->observers[i]->self, &info, &site, taken,
                                         not_taken);
#else
    (void)warp, (void)inst, (void)taken, (void)not_taken;
#endif
}

CORE_HANDLER(branch_full)
{
    tell_branch(warp, inst, mask, 0);
    return inst->target;
}

CORE_HANDLER(branch_part)
{
    tell_branch(warp, inst, mask, warp->active & ~mask);
    if (mask == warp->active)
        return inst->target;
    return warp_part(warp, mask, inst->target, inst + 1);
}

typedef struct BranchTable {
    uint32_t count;
    const SimInst *targets[];
} BranchTable;

/* Lanes with another target come to this instruction again. */
CORE_HANDLER(branch_indexed)
{
    const BranchTable *table = inst->extra;
    const uint32_t *index = CORE_SLOT(uint32_t, inst->a);
    uint32_t first = (uint32_t)__builtin_ctz(mask), same = 0;
    for (uint32_t lane = 0; lane < SIM_LANES; lane++)
        same |= (uint32_t)(index[lane] == index[first]) << lane;
    same &= mask;
    if (index[first] >= table->count) {
        FaultText what = {.fault = ENGINE_FAULT_PC, .rule = "invalid-branch"};
        return warp_fault(warp, inst, first, &what,
                          "branches to entry %u of a table with %u entries", index[first],
                          table->count);
    }
    tell_branch(warp, inst, same, warp->active & ~same);
    if (same == warp->active)
        return table->targets[index[first]];
    return warp_part(warp, same, table->targets[index[first]], same == mask ? inst + 1 : inst);
}

CORE_HANDLER(call_direct)
{
    const CallForm *form = inst->extra;
    return warp_call(warp, inst, mask, form->callee);
}

CORE_HANDLER(call_indirect)
{
    return warp_call_indirect(warp, inst, mask);
}

CORE_HANDLER(call_external)
{
    const CallForm *form = inst->extra;
    if (SIM_AHEAD && warp->run->member)
        return team_hand_over(warp, inst);
    return form->external(warp, inst, mask, form);
}

CORE_HANDLER(do_return)
{
    return warp_return(warp, inst, mask);
}

static inline void tell_exit(SimWarp *warp, uint32_t mask)
{
#if SIM_OBSERVED
    const EngineLaunch *launch = warp->run->launch;
    SimWarpInfo info;
    warp_info(warp, &info);
    for (uint32_t i = 0; i < launch->observer_count; i++)
        if (launch->observers[i]->thread_exit)
            launch->observers[i]->thread_exit(launch->observers[i]->self, &info, mask);
#else
    (void)warp, (void)mask;
#endif
}

CORE_HANDLER(do_exit)
{
    tell_exit(warp, mask);
    return warp_exit(warp, inst, mask);
}

CORE_HANDLER(do_trap)
{
    FaultText what = {.fault = ENGINE_FAULT_TRAP, .rule = "trap", .checker = "execution"};
    return warp_fault(warp, inst, (uint32_t)__builtin_ctz(mask), &what, "executes %s",
                      ptx_op_text(inst->source->op));
}

/* Others run first, as they would while this warp sleeps. */
CORE_HANDLER(do_sleep)
{
    if (mask != warp->active)
        return inst + 1;
    warp->stop = WARP_PAUSE;
    warp->next = inst + 1;
    return NULL;
}

CORE_HANDLER(do_nothing)
{
    (void)warp;
    (void)mask;
    return inst + 1;
}

/* Stack memory of the frame: all lanes get the place that the greediest needs. */
CORE_HANDLER(allocate)
{
    const uint64_t *sizes = CORE_SLOT(uint64_t, inst->a);
    uint64_t *out = CORE_SLOT(uint64_t, inst->d);
    uint64_t align = (uint64_t)inst->imm, most = 0;
    Frame *frame = warp->top;
    CORE_LANES(mask, lane)
    most = sizes[lane] > most ? sizes[lane] : most;
    uint64_t at = (frame->local_top + align - 1) & ~(align - 1);
    uint64_t top = at + ((most + 15) & ~UINT64_C(15));
    uint32_t limit = warp->run->stack_limit;
    if (most > limit || top > limit || frame->stack_used + (top - frame->local_top) > limit) {
        FaultText what = {.fault = ENGINE_FAULT_STACK, .rule = "stack-overflow"};
        return warp_fault(warp, inst, (uint32_t)__builtin_ctz(mask), &what,
                          "asks for %llu bytes on its stack, more than is left of %u",
                          (unsigned long long)most, limit);
    }
    frame->stack_used += (uint32_t)(top - frame->local_top);
    frame->local_top = (uint32_t)top;
    CORE_LANES(mask, lane)
    out[lane] = at;
    return inst + 1;
}

CORE_HANDLER(save_stack)
{
    uint64_t *out = CORE_SLOT(uint64_t, inst->d);
    CORE_LANES(mask, lane)
    out[lane] = warp->top->local_top;
    return inst + 1;
}

/* -- decoding */

static const PtxOperand *operand_of(const PtxInst *inst, PtxOperandKind kind)
{
    for (uint32_t i = 0; i < inst->operand_count; i++)
        if (inst->operands[i].kind == kind)
            return &inst->operands[i];
    return NULL;
}

static bool decode_bra(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    const PtxOperand *label = operand_of(inst, PTX_OPERAND_LABEL);
    out->target = label ? decoder_label(decoder, label->label) : NULL;
    if (!out->target)
        return decoder_refuse(decoder, inst, "takes a label of this function");
    out->full = branch_full;
    out->partial = branch_part;
    return true;
}

static bool decode_brx(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    const PtxOperand *list = operand_of(inst, PTX_OPERAND_TABLE);
    if (!list || !list->table || !list->table->labels || inst->operand_count != 2)
        return decoder_refuse(decoder, inst, "takes an index and a .branchtargets list");
    uint32_t count = list->table->count;
    BranchTable *table = decoder_alloc(decoder, sizeof(*table) + count * sizeof(SimInst *));
    table->count = count;
    for (uint32_t i = 0; i < count; i++)
        table->targets[i] = decoder_label(decoder, list->table->labels[i]);
    out->extra = table;
    out->a = decoder_exact_source(decoder, inst, &inst->operands[0], PTX_U32);
    out->full = out->partial = branch_indexed;
    return !decoder->refused;
}

static bool decode_value(SimDecoder *decoder, const PtxInst *inst, const PtxOperand *operand,
                         bool result, CallValue *value)
{
    const PtxSymbol *symbol = operand->symbol;
    if (symbol) {
        value->in_frame = true;
        value->bytes = (uint32_t)symbol->size;
        value->lane_bytes = 0;
        return decoder_frame_offset(decoder, symbol, &value->at) ||
               decoder_refuse(decoder, inst, "%.*s is not a .param variable of this function",
                              VIEW_ARG(symbol->name));
    }
    value->bytes = value->lane_bytes = decoder_reg_bytes(decoder, operand);
    value->at = result
                    ? decoder_dest(decoder, inst, operand)
                    : decoder_source(decoder, inst, operand, value->bytes == 8 ? PTX_B64 : PTX_B32);
    return !decoder->refused;
}

static bool decode_values(SimDecoder *decoder, const PtxInst *inst, const PtxOperand *list,
                          bool results, CallValue **out, uint32_t *count)
{
    if (!list)
        return true;
    *count = list->item_count;
    *out = decoder_alloc(decoder, (list->item_count + 1) * sizeof(**out));
    for (uint32_t i = 0; i < list->item_count; i++)
        if (!decode_value(decoder, inst, &list->items[i], results, &(*out)[i]))
            return false;
    return true;
}

static bool choose_callee(SimDecoder *decoder, const PtxInst *inst, const PtxOperand *target,
                          CallForm *form, SimInst *out)
{
    if (target->kind == PTX_OPERAND_REG) {
        form->indirect = true;
        form->target = decoder_exact_source(decoder, inst, target, PTX_U64);
        out->full = out->partial = call_indirect;
        return decoder_reg_bytes(decoder, target) == 8 ||
               decoder_refuse(decoder, inst, "a function's address has 64 bits");
    }
    const PtxFunction *function = target->function;
    if (!function)
        return decoder_refuse(decoder, inst, "takes a function or a register");
    form->callee = decoder_callee(decoder, function);
    out->full = out->partial = call_direct;
    if (form->callee)
        return !function->is_entry ||
               decoder_refuse(decoder, inst, "calling kernel %.*s is not supported",
                              VIEW_ARG(function->name));
    form->external = external_find(function->name);
    out->full = out->partial = call_external;
    return form->external ||
           decoder_refuse(decoder, inst,
                          "function %.*s is not defined in this module, and the simulated device "
                          "doesn't bring it",
                          VIEW_ARG(function->name));
}

static const PtxOperand *list_at(const PtxInst *inst, uint32_t i)
{
    return inst->operands[i].kind == PTX_OPERAND_LIST ? &inst->operands[i] : NULL;
}

/* Results, target, arguments, prototype: always four, NONE where nothing is written. */
static bool decode_call(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    CallForm *form = decoder_alloc(decoder, sizeof(*form));
    out->extra = form;
    if (inst->operand_count != 4)
        return decoder_refuse(decoder, inst, "takes a function or a register");
    return choose_callee(decoder, inst, &inst->operands[1], form, out) &&
           decode_values(decoder, inst, list_at(inst, 0), true, &form->results,
                         &form->result_count) &&
           decode_values(decoder, inst, list_at(inst, 2), false, &form->args, &form->arg_count);
}

static bool decode_ret(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    (void)inst;
    out->full = out->partial = decoder->function->is_entry ? do_exit : do_return;
    return true;
}

static bool decode_exit(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    (void)decoder;
    (void)inst;
    out->full = out->partial = do_exit;
    return true;
}

static bool decode_trap(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    (void)decoder;
    (void)inst;
    out->full = out->partial = do_trap;
    return true;
}

static bool decode_sleep(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    (void)decoder;
    (void)inst;
    out->full = out->partial = do_sleep;
    return true;
}

/* Marks and hints that change nothing here: there is no profiler, no dependent grid, no register
 * file to share. */
static bool decode_nothing(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    (void)decoder;
    (void)inst;
    out->full = out->partial = do_nothing;
    return true;
}

static bool decode_alloca(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    if (inst->operand_count < 2 || decoder_reg_bytes(decoder, &inst->operands[0]) != 8 ||
        (inst->operands[1].kind == PTX_OPERAND_REG &&
         decoder_reg_bytes(decoder, &inst->operands[1]) != 8))
        return decoder_refuse(decoder, inst, "is supported with 64-bit registers");
    out->imm = inst->operand_count > 2 ? inst->operands[2].imm : 8;
    if (out->imm <= 0 || out->imm > 4096 || (out->imm & (out->imm - 1)))
        return decoder_refuse(decoder, inst, "the alignment must be a power of two up to 4096");
    out->d = decoder_dest(decoder, inst, &inst->operands[0]);
    out->a = decoder_exact_source(decoder, inst, &inst->operands[1], PTX_U64);
    out->full = out->partial = allocate;
    return !decoder->refused;
}

static bool decode_stacksave(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    if (inst->operand_count != 1 || decoder_reg_bytes(decoder, &inst->operands[0]) != 8)
        return decoder_refuse(decoder, inst, "is supported with 64-bit registers");
    out->d = decoder_dest(decoder, inst, &inst->operands[0]);
    out->full = out->partial = save_stack;
    return !decoder->refused;
}

/* What is above the saved place may still be used by other lanes; it is given back by the return.
 */
static bool decode_stackrestore(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    return decode_nothing(decoder, inst, out);
}

const DecodeRow SIM_VARIANT(rows_control)[] = {
    {PTX_OP_BRA, 0, decode_bra},
    {PTX_OP_BRX, 0, decode_brx},
    {PTX_OP_CALL, 0, decode_call},
    {PTX_OP_RET, 0, decode_ret},
    {PTX_OP_EXIT, 0, decode_exit},
    {PTX_OP_TRAP, 0, decode_trap},
    {PTX_OP_BRKPT, 0, decode_trap},
    {PTX_OP_NANOSLEEP, 0, decode_sleep},
    {PTX_OP_PMEVENT, 0, decode_nothing},
    {PTX_OP_SETMAXNREG, 0, decode_nothing},
    {PTX_OP_GRIDDEPCONTROL, 0, decode_nothing},
    {PTX_OP_ALLOCA, 0, decode_alloca},
    {PTX_OP_STACKSAVE, 0, decode_stacksave},
    {PTX_OP_STACKRESTORE, 0, decode_stackrestore},
    {PTX_OP_COUNT, 0, NULL},
};
