/* Happens-before by warp clocks, barriers, lanes and release logs. */
#include "observe/order.h"

#include <stdlib.h>
#include <string.h>

#include "observe/release.h"

/* The last barrier is the block's part of its cluster's. */
enum { BARRIERS = 17, CLUSTER_BARRIER = 16, LANES = 32, RELAXED_READS = 64 };

/* Relaxed reads of a warp that a fence is to make good. */
typedef struct RelaxedReads {
    uint32_t count;
    struct RelaxedRead {
        uint64_t key;
        uint32_t lane;
    } reads[RELAXED_READS];
} RelaxedReads;

typedef struct Barrier {
    uint16_t *arrived;  /* join of the arrivals' clocks */
    uint16_t *released; /* what those that leave come to know */
    Release *fenced;    /* what was fenced before the arrivals; NULL: nothing */
    Release *passed;    /* the same for those that leave */
    SeenList gathered;  /* what those that arrive have read */
    SeenList read;      /* what those that leave come to have read */
    bool collecting;
} Barrier;

struct OrderBlock {
    uint32_t linear, warps;
    uint64_t *epochs;    /* of the order: counts those of all blocks */
    uint64_t epoch;      /* grows when a warp may have come to know something */
    uint16_t *begun;     /* [warps]: the clocks when it began */
    uint16_t *clock;     /* [warps] */
    uint16_t *know;      /* [warps][warps]: know[w][v] = w's knowledge of v's clock */
    uint16_t *warp_sync; /* [warps]: the clock after the last synchronisation of all live lanes */
    uint16_t (**lanes)[LANES]; /* [warps]: [t][u] after partial ones; NULL: none */
    uint16_t *exited;          /* join of the clocks of warps with exited lanes */
    Barrier barriers[BARRIERS];
    Release **fenced;       /* [warps]: knowledge at the last fence */
    RelaxedReads **relaxed; /* [warps]; NULL: none */
    SeenList *seen;         /* [warps]: of other blocks' releases */
    unsigned char *memory;  /* of the arrays above */
};

struct Order {
    const SimLaunchInfo *launch;
    uint32_t warps;      /* a block */
    OrderBlock **blocks; /* resident ones; linear search from the last hit */
    size_t block_count, block_room;
    ReleaseLogs logs;
    uint64_t epochs; /* of all blocks and launches so far */
    bool failed;
};

Order *order_new(void)
{
    return calloc(1, sizeof(Order));
}

static void block_free(OrderBlock *block)
{
    for (uint32_t w = 0; w < block->warps; w++) {
        free(block->lanes[w]);
        free(block->relaxed[w]);
        seen_list_free(&block->seen[w]);
    }
    for (int i = 0; i < BARRIERS; i++) {
        seen_list_free(&block->barriers[i].gathered);
        seen_list_free(&block->barriers[i].read);
    }
    free(block->lanes);
    free(block->relaxed);
    free(block->fenced);
    free(block->seen);
    free(block->memory);
    free(block);
}

void order_launch_end(Order *order)
{
    for (size_t i = 0; i < order->block_count; i++)
        block_free(order->blocks[i]);
    release_logs_free(&order->logs);
    free(order->blocks);
    *order = (Order){.epochs = order->epochs};
}

void order_free(Order *order)
{
    if (order)
        order_launch_end(order);
    free(order);
}

bool order_launch_begin(Order *order, const SimLaunchInfo *launch)
{
    order_launch_end(order);
    order->launch = launch;
    order->warps = who_warps(launch);
    order->failed = !who_fits(launch->grid, launch->block);
    return !order->failed;
}

/* One allocation for all of a block's small arrays. */
static bool carve(OrderBlock *block)
{
    size_t n = block->warps;
    size_t words = n + n + n * n + n + n + (size_t)BARRIERS * 2 * n;
    uint16_t *at = calloc(words, sizeof *at);
    block->memory = (unsigned char *)at;
    block->lanes = calloc(n, sizeof *block->lanes);
    block->fenced = calloc(n, sizeof *block->fenced);
    block->relaxed = calloc(n, sizeof *block->relaxed);
    block->seen = calloc(n, sizeof *block->seen);
    if (!at || !block->lanes || !block->fenced || !block->relaxed || !block->seen)
        return false;
    block->begun = at;
    block->clock = at += n;
    block->know = at += n;
    block->warp_sync = at += n * n;
    block->exited = at += n;
    at += n;
    for (int i = 0; i < BARRIERS; i++) {
        block->barriers[i].arrived = at;
        block->barriers[i].released = at + n;
        at += 2 * n;
    }
    return true;
}

