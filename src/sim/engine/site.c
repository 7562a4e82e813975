/* Where a warp is: the place in the source, its threads, and what observers are told of it. */
#include "sim/engine/warp.h"

/* The file that a place was written in, code that was inlined there included; none: UINT32_MAX. */
static uint32_t file_of(const PtxInst *inst)
{
    const PtxLoc *loc = inst->loc;
    if (!loc || !loc->line)
        return UINT32_MAX;
    while (loc->inlined)
        loc = loc->inlined;
    return loc->file;
}

static uint32_t own_file(const SimWarp *warp)
{
    const PtxFunction *kernel = warp->run->launch->kernel;
    uint32_t file = UINT32_MAX;
    for (uint32_t i = 0; i < kernel->inst_count && file == UINT32_MAX; i++)
        file = file_of(&kernel->insts[i]);
    return file;
}

/* Functions of headers (compiled with -G, or too large to be inlined) and intrinsics that are
 * functions of their own, without lines: their place is that of the call in the kernel's file. */
static const SimInst *place_of(const SimWarp *warp, const SimInst *inst,
                               const SimFunction **function)
{
    const Frame *frame = warp->top;
    if (!inst || !frame || !frame->parent)
        return inst;
    uint32_t own = own_file(warp);
    if (own == UINT32_MAX || file_of(inst->source) == own)
        return inst;
    for (; frame->parent && frame->back; frame = frame->parent) {
        if (file_of(frame->back->source) == own) {
            *function = frame->parent->function;
            return frame->back;
        }
    }
    return inst;
}

SimSite warp_site(const SimWarp *warp, const SimInst *inst)
{
    const SimFunction *function = warp->top ? warp->top->function : warp->run->kernel;
    const SimInst *place = place_of(warp, inst, &function);
    return (SimSite){warp->run->launch->module->ptx, function->source, place ? place->source : NULL,
                     place != inst ? inst->source : NULL};
}

SimDim warp_thread(const SimWarp *warp, uint32_t lane)
{
    const SimDim *block = &warp->run->launch->block;
    uint32_t linear = warp->index * SIM_LANES + lane;
    return (SimDim){linear % block->x, linear / block->x % block->y, linear / block->x / block->y};
}

/* SimWarpInfo.lanes */
static const void *frame_lanes(const void *frame, uint32_t reg)
{
    const Frame *top = frame;
    const SimFunction *function = top->function;
    return top->slots && reg < function->source->reg_count ? top->slots + function->reg_slots[reg]
                                                           : NULL;
}

/* SimWarpInfo.caller */
static const void *frame_caller(const void *frame, const PtxFunction **function,
                                uint32_t *locals_from)
{
    const Frame *caller = ((const Frame *)frame)->parent;
    if (caller) {
        *function = caller->function->source;
        *locals_from = caller->local_base + caller->function->locals_at;
    }
    return caller;
}

/* Field by field: it is read at once. */
void warp_info(const SimWarp *warp, SimWarpInfo *out)
{
    const Run *run = warp->run;
    const Block *block = warp->block;
    const Frame *top = warp->top;
    const SimFunction *function = top ? top->function : NULL;
    out->launch = &run->info;
    out->block = block->index;
    out->block_linear = block->linear;
    out->warp = warp->index;
    out->live = warp->live;
    out->active = warp->active;
    out->clock = run->cycles + block->issued;
    out->function = function ? function->source : NULL;
    out->lanes = frame_lanes;
    out->frame = top;
    out->locals_from = out->locals_to = 0;
    out->caller = frame_caller;
    if (function) {
        out->locals_from = top->local_base + function->locals_at;
        out->locals_to = out->locals_from + (uint32_t)function->source->local_size;
    }
}
