/* Happens-before by warp clocks, barriers, lanes and release logs. */
#include "observe/order.h"

#include <stdlib.h>
#include <string.h>

enum { BARRIERS = 16, LANES = 32 };

/* What warps knew when one of them released: a vector of the block's clocks, kept till launch end.
 */
typedef struct Release {
    struct Release *next; /* in the order's list of all */
    SimScope scope;
    bool logged;       /* some log refers to it */
    size_t seen_count; /* what the block had acquired from others by then */
    struct Seen *seen;
    uint16_t clocks[];
} Release;

/* How far into a location's log a block has read. */
typedef struct Seen {
    uint32_t log;
    uint32_t length;
} Seen;

typedef struct LogEntry {
    uint32_t block;
    uint32_t previous; /* entry of the same block before, + 1; 0: none */
    const Release *release;
} LogEntry;

/* All releases to one location, and for each block its newest (a hash of block to entry + 1). */
typedef struct Log {
    uint64_t key;
    LogEntry *entries;
    uint32_t count, room;
    uint32_t *newest; /* [2 * room] */
} Log;

typedef struct Barrier {
    uint16_t *arrived;  /* join of the arrivals' clocks */
    uint16_t *released; /* what those that leave come to know */
    bool collecting;
} Barrier;

struct OrderBlock {
    uint32_t linear, warps;
    uint16_t *clock;     /* [warps] */
    uint16_t *know;      /* [warps][warps]: know[w][v] = w's knowledge of v's clock */
    uint16_t *warp_sync; /* [warps]: the clock after the last synchronisation of all live lanes */
    uint16_t (**lanes)[LANES]; /* [warps]: [t][u] after partial ones; NULL: none */
    uint16_t *exited;          /* join of the clocks of warps with exited lanes */
    Barrier barriers[BARRIERS];
    Release **fenced; /* [warps]: knowledge at the last fence */
    Seen *seen;
    size_t seen_count, seen_room;
    unsigned char *memory; /* of the arrays above */
};

struct Order {
    const SimLaunchInfo *launch;
    uint32_t warps;      /* a block */
    OrderBlock **blocks; /* resident ones; linear search from the last hit */
    size_t block_count, block_room;
    Log *logs;
    uint32_t log_count, log_room;
    uint32_t *log_slots; /* hash of key to log number + 1 */
    size_t log_capacity;
    Release *releases;
    bool failed;
};

Order *order_new(void)
{
    return calloc(1, sizeof(Order));
}

static void block_free(OrderBlock *block)
{
    for (uint32_t w = 0; w < block->warps; w++)
        free(block->lanes[w]);
    free(block->lanes);
    free(block->fenced);
    free(block->seen);
    free(block->memory);
    free(block);
}

void order_launch_end(Order *order)
{
    for (size_t i = 0; i < order->block_count; i++)
        block_free(order->blocks[i]);
    for (uint32_t i = 0; i < order->log_count; i++) {
        free(order->logs[i].entries);
        free(order->logs[i].newest);
    }
    for (Release *release = order->releases, *next; release; release = next) {
        next = release->next;
        free(release->seen);
        free(release);
    }
    free(order->blocks);
    free(order->logs);
    free(order->log_slots);
    *order = (Order){0};
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
    size_t words = n + n * n + n + n + (size_t)BARRIERS * 2 * n;
    uint16_t *at = calloc(words, sizeof *at);
    block->memory = (unsigned char *)at;
    block->lanes = calloc(n, sizeof *block->lanes);
    block->fenced = calloc(n, sizeof *block->fenced);
    if (!at || !block->lanes || !block->fenced)
        return false;
    block->clock = at;
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

static size_t newest_slot(const Log *log, uint32_t block)
{
    size_t mask = (size_t)log->room * 2 - 1;
    size_t at = (block * UINT64_C(0x9E3779B97F4A7C15) >> 24) & mask;
    while (log->newest[at] && log->entries[log->newest[at] - 1].block != block)
        at = (at + 1) & mask;
    return at;
}

/* The newest release of a block, of at least a scope, that a reader of `length` entries has seen.
 */
static const Release *newest_seen(const Log *log, uint32_t length, uint32_t block, SimScope scope)
{
    uint32_t entry = log->room ? log->newest[newest_slot(log, block)] : 0;
    while (entry && (entry > length || log->entries[entry - 1].release->scope < scope))
        entry = log->entries[entry - 1].previous;
    return entry ? log->entries[entry - 1].release : NULL;
}

static bool seen_covers(const Order *order, const Seen *seen, size_t count, uint32_t block,
                        uint32_t warp, uint16_t clock, int depth)
{
    for (size_t i = 0; i < count; i++) {
        const Log *log = &order->logs[seen[i].log];
        const Release *release = newest_seen(log, seen[i].length, block, SIM_SCOPE_CLUSTER);
        if (release && release->clocks[warp] > clock)
            return true;
    }
    /* Through a third block: what the releasers had acquired themselves. */
    for (size_t i = 0; depth > 0 && i < count; i++) {
        const Log *log = &order->logs[seen[i].log];
        for (uint32_t e = seen[i].length; e-- > 0;) {
            const Release *release = log->entries[e].release;
            if (release->seen_count && seen_covers(order, release->seen, release->seen_count, block,
                                                   warp, clock, depth - 1))
                return true;
        }
    }
    return false;
}

static bool lanes_ordered(const OrderBlock *block, uint32_t warp, uint32_t earlier, uint32_t now,
                          uint16_t clock)
{
    if (block->warp_sync[warp] > clock)
        return true;
    return block->lanes[warp] && block->lanes[warp][now][earlier] > clock;
}

bool order_before(const Order *order, const OrderBlock *block, Stamp earlier, Who now)
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
    enum { DEPTH = 3 };
    return seen_covers(order, block->seen, block->seen_count, then_block, v, earlier.clock, DEPTH);
}

