/* What the program orders before what, within one launch: by block barriers, warp synchronisation,
 * and fences with atomics or flags, whatever schedule happened.
 *
 * Each warp has a clock that ticks when it releases something. An access is stamped with its thread
 * and the warp's clock then. A later access of another thread is ordered after it if that thread's
 * warp has come to know a greater clock of the first one's warp. Lanes of one warp are ordered by
 * warp synchronisation and by what they acquire. Two approximations, both towards silence: a block
 * barrier passed by part of a warp counts for all of it, and what a lane released counts for all
 * lanes of its warp where another warp of its block acquires it. */
#ifndef CULAB_OBSERVE_ORDER_H
#define CULAB_OBSERVE_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "observe/site.h"
#include "sim/observer.h"

typedef struct Order Order;

/* A thread at a moment. A clock of ORDER_CLOCK_MAX counts as ordered before everything. */
typedef struct Stamp {
    Who who;
    uint16_t clock;
} Stamp;
enum { ORDER_CLOCK_MAX = UINT16_MAX };

typedef struct OrderBlock OrderBlock; /* of one resident block */

Order *order_new(void); /* NULL: no memory */
void order_free(Order *order);
/* False from here on: no memory, or a grid too large for Who; nothing more may be asked. */
bool order_launch_begin(Order *order, const SimLaunchInfo *launch);
void order_launch_end(Order *order);
bool order_block_begin(Order *order, uint32_t block_linear);
void order_block_end(Order *order, uint32_t block_linear);
OrderBlock *order_block(Order *order, uint32_t block_linear); /* NULL: not resident */

/* The same for a whole warp, as far as it is the same for all its lanes, or for one of them, which
 * `asking` of the view says. The view holds until something is synchronised. */
typedef enum OrderAnswer { ORDER_BEFORE, ORDER_CONCURRENT, ORDER_DIFFERS } OrderAnswer;
typedef struct OrderView {
    Order *order;
    const OrderBlock *block;
    const uint16_t *know;       /* [warps]: of the block's warps */
    uint32_t first_warp, warps; /* the block's, in the grid, from 1 */
    uint32_t warp;              /* in the block */
    uint64_t epoch;             /* as long as no warp of the block comes to know anything more */
    const uint16_t *begun;      /* [warps]: the clocks of its begin */
    uint16_t synchronised;      /* what happened in the warp before that clock is ordered */
    bool by_lane;               /* and more than that, for some lanes */
    bool knows_others;          /* something of other blocks is known */
    uint32_t asking;            /* lanes: all of the warp's, or one */
} OrderView;
OrderView order_view(Order *order, const OrderBlock *block, uint32_t warp);
/* `earlier` in another block that may be known. */
OrderAnswer order_other_block(const OrderView *view, Stamp earlier);

static inline OrderAnswer order_before_warp(const OrderView *view, Stamp earlier)
{
    uint32_t v = (earlier.who + 31) / 32 - view->first_warp;
    if (earlier.clock == ORDER_CLOCK_MAX)
        return ORDER_BEFORE;
    if (v >= view->warps)
        return view->knows_others ? order_other_block(view, earlier) : ORDER_CONCURRENT;
    /* Whose turn it was is often chance: no branch on that. */
    uint32_t own = -(uint32_t)(v == view->warp);
    uint32_t known = (view->know[v] & ~own) | (view->synchronised & own);
    if (known > earlier.clock)
        return ORDER_BEFORE;
    return own && view->by_lane ? ORDER_DIFFERS : ORDER_CONCURRENT;
}
/* Strong accesses of this order neither release nor acquire anything now: nobody released before.
 */
bool order_is_idle(const Order *order, const OrderBlock *block, uint32_t warp, SimOrder how);

/* Lanes of the mask are about to release or acquire at these locations, see release_fetch(). */
void order_fetch(const Order *order, const OrderBlock *block, const uint64_t *keys, uint32_t mask);
/* Whether a strong write of this order releases anything now. */
bool order_releases(const OrderBlock *block, uint32_t warp, SimOrder how);
/* Whether anybody has released anything at this location. */
bool order_is_released(Order *order, uint64_t key);

uint16_t order_clock(const OrderBlock *block, uint32_t warp);
/* Is what happened at `earlier` ordered before what `now` does at this moment? */
bool order_before(Order *order, const OrderBlock *block, Stamp earlier, Who now);
void order_sync(Order *order, OrderBlock *block, const SimWarpInfo *warp, const SimSync *sync);
void order_exit(OrderBlock *block, uint32_t warp);
/* A strong access (atomic, volatile, relaxed or stronger) of one lane, the only one of `mask`, to a
 * synchronising location:
 * key is its address (shared memory: made unique by the caller). Order is that of the access. */
bool order_release(Order *order, OrderBlock *block, const SimWarpInfo *warp, uint32_t mask,
                   uint64_t key, SimOrder how, SimScope scope);
/* Lanes of `mask` have read there. */
void order_acquire(Order *order, OrderBlock *block, uint32_t warp, uint32_t mask, uint64_t key);
/* Before an operation on an mbarrier, see release_phase(): the key at which it releases. */
uint64_t order_phase(Order *order, const OrderBlock *block, uint64_t key, bool phase);
bool order_is_phased(Order *order, uint64_t key);
/* The same for a read that is relaxed on purpose: it takes effect at the warp's next fence or
 * barrier. */
void order_acquire_later(Order *order, OrderBlock *block, uint32_t warp, uint32_t lane,
                         uint64_t key);

#endif
