/* Threads that wait for each other: who waits where, and for whom. */
#include "sim/engine/cluster.h"
#include "sim/engine/fault.h"
#include "sim/engine/stall.h"
#include "sim/engine/team.h"

/* A split, its warp, and what the warp looks at. */
typedef struct Waiter {
    SimWarp *warp;
    const Split *split;
    const StallLook *look; /* NULL: nothing */
} Waiter;

static const SimInst *place_of(const Waiter *waiter)
{
    return waiter->look ? waiter->look->inst : waiter->split->pc;
}

static SimSite site_of(const Waiter *waiter)
{
    Frame *top = waiter->warp->top;
    waiter->warp->top = waiter->look ? waiter->look->frame : waiter->split->frame;
    SimSite site = warp_site(waiter->warp, place_of(waiter));
    waiter->warp->top = top;
    return site;
}

static void add_waiter(const Waiter *waiter, FaultLine *line)
{
    const SimWarp *warp = waiter->warp;
    const Split *split = waiter->split;
    uint32_t lane = (uint32_t)__builtin_ctz(split->mask);
    uint32_t count = (uint32_t)__builtin_popcount(split->mask);
    SimSite site = site_of(waiter);
    fault_add_thread(line, warp_thread(warp, lane), warp->block->index);
    if (count > 1)
        fault_add(line, "and %u more of warp %u ", count - 1, warp->index);
    if (split->state == SPLIT_READY) {
        fault_add(line, "%s round in a loop for ever", count > 1 ? "go" : "goes");
    } else if (split->state == SPLIT_CLUSTER) {
        fault_add(line, "wait%s at the cluster's barrier", count > 1 ? "" : "s");
    } else if (split->state == SPLIT_BARRIER) {
        fault_add(line, "wait%s at barrier %u", count > 1 ? "" : "s", split->barrier);
    } else {
        uint32_t missing = split->wait & warp->live & ~split->mask;
        fault_add(line, "wait%s at %.*s for lanes 0x%08x of their warp", count > 1 ? "" : "s",
                  VIEW_ARG(split->pc->source->mnemonic), missing);
    }
    fault_add_place(line, &site);
    if (waiter->look) {
        char look[256];
        stall_describe_look(waiter->look, warp, look, sizeof(look));
        fault_add(line, "%s", look);
    }
}

/* Why nobody will let it go on, when there is no one else to name. */
static void add_reason(const Waiter *waiter, FaultLine *line)
{
    const SimWarp *warp = waiter->warp;
    const Split *split = waiter->split;
    if (split->state == SPLIT_READY) {
        fault_add(line, ": nothing that it looks at changes any more");
    } else if (split->state == SPLIT_BARRIER) {
        const Barrier *barrier = &warp->block->barriers[split->barrier];
        if (barrier->expected)
            fault_add(line,
                      ", which waits for %u threads; %u threads of the block are left and "
                      "%u have come",
                      barrier->expected, warp->block->live, barrier->arrived);
    } else if (split->state == SPLIT_CLUSTER) {
        const Cluster *cluster = warp->block->cluster;
        fault_add(line, ", to which %u of the %u threads left in the cluster have come",
                  cluster->arrived, cluster->live);
    } else {
        fault_add(line, ", which will never come");
    }
}

static void report_waiter(const Waiter *waiter, const Waiter *other, bool fatal)
{
    SimWarp *warp = waiter->warp;
    uint32_t lane = (uint32_t)__builtin_ctz(waiter->split->mask);
    FaultText what = {.rule = "deadlock", .checker = "synchronisation"};
    FaultLine line = {0};
    add_waiter(waiter, &line);
    SimFinding finding = fault_finding(warp, place_of(waiter), lane, &what);
    finding.site = site_of(waiter);
    if (waiter->look) {
        finding.space = waiter->look->space;
        finding.address = waiter->look->address;
    }
    if (other->split) {
        fault_add(&line, "%s: ",
                  waiter->split->state == SPLIT_READY ? ", and nothing that it looks at changes"
                                                      : ", and nobody can come");
        add_waiter(other, &line);
        finding.has_other = true;
        finding.other_site = site_of(other);
        finding.other_block = other->warp->block->index;
        finding.other_thread =
            warp_thread(other->warp, (uint32_t)__builtin_ctz(other->split->mask));
    } else {
        add_reason(waiter, &line);
    }
    finding.fatal = fatal;
    fault_tell(warp, &finding, &line);
}

typedef struct Deadlock {
    Block *const *blocks;
    uint32_t count;
    const StallWarp *looks; /* [block * warps of a block + warp]; NULL: none */
} Deadlock;

