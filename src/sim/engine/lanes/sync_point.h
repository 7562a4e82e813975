/* Arriving at an instruction at which lanes of a warp meet. */
#ifndef CULAB_SIM_ENGINE_LANES_SYNC_POINT_H
#define CULAB_SIM_ENGINE_LANES_SYNC_POINT_H

#include "sim/engine/lanes/reach.h"
#include "sim/engine/lanes_fault.h"
#include "sim/engine/sync.h"

/* Lanes that name different ones meet apart, though they come together. */
static inline void sync_tell(SimWarp *warp, const SimInst *inst, uint32_t mask)
{
#if SIM_OBSERVED
    const SyncForm *form = inst->extra;
    const EngineLaunch *launch = warp->run->launch;
    const uint32_t *members = CORE_SLOT(uint32_t, form->members);
    SimWarpInfo info;
    warp_info(warp, &info);
    SimSync sync = {.site = warp_site(warp, inst),
                    .kind = SIM_SYNC_WARP,
                    .orders_memory = form->kind == SYNC_BAR};
    for (uint32_t left = mask; left; left &= ~sync.mask) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        sync.mask = (members[lane] & mask) | core_bit[lane];
        for (uint32_t i = 0; i < launch->observer_count; i++)
            if (launch->observers[i]->sync)
                launch->observers[i]->sync(launch->observers[i]->self, &info, &sync);
    }
#else
    (void)warp, (void)inst, (void)mask;
#endif
}

/* What the lanes bring is put where those that come later find it. */
static inline void sync_bring(SimWarp *warp, const SyncForm *form, uint32_t mask)
{
    uint64_t *value = warp->exchange.value;
    if (form->bytes == 4) {
        const uint32_t *in = CORE_SLOT(uint32_t, form->value);
        for (int i = 0; i < SIM_LANES; i++)
            value[i] = mask & core_bit[i] ? in[i] : value[i];
    } else if (form->bytes == 8) {
        const uint64_t *in = CORE_SLOT(uint64_t, form->value);
        for (int i = 0; i < SIM_LANES; i++)
            value[i] = mask & core_bit[i] ? in[i] : value[i];
    } else {
        uint32_t brought = SIM_PRED(warp, form->value) ^ form->flip;
        warp->exchange.pred = (warp->exchange.pred & ~mask) | (brought & mask);
    }
}

/* Lanes that somebody in `mask` names and that have neither come nor exited. */
static inline uint32_t sync_missing(const SimWarp *warp, const SyncForm *form, uint32_t mask)
{
    const uint32_t *members = CORE_SLOT(uint32_t, form->members);
    uint32_t named = 0;
    for (int i = 0; i < SIM_LANES; i++)
        named |= mask & core_bit[i] ? members[i] : 0;
    return named & warp->live & ~mask;
}

/* Lanes that call without being in the mask they name. */
static inline void sync_check_own(SimWarp *warp, const SimInst *inst, uint32_t mask)
{
#if SIM_OBSERVED
    const SyncForm *form = inst->extra;
    const uint32_t *members = CORE_SLOT(uint32_t, form->members);
    uint32_t own = 0;
    for (int i = 0; i < SIM_LANES; i++)
        own |= members[i] & core_bit[i];
    uint32_t absent = mask & ~own;
    if (absent) {
        uint32_t lane = (uint32_t)__builtin_ctz(absent);
        lanes_fault_own(warp, inst, lane, members[lane]);
    }
#else
    (void)warp, (void)inst, (void)mask;
#endif
}

static inline const SimInst *sync_point(SimWarp *warp, const SimInst *inst, uint32_t mask)
{
    const SyncForm *form = inst->extra;
    sync_bring(warp, form, mask);
    if (form->members)
        sync_check_own(warp, inst, mask);
    if (!form->members || !sync_missing(warp, form, mask)) {
        sync_tell(warp, inst, mask);
        form->finish(warp, inst, mask, mask);
        return inst + 1;
    }
    /* Lanes that name other members than the first come to this instruction again. */
    const uint32_t *members = CORE_SLOT(uint32_t, form->members);
    uint32_t named = members[__builtin_ctz(mask)], same = 0;
    CORE_LANES(mask, lane)
    same |= (uint32_t)(members[lane] == named) << lane;
    if (same != mask)
        return sync_part(warp, inst, mask, same, named);
    Split *split = warp_wait(warp, inst, mask, SPLIT_SYNC);
    split->wait = named;
    warp_check_syncs(warp);
    return NULL;
}

#endif
