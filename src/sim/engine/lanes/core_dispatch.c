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
            launch->observers[i]->instruction(launch->observers[i]->self, &info, &site, mask);
}
#endif

uint64_t SIM_VARIANT(dispatch)(SimWarp *warp, const SimInst *inst, const SimInst *stop,
                               uint64_t limit)
{
    const uint32_t active = warp->active;
    const unsigned char *slots = warp->frame.slots;
    uint64_t issued = 0;
    do {
        const uint32_t mask = active & (*(const uint32_t *)(slots + inst->guard) ^ inst->flip);
        issued++;
#if SIM_OBSERVED
        if (warp->run->wants_instruction)
            tell_instruction(warp, inst, mask);
#endif
        const SimInst *next;
        if (__builtin_expect(mask == SIM_FULL, 1))
            next = inst->full(warp, inst, mask);
        else if (mask)
            next = inst->partial(warp, inst, mask);
        else
            next = inst + 1;
        if (!next)
            return issued;
        inst = next;
    } while (inst < stop && issued < limit);
    warp->next = inst;
    return issued;
}