static void begin_epoch(OrderBlock *block)
{
    block->epoch = ++*block->epochs;
    memcpy(block->begun, block->clock, block->warps * sizeof *block->clock);
}

bool order_block_begin(Order *order, uint32_t block_linear)
{
    if (order->failed)
        return false;
    if (order->block_count == order->block_room) {
        size_t room = order->block_room ? order->block_room * 2 : 16;
        OrderBlock **blocks = realloc(order->blocks, room * sizeof(OrderBlock *));
        if (!blocks)
            return !(order->failed = true);
        order->blocks = blocks;
        order->block_room = room;
    }
    OrderBlock *block = calloc(1, sizeof *block);
    if (!block)
        return !(order->failed = true);
    block->linear = block_linear;
    block->warps = order->warps;
    if (!carve(block)) {
        block->warps = 0;
        block_free(block);
        return !(order->failed = true);
    }
    /* Clock 0 is no clock: a fresh know[] of 0 knows nothing, and an access at clock 0 would too.
     */
    for (uint32_t w = 0; w < block->warps; w++)
        block->clock[w] = 1;
    block->epochs = &order->epochs;
    begin_epoch(block);
    order->blocks[order->block_count++] = block;
    return true;
}

OrderBlock *order_block(Order *order, uint32_t block_linear)
{
    for (size_t i = order->block_count; i-- > 0;)
        if (order->blocks[i]->linear == block_linear)
            return order->blocks[i];
    return NULL;
}

void order_block_end(Order *order, uint32_t block_linear)
{
    for (size_t i = order->block_count; i-- > 0;) {
        if (order->blocks[i]->linear == block_linear) {
            block_free(order->blocks[i]);
            order->blocks[i] = order->blocks[--order->block_count];
            return;
        }
    }
}

bool order_is_released(const Order *order, uint64_t key)
{
    return release_is_logged(&order->logs, key);
}

uint16_t order_clock(const OrderBlock *block, uint32_t warp)
{
    return block->clock[warp];
}

/* Accesses from here on are later than what was released. At the maximum the clock stands still:
 * such accesses count as ordered, which loses races after 65,534 releases rather than inventing
 * any. */
static void tick(OrderBlock *block, uint32_t warp)
{
    if (block->clock[warp] < ORDER_CLOCK_MAX)
        block->clock[warp]++;
}

static void join(uint16_t *into, const uint16_t *from, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (into[i] < from[i])
            into[i] = from[i];
}

static uint16_t *knowledge(const OrderBlock *block, uint32_t warp)
{
    return block->know + (size_t)warp * block->warps;
}

/* `into` comes to know all that the warp knows, and the warp itself up to now. */
static void publish(OrderBlock *block, uint32_t warp, uint16_t *into)
{
    join(into, knowledge(block, warp), block->warps);
    tick(block, warp);
    if (into[warp] < block->clock[warp])
        into[warp] = block->clock[warp];
}

static bool lanes_ordered(const OrderBlock *block, uint32_t warp, uint32_t earlier, uint32_t now,
                          uint16_t clock)
{
    if (block->warp_sync[warp] > clock)
        return true;
    return block->lanes[warp] && block->lanes[warp][now][earlier] > clock;
}

bool order_before(Order *order, const OrderBlock *block, Stamp earlier, Who now)
{
    if (earlier.who == now || earlier.clock == ORDER_CLOCK_MAX)
        return true;
    uint32_t then_warp = (earlier.who - 1) / 32, now_warp = (now - 1) / 32;
    uint32_t w = now_warp % order->warps, v = then_warp % order->warps;
    if (then_warp == now_warp)
        return lanes_ordered(block, w, (earlier.who - 1) % 32, (now - 1) % 32, earlier.clock);
    uint32_t then_block = then_warp / order->warps;
    if (then_block == block->linear)
        return knowledge(block, w)[v] > earlier.clock;
    return release_covers(&order->logs, &block->seen[w], UINT32_C(1) << (now - 1) % 32,
                          (Moment){then_block, v, (earlier.who - 1) % 32, earlier.clock});
}

