/* Registers and shared memory that hold chance: where they are kept, and how long. */
#include "observe/variable_frames.h"

#include <stdlib.h>

#include "observe/printed.h"
#include "observe/site.h"

/* -- functions */

static bool is_target(const PtxFunction *function, uint32_t inst)
{
    for (uint32_t i = 0; i < function->label_count; i++)
        if (function->labels[i].inst == inst)
            return true;
    return false;
}

static bool find_concerned(VariableFunction *out)
{
    const PtxFunction *function = out->function;
    out->concerned = calloc((size_t)function->inst_count + 1, 1);
    out->printed = calloc((size_t)function->inst_count + 1, 1);
    out->flow = flow_new(function);
    if (out->printed && out->flow)
        printed_find(out->flow, out->printed);
    if (!out->concerned || !out->printed)
        return false;
    for (uint32_t i = 0; i < function->inst_count; i++)
        out->concerned[i] = live_concerns(&out->live, &function->insts[i]);
    out->restarts = !function->is_entry;
    if (out->restarts)
        out->concerned[0] = 1;
    /* Its start can't be told from a jump there: left alone. */
    if (out->restarts && (is_target(function, 0) || function->insts[0].guard != PTX_NO_REG))
        live_free(&out->live);
    return true;
}

static void function_free(VariableFunction *function)
{
    live_free(&function->live);
    flow_free(function->flow);
    free(function->concerned);
    free(function->printed);
    free(function);
}

static VariableFunction *function_new(const PtxFunction *function, bool divided)
{
    VariableFunction *out = calloc(1, sizeof *out);
    if (!out)
        return NULL;
    out->function = function;
    bool found =
        divided ? live_find_divided(function, &out->live) : live_find(function, &out->live);
    if (found && (!out->live.count || find_concerned(out)))
        return out;
    function_free(out);
    return NULL;
}

const VariableFunction *variable_function(VariableFrames *frames, const PtxFunction *function)
{
    for (uint32_t i = 0; i < frames->function_count; i++)
        if (frames->functions[i]->function == function)
            return frames->functions[i];
    if (frames->function_count == frames->function_room) {
        uint32_t room = frames->function_room ? frames->function_room * 2 : 8;
        VariableFunction **functions = realloc(frames->functions, room * sizeof *functions);
        if (!functions)
            return NULL;
        frames->functions = functions;
        frames->function_room = room;
    }
    VariableFunction *out = function_new(function, frames->divided);
    if (!out)
        return NULL;
    frames->concerned += out->live.count != 0;
    return frames->functions[frames->function_count++] = out;
}

/* -- blocks */

static VariableBlock *block_of(VariableFrames *frames, uint32_t linear)
{
    if (frames->last < frames->block_count && frames->blocks[frames->last].linear == linear)
        return &frames->blocks[frames->last];
    for (size_t i = 0; i < frames->block_count; i++)
        if (frames->blocks[i].linear == linear) {
            frames->last = i;
            return &frames->blocks[i];
        }
    return NULL;
}

static VariableBlock *block_for(VariableFrames *frames, uint32_t linear)
{
    VariableBlock *block = block_of(frames, linear);
    if (block)
        return block;
    if (frames->block_count == frames->block_room) {
        size_t room = frames->block_room ? frames->block_room * 2 : 16;
        VariableBlock *blocks = realloc(frames->blocks, room * sizeof *blocks);
        if (!blocks)
            return NULL;
        frames->blocks = blocks;
        frames->block_room = room;
    }
    VariableFrame **warps = calloc(who_warps(frames->launch), sizeof *warps);
    if (!warps)
        return NULL;
    frames->blocks[frames->block_count] = (VariableBlock){.linear = linear, .warps = warps};
    return &frames->blocks[frames->block_count++];
}

static size_t shared_bytes(const VariableFrames *frames)
{
    size_t size = frames->launch->shared_bytes;
    return size + 1 + (size / 4 + 1) * sizeof(UndefinedOrigin);
}

/* -- activations */

