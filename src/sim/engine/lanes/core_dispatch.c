/* The innermost loop: one instruction of one warp after the other. */
#include "sim/engine/decode.h"
#include "sim/engine/warp.h"

SimDispatch SIM_VARIANT(dispatch);

#if SIM_OBSERVED
static void tell_instruction(SimWarp *warp, const SimInst *inst, uint32_t mask)
{
    const EngineLaunch *launch = warp->run->launch;
    SimWarpInfo info;
    warp_info(warp, &info);
    SimSite site = warp_site(warp, inst);
    for (uint32_t i = 0; i < launch->observer_count; i++)
        if (launch->observers[i]->instruction)
            launch->observers[i]->instruction(launch->observers[i]->self, &info, &site,
                                              inst->source, mask);
}

/* Instructions [from, to) ran one after the other. */
static inline void count_run(SimWarp *warp, uint32_t from, uint32_t to, uint32_t lanes)
{
    InstCount *counts = warp->counts;
    if (!counts)
        return;
    counts[from].executed++;
    counts[from].threads += lanes;
    counts[to].executed--;
    counts[to].threads -= lanes;
}
#endif

uint64_t SIM_VARIANT(dispatch)(SimWarp *warp, const SimInst *inst, const SimInst *stop,
                               uint64_t limit)
{
    const uint32_t active = warp->active;
    const unsigned char *slots = warp->frame.slots;
    uint64_t issued = 0;
#if SIM_OBSERVED
    const SimFunction *function = warp->top->function;
    const SimInst *insts = function->insts, *begun = inst;
    const uint32_t lanes = (uint32_t)__builtin_popcount(active);
    const uint8_t *watched = warp->run->watches ? watch_of(warp->run, function) : NULL;
    warp->counts = warp->run->wants_counts ? warp->run->counts[function->source->index] : NULL;
#endif
    do {
        const uint32_t mask = active & (*(const uint32_t *)(slots + inst->guard) ^ inst->flip);
        issued++;
#if SIM_OBSERVED
        if (watched && watched[inst - insts])
            tell_instruction(warp, inst, mask);
        if (mask != active && warp->counts)
            warp->counts[inst - insts].masked += (uint32_t)__builtin_popcount(active & ~mask);
#endif
        const SimInst *next;
        if (__builtin_expect(mask == SIM_FULL, 1))
            next = inst->full(warp, inst, mask);
        else if (mask)
            next = inst->partial(warp, inst, mask);
        else
            next = inst + 1;
#if SIM_OBSERVED
        if (next != inst + 1) {
            count_run(warp, (uint32_t)(begun - insts), (uint32_t)(inst + 1 - insts), lanes);
            begun = next;
        }
#endif
        if (!next)
            return issued;
        inst = next;
    } while (inst < stop && issued < limit);
#if SIM_OBSERVED
    if (begun != inst)
        count_run(warp, (uint32_t)(begun - insts), (uint32_t)(inst - insts), lanes);
#endif
    warp->next = inst;
    return issued;
}