OrderView order_view(Order *order, const OrderBlock *block, uint32_t warp)
{
    return (OrderView){.order = order,
                       .block = block,
                       .know = knowledge(block, warp),
                       .first_warp = block->linear * block->warps + 1,
                       .warps = block->warps,
                       .warp = warp,
                       .epoch = block->epoch,
                       .begun = block->begun,
                       .synchronised = block->warp_sync[warp],
                       .by_lane = block->lanes[warp] != NULL,
                       .knows_others = block->seen[warp].count > 0};
}

OrderAnswer order_other_block(const OrderView *view, Stamp earlier)
{
    uint32_t warp = (earlier.who - 1) / 32;
    const SeenList *seen = &view->block->seen[view->warp];
    ReleaseLogs *logs = &view->order->logs;
    Moment moment = {warp / view->warps, warp % view->warps, (earlier.who - 1) % 32, earlier.clock};
    if (release_covers(logs, seen, SEEN_BY_ALL, moment))
        return ORDER_BEFORE;
    for (size_t i = 0; i < seen->count; i++)
        if (seen->items[i].lanes != SEEN_BY_ALL)
            return ORDER_DIFFERS;
    return ORDER_CONCURRENT;
}

bool order_is_idle(const Order *order, const OrderBlock *block, uint32_t warp, SimOrder how)
{
    return how < SIM_ORDER_RELEASE && !block->fenced[warp] && order->logs.count == 0;
}

static bool make_lanes(OrderBlock *block, uint32_t warp)
{
    if (!block->lanes[warp])
        block->lanes[warp] = calloc(LANES, sizeof *block->lanes[warp]);
    return block->lanes[warp] != NULL;
}

static void sync_warp(Order *order, OrderBlock *block, const SimWarpInfo *info, uint32_t mask)
{
    uint32_t warp = info->warp;
    bool all = (mask & info->live) == info->live;
    tick(block, warp);
    if (block->seen[warp].count) {
        seen_share(&block->seen[warp], all ? SEEN_BY_ALL : mask);
        release_stamp(&order->logs, &block->seen[warp]);
    }
    if (all) {
        block->warp_sync[warp] = block->clock[warp];
        return;
    }
    if (!make_lanes(block, warp))
        return;
    uint16_t(*lanes)[LANES] = block->lanes[warp];
    uint16_t joined[LANES] = {0};
    for (int t = 0; t < LANES; t++)
        if (mask >> t & 1)
            join(joined, lanes[t], LANES);
    for (int t = 0; t < LANES; t++)
        if (mask >> t & 1)
            joined[t] = block->clock[warp];
    for (int t = 0; t < LANES; t++)
        if (mask >> t & 1)
            memcpy(lanes[t], joined, sizeof joined);
}

/* A fence, a barrier, and then a flag set by another warp: what the first one fenced is released
 * with the flag, since __threadfence() is fence.sc (ISA 8.10.3, Fence-SC order). */
static void carry_fence(Order *order, const OrderBlock *block, uint32_t warp, Barrier *barrier)
{
    Release *own = block->fenced[warp];
    if (!own)
        return;
    SimScope scope = own->scope;
    if (!barrier->fenced) {
        barrier->fenced = own;
    } else {
        if (barrier->fenced->scope < scope)
            scope = barrier->fenced->scope;
        barrier->fenced = release_join(&order->logs, barrier->fenced, own, scope, block->warps);
    }
}

static void take_fence(Order *order, OrderBlock *block, uint32_t warp, const Barrier *barrier)
{
    Release *own = block->fenced[warp], *passed = barrier->passed;
    if (!passed || own == passed || (own && own->scope > passed->scope))
        return;
    Release *both =
        own ? release_join(&order->logs, own, passed, passed->scope, block->warps) : passed;
    if (!both)
        return;
    both->logged = true; /* shared: not to be filled anew */
    block->fenced[warp] = both;
}

static void arrive(Order *order, OrderBlock *block, uint32_t warp, uint32_t id)
{
    Barrier *barrier = &block->barriers[id % BARRIERS];
    if (!barrier->collecting)
        memset(barrier->arrived, 0, block->warps * sizeof *barrier->arrived);
    if (!barrier->collecting) {
        barrier->fenced = NULL;
        barrier->gathered.count = 0;
    }
    barrier->collecting = true;
    seen_merge(&barrier->gathered, &block->seen[warp], SEEN_BY_ALL);
    carry_fence(order, block, warp, barrier);
    publish(block, warp, barrier->arrived);
}