static void frame_free(VariableFrame *frame)
{
    for (uint32_t i = 0; i < frame->function->live.count; i++)
        if (frame->undefined.regs[i]) {
            frame->undefined.regs[i]->next = frame->undefined.pool->spare;
            frame->undefined.pool->spare = frame->undefined.regs[i];
        }
    free(frame->undefined.regs);
    free(frame);
}

static VariableFrame *frame_new(VariableFrames *frames, const void *key,
                                const VariableFunction *function)
{
    VariableFrame *frame = calloc(1, sizeof *frame);
    Undefined **regs = calloc(function->live.count, sizeof(Undefined *));
    if (!frame || !regs) {
        free(frame);
        free(regs);
        return NULL;
    }
    frame->key = key;
    frame->function = function;
    frame->undefined = (UndefinedFrame){&function->live, &frames->pool, regs};
    variable_frame_begin(frame, UINT32_MAX);
    return frame;
}

void variable_frame_begin(VariableFrame *frame, uint32_t mask)
{
    const PtxFunction *function = frame->function->function;
    const Live *live = &frame->function->live;
    for (uint32_t r = 0; r < function->reg_count; r++) {
        uint64_t bits[32];
        bool unset = live->numbers[r] && live->numbers[r] <= live->entry;
        uint32_t width = undefined_width(function, r);
        for (uint32_t lane = 0; lane < 32; lane++)
            bits[lane] = width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
        undefined_set(&frame->undefined, r, mask, unset ? bits : NULL, UNDEFINED_COPIED);
    }
}

VariableFrame *variable_frame(VariableFrames *frames, const SimWarpInfo *warp)
{
    const VariableFunction *function = variable_function(frames, warp->function);
    VariableBlock *block = NULL;
    if (!function || !function->live.count || !(block = block_for(frames, warp->block_linear)))
        return NULL;
    VariableFrame **first = &block->warps[warp->warp], **at = first;
    while (*at && (*at)->key != warp->frame)
        at = &(*at)->next;
    VariableFrame *frame = *at;
    if (frame) /* the one met last comes first */
        *at = frame->next;
    if (frame && frame->function != function) { /* its room serves another function now */
        frame_free(frame);
        frame = NULL;
    }
    if (!frame && !(frame = frame_new(frames, warp->frame, function)))
        return NULL;
    frame->next = *first;
    return *first = frame;
}

VariableShared *variable_shared(VariableFrames *frames, uint32_t linear, bool make)
{
    VariableBlock *block = make ? block_for(frames, linear) : block_of(frames, linear);
    VariableShared *shared = block ? &block->shared : NULL;
    size_t size = frames->launch->shared_bytes;
    if (shared && !shared->bits && make) {
        shared->bits = calloc(size + 1, 1);
        shared->origins = calloc(size / 4 + 1, sizeof *shared->origins);
        frames->shared_held += shared_bytes(frames);
        if (frames->shared_held > frames->shared_most)
            frames->shared_most = frames->shared_held;
    }
    return shared && shared->bits && shared->origins ? shared : NULL;
}

static void block_drop(VariableFrames *frames, VariableBlock *block)
{
    for (uint32_t w = 0; w < who_warps(frames->launch); w++)
        while (block->warps[w]) {
            VariableFrame *next = block->warps[w]->next;
            frame_free(block->warps[w]);
            block->warps[w] = next;
        }
    free(block->warps);
    frames->shared_held -= block->shared.bits ? shared_bytes(frames) : 0;
    free(block->shared.bits);
    free(block->shared.origins);
    *block = frames->blocks[--frames->block_count];
}

void variable_block_end(VariableFrames *frames, uint32_t linear)
{
    VariableBlock *block = block_of(frames, linear);
    if (block)
        block_drop(frames, block);
}

void variable_frames_free(VariableFrames *frames)
{
    while (frames->block_count)
        block_drop(frames, &frames->blocks[frames->block_count - 1]);
    for (uint32_t i = 0; i < frames->function_count; i++) {
        function_free(frames->functions[i]);
    }
    free(frames->functions);
    free(frames->blocks);
    undefined_pool_free(&frames->pool);
    *frames = (VariableFrames){0};
}
