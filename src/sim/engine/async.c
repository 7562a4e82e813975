/* Copies of cp.async that are under way. */
#include "sim/engine/async.h"

#include <stdlib.h>
#include <string.h>

#include "sim/engine/tell.h"

bool async_add(SimWarp *warp, const AsyncCopy *copy)
{
    if (warp->copy_count == warp->copy_capacity) {
        uint32_t capacity = warp->copy_capacity ? warp->copy_capacity * 2 : 64;
        AsyncCopy *grown = realloc(warp->copies, capacity * sizeof(*grown));
        if (!grown)
            return false;
        warp->copies = grown;
        warp->copy_capacity = capacity;
    }
    AsyncCopy *added = &warp->copies[warp->copy_count++];
    *added = *copy;
    added->group = warp->copy_group[copy->lane];
    return true;
}

void async_commit(SimWarp *warp, uint32_t mask)
{
    for (uint32_t left = mask; left; left &= left - 1)
        warp->copy_group[__builtin_ctz(left)]++;
}

/* Copies of one instruction that landed together. */
typedef struct Landing {
    SimSite site;
    uint32_t mask, bytes;
    uint64_t address[SIM_LANES];
} Landing;

static void tell_landing(const SimWarp *warp, Landing *landing)
{
    if (!landing->mask)
        return;
    SimAccess landed = {.site = landing->site,
                        .kind = SIM_ACCESS_STORE,
                        .space = PTX_SPACE_SHARED,
                        .bytes = landing->bytes,
                        .mask = landing->mask,
                        .address = landing->address,
                        .shared_base = (uint64_t)(uintptr_t)warp->block->shared,
                        .owner_linear = warp->block->linear,
                        .owner = warp->block->index};
    SimSync sync = {
        .site = landed.site, .kind = SIM_SYNC_LANDED, .mask = landing->mask, .landed = &landed};
    tell_sync(warp, &sync);
    landing->mask = 0;
}

static bool is_same_site(const SimSite *a, const SimSite *b)
{
    return a->inst == b->inst && a->inner == b->inner;
}

static void add_landing(const SimWarp *warp, const AsyncCopy *copy, Landing *landing)
{
    if (landing->mask &&
        (!is_same_site(&landing->site, &copy->site) || landing->mask >> copy->lane))
        tell_landing(warp, landing);
    landing->site = copy->site;
    landing->bytes = copy->bytes;
    landing->mask |= UINT32_C(1) << copy->lane;
    landing->address[copy->lane] = copy->offset;
}

void async_wait(SimWarp *warp, uint32_t mask, uint32_t groups)
{
    uint32_t kept = 0;
    Landing landing = {0};
    for (uint32_t i = 0; i < warp->copy_count; i++) {
        const AsyncCopy *copy = &warp->copies[i];
        uint32_t newer = warp->copy_group[copy->lane] - copy->group; /* 0: not committed */
        if (!(mask >> copy->lane & 1 && newer > groups)) {
            warp->copies[kept++] = *copy;
            continue;
        }
        memcpy((void *)(uintptr_t)copy->to, copy->data, copy->bytes);
        if (warp->run->wants_access)
            add_landing(warp, copy, &landing);
    }
    tell_landing(warp, &landing);
    warp->copy_count = kept;
}
