/* Threads that wait for each other: who waits where, and for whom. */
#include "sim/engine/cluster.h"
#include "sim/engine/fault.h"
#include "sim/engine/team.h"

static void add_waiter(const SimWarp *warp, const Split *split, FaultLine *line)
{
    uint32_t lane = (uint32_t)__builtin_ctz(split->mask);
    uint32_t count = (uint32_t)__builtin_popcount(split->mask);
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
    fault_add_place(line, split->pc->source);
}

static void report_waiter(SimWarp *warp, const Split *split, const SimWarp *other_warp,
                          const Split *other, bool fatal)
{
    uint32_t lane = (uint32_t)__builtin_ctz(split->mask);
    FaultText what = {.rule = "deadlock", .checker = "synchronisation"};
    FaultLine line = {0};
    warp->top = split->frame;
    add_waiter(warp, split, &line);
    SimFinding finding = fault_finding(warp, split->pc, lane, &what);
    if (other) {
        fault_add(&line, "%s: ",
                  split->state == SPLIT_READY ? ", and nothing that it looks at changes"
                                              : ", and nobody can come");
        add_waiter(other_warp, other, &line);
        finding.has_other = true;
        finding.other_site = warp_site(warp, other->pc);
        finding.other_site.function = other->frame->function->source;
        finding.other_block = other_warp->block->index;
        finding.other_thread = warp_thread(other_warp, (uint32_t)__builtin_ctz(other->mask));
    } else if (split->state == SPLIT_READY) {
        fault_add(&line, ": nothing that it looks at changes any more");
    } else if (split->state == SPLIT_BARRIER) {
        const Barrier *barrier = &warp->block->barriers[split->barrier];
        if (barrier->expected)
            fault_add(&line,
                      ", which waits for %u threads; %u threads of the block are left and "
                      "%u have come",
                      barrier->expected, warp->block->live, barrier->arrived);
    } else if (split->state == SPLIT_CLUSTER) {
        const Cluster *cluster = warp->block->cluster;
        fault_add(&line, ", to which %u of the %u threads left in the cluster have come",
                  cluster->arrived, cluster->live);
    } else {
        fault_add(&line, ", which will never come");
    }
    finding.fatal = fatal;
    fault_tell(warp, &finding, &line);
}

/* Somebody who waits elsewhere: at another place than `split`. */
static const Split *waits_elsewhere(const Block *block, const Split *split, const SimWarp **where)
{
    for (uint32_t w = 0; w < block->warp_count; w++)
        for (uint32_t i = 0; i < block->warps[w].split_count; i++) {
            const Split *other = &block->warps[w].splits[i];
            if (other != split && (other->pc != split->pc || other->state != split->state)) {
                *where = &block->warps[w];
                return other;
            }
        }
    return NULL;
}

/* The same in the whole cluster, where its barrier is what is waited at. */
static const Split *waits_in_cluster(const Block *block, const Split *split, const SimWarp **where)
{
    const Cluster *cluster = block->cluster;
    const Split *other = waits_elsewhere(block, split, where);
    for (uint32_t i = 0; i < cluster->size && !other && split->state == SPLIT_CLUSTER; i++)
        other = waits_elsewhere(cluster->blocks[i], split, where);
    return other;
}

/* One finding for each place at which somebody waits, at most a few. */
void fault_deadlock(Block *block)
{
    enum { MOST = 8 };
    const SimInst *told[MOST];
    uint32_t count = 0;
    for (uint32_t w = 0; w < block->warp_count; w++) {
        SimWarp *warp = &block->warps[w];
        for (uint32_t i = 0; i < warp->split_count && count < MOST; i++) {
            const Split *split = &warp->splits[i];
            bool known = false;
            for (uint32_t t = 0; t < count; t++)
                known |= told[t] == split->pc;
            if (known)
                continue;
            const SimWarp *where = NULL;
            const Split *other = waits_in_cluster(block, split, &where);
            report_waiter(warp, split, where, other, count == 0);
            told[count++] = split->pc;
        }
    }
    block->run->over = true;
    block->run->result->status = ENGINE_DEADLOCK;
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
    fault_add_place(&line, split->pc->source);
    fault_add(&line, " while thread (%u,%u,%u) waits at another", other_thread.x, other_thread.y,
              other_thread.z);
    fault_add_place(&line, other->pc->source);
    fault_add(&line, ": __syncthreads() must be reached by all threads of the block at the same "
                     "place");
    Frame *top = warp->top;
    warp->top = split->frame;
    SimFinding finding = fault_finding(warp, split->pc, lane, &what);
    warp->top = top;
    finding.has_other = true;
    finding.other_site = warp_site(warp, other->pc);
    finding.other_site.function = other->frame->function->source;
    finding.other_block = warp->block->index;
    finding.other_thread = other_thread;
    fault_tell(warp, &finding, &line);
}