static Waiter waiter_at(const Deadlock *deadlock, uint32_t block, uint32_t warp, uint32_t split)
{
    const Block *of = deadlock->blocks[block];
    SimWarp *its = &of->warps[warp];
    Waiter waiter = {its, &its->splits[split], NULL};
    const StallLook *look =
        deadlock->looks ? &deadlock->looks[(size_t)block * of->warp_count + warp].look : NULL;
    if (look && look->inst && waiter.split->state == SPLIT_READY &&
        (look->mask & waiter.split->mask))
        waiter.look = look;
    return waiter;
}

/* Somebody who waits elsewhere: at another place than `waiter`. */
static bool waits_elsewhere(const Deadlock *deadlock, uint32_t block, const Waiter *waiter,
                            Waiter *out)
{
    for (uint32_t w = 0; w < deadlock->blocks[block]->warp_count; w++)
        for (uint32_t i = 0; i < deadlock->blocks[block]->warps[w].split_count; i++) {
            Waiter other = waiter_at(deadlock, block, w, i);
            if (other.split == waiter->split || (place_of(&other) == place_of(waiter) &&
                                                 other.split->state == waiter->split->state))
                continue;
            *out = other;
            return true;
        }
    return false;
}

/* In the block; or in the cluster, where its barrier is what is waited at; or anywhere, for those
 * who look at memory. */
static Waiter other_of(const Deadlock *deadlock, uint32_t block, const Waiter *waiter)
{
    Waiter other = {0};
    const Cluster *cluster = deadlock->blocks[block]->cluster;
    if (waits_elsewhere(deadlock, block, waiter, &other))
        return other;
    if (waiter->split->state == SPLIT_CLUSTER) {
        Deadlock whole = {cluster->blocks, cluster->size, NULL};
        for (uint32_t i = 0; i < cluster->size; i++)
            if (waits_elsewhere(&whole, i, waiter, &other))
                return other;
    }
    for (uint32_t i = 0; waiter->split->state == SPLIT_READY && i < deadlock->count; i++)
        if (waits_elsewhere(deadlock, i, waiter, &other))
            return other;
    return other;
}

/* One finding for each place at which somebody waits, at most a few. */
void fault_deadlock(Block *const *blocks, uint32_t count, const StallWarp *looks)
{
    enum { MOST = 8 };
    const SimInst *told[MOST];
    uint32_t told_count = 0;
    const Deadlock deadlock = {blocks, count, looks};
    for (uint32_t b = 0; b < count; b++)
        for (uint32_t w = 0; w < blocks[b]->warp_count; w++)
            for (uint32_t i = 0; i < blocks[b]->warps[w].split_count && told_count < MOST; i++) {
                Waiter waiter = waiter_at(&deadlock, b, w, i);
                bool known = false;
                for (uint32_t t = 0; t < told_count; t++)
                    known |= told[t] == place_of(&waiter);
                if (known)
                    continue;
                Waiter other = other_of(&deadlock, b, &waiter);
                report_waiter(&waiter, &other, told_count == 0);
                told[told_count++] = place_of(&waiter);
            }
    blocks[0]->run->over = true;
    blocks[0]->run->result->status = ENGINE_DEADLOCK;
}

void fault_divergent_barrier(SimWarp *warp, const Split *split, const SimWarp *other_warp,
                             const Split *other)
{
    Run *run = warp->run;
    if (!team_order(run))
        return;
    Told *told = run->told;
    for (uint32_t i = 0; i < told->barrier_count; i++)
        if (told->barriers[i] == split->pc->source)
            return;
    if (told->barrier_count == RUN_DIVERGENT)
        return;
    told->barriers[told->barrier_count++] = split->pc->source;
    FaultText what = {.rule = "divergent-barrier", .checker = "synchronisation"};
    uint32_t lane = (uint32_t)__builtin_ctz(split->mask);
    SimDim thread = warp_thread(warp, lane);
    SimDim other_thread = warp_thread(other_warp, (uint32_t)__builtin_ctz(other->mask));
    FaultLine line = {0};
    fault_add_thread(&line, thread, warp->block->index);
    fault_add(&line, "waits at one barrier");
    Waiter waiter = {warp, split, NULL}, waits = {(SimWarp *)other_warp, other, NULL};
    SimSite site = site_of(&waiter), other_site = site_of(&waits);
    fault_add_place(&line, &site);
    fault_add(&line, " while thread (%u,%u,%u) waits at another", other_thread.x, other_thread.y,
              other_thread.z);
    fault_add_place(&line, &other_site);
    fault_add(&line, ": __syncthreads() must be reached by all threads of the block at the same "
                     "place");
    Frame *top = warp->top;
    warp->top = split->frame;
    SimFinding finding = fault_finding(warp, split->pc, lane, &what);
    warp->top = top;
    finding.about = "barrier"; /* once for the same lines, whatever a loop was unrolled to */
    finding.has_other = true;
    finding.other_site = other_site;
    finding.other_block = warp->block->index;
    finding.other_thread = other_thread;
    fault_tell(warp, &finding, &line);
}