/* Threads that have exited count as arrived where all of the block are waited for. */
static void leave(Order *order, OrderBlock *block, uint32_t warp, uint32_t id, bool counted)
{
    Barrier *barrier = &block->barriers[id % BARRIERS];
    if (barrier->collecting) { /* the first to leave: later arrivals belong to the next phase */
        memcpy(barrier->released, barrier->arrived, block->warps * sizeof *barrier->arrived);
        if (!counted)
            join(barrier->released, block->exited, block->warps);
        barrier->passed = barrier->fenced;
        barrier->collecting = false;
        barrier->read.count = 0;
        seen_merge(&barrier->read, &barrier->gathered, SEEN_BY_ALL);
    }
    take_fence(order, block, warp, barrier);
    if (barrier->read.count) {
        seen_merge(&block->seen[warp], &barrier->read, SEEN_BY_ALL);
        seen_share(&block->seen[warp], SEEN_BY_ALL);
        release_stamp(&order->logs, &block->seen[warp]);
    }
    join(knowledge(block, warp), barrier->released, block->warps);
    block->warp_sync[warp] = block->clock[warp];
    begin_epoch(block);
}

/* Some lanes release what they know themselves; `common` is what all lanes of the warp knew. */
static void release_lanes(const OrderBlock *block, uint32_t warp, uint32_t mask, uint16_t before,
                          Release *release)
{
    uint16_t(*lanes)[LANES] = block->lanes[warp];
    bool first = !release->own;
    if (!release_make_own(release, warp))
        return; /* the clock stands for all lanes */
    for (int l = 0; l < LANES; l++) {
        uint16_t clock = first ? before : release->own[l];
        for (int t = 0; lanes && t < LANES; t++)
            if (mask >> t & 1 && lanes[t][l] > clock)
                clock = lanes[t][l];
        release->own[l] = mask >> l & 1 ? block->clock[warp] : clock;
    }
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
    if (!release)
        return NULL;
    uint16_t before = release->own && release->own_warp == warp ? 0 : release->clocks[warp];
    publish(block, warp, release->clocks);
    if ((mask & info->live) != info->live)
        release_lanes(block, warp, mask, before, release);
    release->scope = scope;
    seen_merge(&release->seen, &block->seen[warp], SEEN_BY_ALL);
    return release;
}

/* Lanes that part fence one after the other: what each of them knows stays. */
static void fence(Order *order, OrderBlock *block, const SimWarpInfo *info, uint32_t mask,
                  SimScope scope)
{
    Release *last = block->fenced[info->warp];
    bool all = (mask & info->live) == info->live;
    Release *fresh =
        release_make(order, block, info, mask, scope, last && !last->logged ? last : NULL);
    if (fresh && !all && last && fresh != last && last->scope >= scope)
        fresh = release_join(&order->logs, fresh, last, scope, block->warps);
    block->fenced[info->warp] = fresh;
}

/* A location of the cluster's own for each phase of its barrier. */
static uint64_t cluster_key(const Order *order, SimDim block, uint32_t phase)
{
    SimDim dim = order->launch->cluster, grid = order->launch->grid;
    uint64_t x = block.x / dim.x, y = block.y / dim.y, z = block.z / dim.z;
    uint64_t number = x + grid.x / dim.x * (y + grid.y / dim.y * z);
    return UINT64_C(1) << 63 | number << 1 | phase;
}

static bool has_clusters(const Order *order)
{
    SimDim dim = order->launch->cluster;
    return (uint64_t)dim.x * dim.y * dim.z > 1;
}

/* As a barrier of the block for its own warps, as a release and an acquire for the other blocks. */
static void arrive_cluster(Order *order, OrderBlock *block, const SimWarpInfo *warp,
                           const SimSync *sync)
{
    if (!sync->orders_memory)
        return;
    if (has_clusters(order))
        order_release(order, block, warp, warp->live, cluster_key(order, warp->block, sync->id),
                      SIM_ORDER_RELEASE, SIM_SCOPE_CLUSTER);
    arrive(order, block, warp->warp, CLUSTER_BARRIER);
}

