/* What threads release with a write or a fence, and acquire by reading it. */
#include <stdlib.h>

#include "observe/block_past.h"
#include "observe/order_state.h"
#include "observe/read_log.h"

/* Some lanes release what they know themselves; `before` is what all of them had released. */
static void release_lanes(ReleaseLogs *logs, const OrderBlock *block, uint32_t warp, uint32_t mask,
                          uint16_t before, Release *release)
{
    uint16_t(*lanes)[LANES] = block->lanes[warp];
    bool first = !release->own;
    release_make_own(release, logs, warp);
    for (uint32_t l = 0; first && l < LANES; l++)
        release->own[l] = before;
    for (uint32_t left = lanes ? mask : 0; left; left &= left - 1)
        order_join(release->own, lanes[__builtin_ctz(left)], LANES);
    for (uint32_t left = mask; left; left &= left - 1)
        release->own[__builtin_ctz(left)] = block->clock[warp];
    release->clocks[warp] = block->warp_sync[warp];
}

/* What the lanes of `mask` know. `unused`: an earlier one of this warp that no log refers to, to be
 * filled anew; or NULL. */
static Release *release_make(Order *order, OrderBlock *block, const SimWarpInfo *info,
                             uint32_t mask, SimScope scope, Release *unused)
{
    uint32_t warp = info->warp;
    Release *release = unused;
    if (!release)
        release = release_new(&order->logs, block->warps);
    uint16_t before = release->own && release->own_warp == warp ? 0 : release->clocks[warp];
    order_publish(block, warp, release->clocks);
    block_past_note(&order->logs, block->linear, block->clock, block->warps);
    if ((mask & info->live) != info->live)
        release_lanes(&order->logs, block, warp, mask, before, release);
    release->scope = scope;
    read_log_refer(&order->logs, &release->seen, &block->seen[warp]);
    return release;
}

void order_fence(Order *order, OrderBlock *block, const SimWarpInfo *info, uint32_t mask,
                 SimScope scope)
{
    Release *last = block->fenced[info->warp];
    bool all = (mask & info->live) == info->live;
    Release *fresh =
        release_make(order, block, info, mask, scope, last && !last->logged ? last : NULL);
    if (!all && last && fresh != last && last->scope >= scope)
        fresh = release_join(&order->logs, fresh, last, scope, block->warps, NULL);
    block->fenced[info->warp] = fresh;
}

bool order_release(Order *order, OrderBlock *block, const SimWarpInfo *warp, uint32_t mask,
                   uint64_t key, SimOrder how, SimScope scope)
{
    Release *release = block->fenced[warp->warp];
    if (how >= SIM_ORDER_RELEASE)
        release = release_make(order, block, warp, mask, scope, NULL);
    if (!release)
        return how < SIM_ORDER_RELEASE;
    return release_append(&order->logs, key, block->linear, release, block->warps);
}

/* Lanes learn what a release of their own block knew; of other warps' lanes what one of them knows
 * counts for all. */
static void learn_from_own(OrderBlock *block, uint32_t warp, uint32_t mask, const Release *own)
{
    uint16_t *known = order_knowledge(block, warp);
    order_join(known, own->clocks, block->warps);
    for (int l = 0; own->own && own->own_warp != warp && l < LANES; l++)
        if (known[own->own_warp] < own->own[l])
            known[own->own_warp] = own->own[l];
    const bool lanes = own->own && own->own_warp == warp;
    if ((!lanes && !own->clocks[warp]) || !order_make_lanes(block, warp))
        return;
    uint16_t learnt[LANES];
    for (uint32_t l = 0; l < LANES; l++)
        learnt[l] = own->clocks[warp];
    if (lanes)
        order_join(learnt, own->own, LANES);
    for (; mask; mask &= mask - 1)
        order_join(block->lanes[warp][__builtin_ctz(mask)], learnt, LANES);
}