static void sync_warp(OrderBlock *block, const SimWarpInfo *info, uint32_t mask)
{
    uint32_t warp = info->warp;
    tick(block, warp);
    if ((mask & info->live) == info->live) {
        block->warp_sync[warp] = block->clock[warp];
        return;
    }
    if (!block->lanes[warp])
        block->lanes[warp] = calloc(LANES, sizeof *block->lanes[warp]);
    uint16_t(*lanes)[LANES] = block->lanes[warp];
    if (!lanes)
        return;
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

static void arrive(OrderBlock *block, uint32_t warp, uint32_t id)
{
    Barrier *barrier = &block->barriers[id % BARRIERS];
    if (!barrier->collecting)
        memset(barrier->arrived, 0, block->warps * sizeof *barrier->arrived);
    barrier->collecting = true;
    publish(block, warp, barrier->arrived);
}

static void leave(OrderBlock *block, uint32_t warp, uint32_t id)
{
    Barrier *barrier = &block->barriers[id % BARRIERS];
    if (barrier->collecting) { /* the first to leave: later arrivals belong to the next phase */
        memcpy(barrier->released, barrier->arrived, block->warps * sizeof *barrier->arrived);
        join(barrier->released, block->exited, block->warps);
        barrier->collecting = false;
    }
    join(knowledge(block, warp), barrier->released, block->warps);
    block->warp_sync[warp] = block->clock[warp];
}

/* Copies what the block had acquired from others; without memory the release just says less. */
static void copy_seen(Release *release, const OrderBlock *block)
{
    free(release->seen);
    release->seen = NULL;
    release->seen_count = 0;
    if (block->seen_count == 0)
        return;
    release->seen = malloc(block->seen_count * sizeof *release->seen);
    if (!release->seen)
        return;
    memcpy(release->seen, block->seen, block->seen_count * sizeof *release->seen);
    release->seen_count = block->seen_count;
}

/* `unused`: an earlier one of this warp that no log refers to, to be filled anew; or NULL. */
static Release *release_make(Order *order, OrderBlock *block, uint32_t warp, SimScope scope,
                             Release *unused)
{
    Release *release = unused;
    if (!release) {
        release = calloc(1, sizeof *release + block->warps * sizeof *release->clocks);
        if (!release)
            return NULL;
        release->next = order->releases;
        order->releases = release;
    }
    publish(block, warp, release->clocks);
    release->scope = scope;
    copy_seen(release, block);
    return release;
}

static void fence(Order *order, OrderBlock *block, uint32_t warp, SimScope scope)
{
    Release *last = block->fenced[warp];
    block->fenced[warp] =
        release_make(order, block, warp, scope, last && !last->logged ? last : NULL);
}

void order_sync(Order *order, OrderBlock *block, const SimWarpInfo *warp, const SimSync *sync)
{
    switch (sync->kind) {
    case SIM_SYNC_BARRIER_ARRIVE:
        arrive(block, warp->warp, sync->id);
        break;
    case SIM_SYNC_BARRIER_LEAVE:
        leave(block, warp->warp, sync->id);
        break;
    case SIM_SYNC_WARP:
        if (sync->orders_memory)
            sync_warp(block, warp, sync->mask);
        break;
    case SIM_SYNC_FENCE:
        fence(order, block, warp->warp, sync->scope);
        break;
    }
}

void order_exit(OrderBlock *block, uint32_t warp)
{
    publish(block, warp, block->exited);
}

bool order_has_releases(const Order *order)
{
    return order->log_count > 0;
}

static size_t log_slot(const Order *order, uint64_t key)
{
    size_t mask = order->log_capacity - 1;
    size_t at = (size_t)((key * UINT64_C(0x9E3779B97F4A7C15)) >> 24) & mask;
    while (order->log_slots[at] && order->logs[order->log_slots[at] - 1].key != key)
        at = (at + 1) & mask;
    return at;
}

static bool logs_grow(Order *order)
{
    uint32_t room = order->log_room ? order->log_room * 2 : 32;
    Log *logs = realloc(order->logs, room * sizeof *logs);
    if (!logs)
        return false;
    order->logs = logs;
    uint32_t *slots = calloc((size_t)room * 2, sizeof *slots);
    if (!slots)
        return false;
    free(order->log_slots);
    order->log_slots = slots;
    order->log_capacity = (size_t)room * 2;
    order->log_room = room;
    for (uint32_t i = 0; i < order->log_count; i++)
        slots[log_slot(order, logs[i].key)] = i + 1;
    return true;
}

static Log *log_for(Order *order, uint64_t key)
{
    if (order->log_count == order->log_room && !logs_grow(order))
        return NULL;
    size_t at = log_slot(order, key);
    if (order->log_slots[at] == 0) {
        order->logs[order->log_count] = (Log){.key = key};
        order->log_slots[at] = ++order->log_count;
    }
    return &order->logs[order->log_slots[at] - 1];
}

static bool log_grow(Log *log)
{
    uint32_t room = log->room ? log->room * 2 : 8;
    LogEntry *entries = realloc(log->entries, room * sizeof *entries);
    if (!entries)
        return false;
    log->entries = entries;
    uint32_t *newest = calloc((size_t)room * 2, sizeof *newest);
    if (!newest)
        return false;
    free(log->newest);
    log->newest = newest;
    log->room = room;
    for (uint32_t i = 0; i < log->count; i++) /* later entries replace earlier ones */
        newest[newest_slot(log, entries[i].block)] = i + 1;
    return true;
}

static bool log_append(Log *log, uint32_t block, Release *release)
{
    if (log->count == log->room && !log_grow(log))
        return false;
    uint32_t *newest = &log->newest[newest_slot(log, block)];
    if (*newest && log->entries[*newest - 1].release == release)
        return true; /* nothing new since */
    release->logged = true;
    log->entries[log->count] = (LogEntry){block, *newest, release};
    *newest = ++log->count;
    return true;
}

bool order_release(Order *order, OrderBlock *block, uint32_t warp, uint64_t key, SimOrder how,
                   SimScope scope)
{
    Release *release = block->fenced[warp];
    if (how >= SIM_ORDER_RELEASE)
        release = release_make(order, block, warp, scope, NULL);
    if (!release)
        return how < SIM_ORDER_RELEASE;
    Log *log = log_for(order, key);
    return log && log_append(log, block->linear, release);
}

static void remember(OrderBlock *block, uint32_t log, uint32_t length)
{
    for (size_t i = 0; i < block->seen_count; i++) {
        if (block->seen[i].log == log) {
            block->seen[i].length = length;
            return;
        }
    }
    if (block->seen_count == block->seen_room) {
        size_t room = block->seen_room ? block->seen_room * 2 : 4;
        Seen *seen = realloc(block->seen, room * sizeof *seen);
        if (!seen)
            return;
        block->seen = seen;
        block->seen_room = room;
    }
    block->seen[block->seen_count++] = (Seen){log, length};
}

void order_acquire(Order *order, OrderBlock *block, uint32_t warp, uint64_t key)
{
    if (order->log_count == 0)
        return;
    uint32_t number = order->log_slots[log_slot(order, key)];
    if (number == 0)
        return;
    const Log *log = &order->logs[number - 1];
    const Release *own = newest_seen(log, log->count, block->linear, SIM_SCOPE_NONE);
    if (own)
        join(knowledge(block, warp), own->clocks, block->warps);
    /* A fence or release of block scope tells other blocks nothing. */
    bool wide = false;
    for (uint32_t i = log->count; !wide && i-- > 0;)
        wide = log->entries[i].block != block->linear &&
               log->entries[i].release->scope > SIM_SCOPE_CTA;
    if (wide)
        remember(block, number - 1, log->count);
}