static void leave_cluster(Order *order, OrderBlock *block, const SimWarpInfo *warp,
                          const SimSync *sync)
{
    leave(order, block, warp->warp, CLUSTER_BARRIER, false);
    for (uint32_t left = has_clusters(order) ? sync->mask : 0; left; left &= left - 1)
        order_acquire(order, block, warp->warp, (uint32_t)__builtin_ctz(left),
                      cluster_key(order, warp->block, sync->id));
}

static void acquire_relaxed(Order *order, OrderBlock *block, uint32_t warp)
{
    RelaxedReads *relaxed = block->relaxed[warp];
    if (!relaxed)
        return;
    for (uint32_t i = 0; i < relaxed->count; i++)
        order_acquire(order, block, warp, relaxed->reads[i].lane, relaxed->reads[i].key);
    relaxed->count = 0;
}

void order_sync(Order *order, OrderBlock *block, const SimWarpInfo *warp, const SimSync *sync)
{
    switch (sync->kind) {
    case SIM_SYNC_BARRIER_ARRIVE:
        acquire_relaxed(order, block, warp->warp);
        arrive(order, block, warp->warp, sync->id);
        break;
    case SIM_SYNC_BARRIER_LEAVE:
        leave(order, block, warp->warp, sync->id, sync->expected != 0);
        break;
    case SIM_SYNC_WARP:
        if (sync->orders_memory) {
            sync_warp(order, block, warp, sync->mask);
            begin_epoch(block);
        }
        break;
    case SIM_SYNC_CLUSTER_ARRIVE:
        arrive_cluster(order, block, warp, sync);
        break;
    case SIM_SYNC_CLUSTER_LEAVE:
        leave_cluster(order, block, warp, sync);
        break;
    case SIM_SYNC_LANDED: /* orders nothing by itself */
        break;
    case SIM_SYNC_FENCE:
        acquire_relaxed(order, block, warp->warp);
        fence(order, block, warp, sync->mask, sync->scope);
        break;
    }
}

void order_exit(OrderBlock *block, uint32_t warp)
{
    publish(block, warp, block->exited);
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

/* A lane learns what a release of its own block knew; of other warps' lanes what one of them knows
 * counts for all. */
static void learn_from_own(OrderBlock *block, uint32_t warp, uint32_t lane, const Release *own)
{
    uint16_t *known = knowledge(block, warp);
    join(known, own->clocks, block->warps);
    for (int l = 0; own->own && own->own_warp != warp && l < LANES; l++)
        if (known[own->own_warp] < own->own[l])
            known[own->own_warp] = own->own[l];
    bool lanes = own->clocks[warp] || (own->own && own->own_warp == warp);
    if (!lanes || !make_lanes(block, warp))
        return;
    uint16_t *row = block->lanes[warp][lane];
    for (uint32_t l = 0; l < LANES; l++) {
        uint16_t clock = release_clock(own, warp, l);
        if (row[l] < clock)
            row[l] = clock;
    }
}

void order_acquire(Order *order, OrderBlock *block, uint32_t warp, uint32_t lane, uint64_t key)
{
    Seen read;
    const Release *own = release_read(&order->logs, key, block->linear, &read);
    SeenList *seen = &block->seen[warp];
    read.lanes = UINT32_C(1) << lane;
    bool more = read.length && seen_add(seen, read);
    if (own) {
        more |= seen_merge(seen, &own->seen, read.lanes);
        learn_from_own(block, warp, lane, own);
    }
    if (more)
        release_stamp(&order->logs, seen);
    begin_epoch(block);
}

void order_acquire_later(Order *order, OrderBlock *block, uint32_t warp, uint32_t lane,
                         uint64_t key)
{
    RelaxedReads *relaxed = block->relaxed[warp];
    if (!relaxed)
        relaxed = block->relaxed[warp] = calloc(1, sizeof *relaxed);
    for (uint32_t i = 0; relaxed && i < relaxed->count; i++)
        if (relaxed->reads[i].key == key && relaxed->reads[i].lane == lane)
            return;
    if (!relaxed || relaxed->count == RELAXED_READS) { /* rather too early than never */
        order_acquire(order, block, warp, lane, key);
        return;
    }
    relaxed->reads[relaxed->count++] = (struct RelaxedRead){key, lane};
}