void order_acquire(Order *order, OrderBlock *block, uint32_t warp, uint32_t mask, uint64_t key)
{
    Seen read;
    const Release *own = release_read(&order->logs, key, block->linear, &read);
    SeenList *seen = &block->seen[warp];
    read.lanes = mask;
    bool more = read.length && read_log_add(&order->logs, seen, read);
    if (own) {
        more |= seen_merge(seen, &own->seen, read.lanes);
        learn_from_own(block, warp, mask, own);
    }
    if (more)
        release_stamp(&order->logs, seen);
    if (more || own)
        order_begin_epoch(block);
}

/* In the keys of shared locations: what phases of mbarriers that have not ended release. */
#define PENDING (UINT64_C(1) << 31)

uint64_t order_phase(Order *order, const OrderBlock *block, uint64_t key, bool phase)
{
    uint64_t pending = key | PENDING;
    return release_phase(&order->logs, key, pending, phase, block->warps) ? pending : key;
}

bool order_is_phased(Order *order, uint64_t key)
{
    return release_is_phased(&order->logs, key);
}

/* The read in the list, with its lanes; NULL: no room. */
static struct RelaxedRead *relaxed_add(RelaxedReads **list, uint64_t key, uint32_t lanes)
{
    RelaxedReads *relaxed = *list;
    if (!relaxed)
        relaxed = *list = calloc(1, sizeof *relaxed);
    if (!relaxed)
        return NULL;
    struct RelaxedRead *read = relaxed->reads, *end = read + relaxed->count;
    while (read < end && read->key != key)
        read++;
    if (read < end) {
        read->lanes |= lanes;
        return read;
    }
    if (relaxed->count == RELAXED_READS)
        return NULL;
    *read = (struct RelaxedRead){.key = key, .lanes = lanes};
    relaxed->count++;
    return read;
}

void order_acquire_later(Order *order, OrderBlock *block, uint32_t warp, uint32_t lane,
                         uint64_t key)
{
    struct RelaxedRead *read = relaxed_add(&block->relaxed[warp], key, UINT32_C(1) << lane);
    if (read)
        read->spread = false;
    else
        order_acquire(order, block, warp, UINT32_C(1) << lane,
                      key); /* rather too early than never */
}

void order_acquire_relaxed(Order *order, OrderBlock *block, uint32_t warp)
{
    RelaxedReads *relaxed = block->relaxed[warp];
    if (!relaxed)
        return;
    for (uint32_t i = 0; i < relaxed->count; i++)
        order_acquire(order, block, warp, relaxed->reads[i].lanes, relaxed->reads[i].key);
    relaxed->count = 0;
}

void order_share_relaxed(OrderBlock *block, uint32_t warp, uint32_t mask)
{
    RelaxedReads *relaxed = block->relaxed[warp];
    for (uint32_t i = 0; relaxed && i < relaxed->count; i++)
        if (relaxed->reads[i].lanes & mask)
            relaxed->reads[i].lanes |= mask;
}

void order_gather_relaxed(Order *order, OrderBlock *block, uint32_t warp, Barrier *barrier)
{
    RelaxedReads *own = block->relaxed[warp];
    for (uint32_t i = 0; own && i < own->count; i++) {
        struct RelaxedRead *read = &own->reads[i];
        if (!read->spread && !relaxed_add(&barrier->relaxed, read->key, read->lanes))
            order_acquire(order, block, warp, read->lanes, read->key);
        read->spread = true;
    }
}

void order_spread_relaxed(Order *order, OrderBlock *block, const Barrier *barrier)
{
    const RelaxedReads *all = barrier->relaxed;
    for (uint32_t i = 0; all && i < all->count; i++)
        for (uint32_t w = 0; w < block->warps; w++) {
            struct RelaxedRead *read =
                relaxed_add(&block->relaxed[w], all->reads[i].key, UINT32_MAX);
            if (read)
                read->spread = true;
            else
                order_acquire(order, block, w, UINT32_MAX, all->reads[i].key);
        }
}
