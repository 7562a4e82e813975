/* What is told of a race: both threads, both places, what would have ordered them. */
#include <stdio.h>
#include <string.h>

#include "observe/grain.h"
#include "observe/race_access.h"
#include "observe/race_rules.h"
#include "observe/race_state.h"
#include "observe/release_gap.h"
#include "observe/steer.h"

static SimSite site_before(const Race *race, Slot before)
{
    uint32_t site = race_site(before);
    return site <= RACE_SITE_MAX ? site_of(&race->sites, site) : (SimSite){0};
}

/* Is the memory's content just what this lane is about to write? Then the order can't be seen. */
static bool writes_equal(const Race *race, const Touch *touch, Slot before)
{
    const SimAccess *access = touch->access;
    if (!access->stored || race_strength(race, before) == RACE_ATOMICALLY)
        return false;
    const unsigned char *stored = access->stored;
    uint64_t at = access->address[touch->lane];
    uint64_t base = touch->shared ? access->shared_base : 0;
    const void *memory = (const void *)(uintptr_t)(base + at);
    stored += (size_t)touch->lane * access->bytes;
    if (race_warp(before) != race_warp(touch->first) || race_clock(before) != touch->clock)
        return memcmp(memory, stored, access->bytes) == 0;
    /* Perhaps the same instruction: nothing is in memory yet, so compare the lanes' values. */
    uint32_t other = (slot_who(before) - 1) % 32;
    bool together = (access->mask >> other & 1) && access->address[other] == at;
    const unsigned char *theirs =
        (const unsigned char *)access->stored + (size_t)other * access->bytes;
    return together ? memcmp(theirs, stored, access->bytes) == 0
                    : memcmp(memory, stored, access->bytes) == 0;
}

typedef enum RaceLines {
    RACE_TWO_LINES,
    RACE_ONE_LINE_UPDATES, /* one line reads and writes the place */
    RACE_ONE_LINE_WRITES,
} RaceLines;

/* What would have ordered them. Where one line writes for both no barrier may be what is missing,
 * but an index: the likeliest mistake is named first. */
static const char *missing_order(bool shared, bool same_block, bool same_warp, RaceLines lines)
{
    if (lines == RACE_ONE_LINE_UPDATES && shared)
        return "A barrier between the two is missing, or an atomic operation where several threads "
               "update one place.";
    if (lines == RACE_ONE_LINE_UPDATES)
        return "Between one thread's read and its write another thread's update is lost: this "
               "needs an atomic operation, such as atomicAdd(), or for each thread a place of its "
               "own.";
    if (lines == RACE_ONE_LINE_WRITES && same_block)
        return "Should each thread write a place of its own? Then the index is wrong. Should one "
               "thread write for all? Then the others must be kept away. What all of them change "
               "needs an atomic operation; what is written anew in each turn of a loop, a barrier.";
    if (lines == RACE_ONE_LINE_WRITES)
        return "Should each thread of the grid write a place of its own? Then the index is wrong: "
               "does the block's number belong to it? What all blocks change needs an atomic "
               "operation.";
    if (same_warp)
        return "A barrier between the two is missing: __syncthreads(), or __syncwarp() if one warp "
               "is all that takes part.";
    if (same_block)
        return "A barrier between the two is missing: __syncthreads().";
    return "Blocks run at the same time and in any order: this needs an atomic operation, a flag "
           "with __threadfence(), or a second launch.";
}

static const char *missing_wait(const PtxInst *copy)
{
    if (!copy || !ptx_has(copy, PTX_MOD_BULK))
        return "The copy is asynchronous, and its thread has not waited for it: "
               "__pipeline_wait_prior() or cp.async.wait_all, and a barrier where others read it.";
    if (ptx_has(copy, PTX_MOD_BULK_GROUP))
        return "The bulk copy is asynchronous, and its thread has not waited for it: "
               "cp.async.bulk.wait_group.read (cuda::ptx::cp_async_bulk_wait_group_read) before "
               "the "
               "memory that it reads is used for something else, and a barrier behind that for the "
               "others.";
    return "The bulk copy is asynchronous: what it uses is free again when a wait for its "
           "mbarrier's "
           "phase has ended.";
}

/* What is missing whatever else is there; `fenced`: one is a write of a flag that a fence stands
 * before. NULL: nothing of the kind. */
static const char *missing_strength(const Race *race, const Touch *touch, Slot before, bool fenced)
{
    if (race_is_flying(before))
        return missing_wait(race_inst(race, before));
    bool now = touch->strength == RACE_ATOMICALLY;
    bool then = race_strength(race, before) == RACE_ATOMICALLY;
    bool plain = touch->strength == RACE_WEAK || race_strength(race, before) == RACE_WEAK;
    if (now != then && !touch->shared && plain && fenced)
        return "One of the two is atomic and the other is not: both must be, and the fence before "
               "the write does not replace that.";
    if (now != then && !touch->shared)
        return "One of the two is atomic and the other is not: where both may happen at any time, "
               "both must be; else something must keep them apart, such as a barrier, a flag with "
               "__threadfence(), or a second launch.";
    if (now && then)
        return "An atomic operation with the scope of a block is atomic among the threads of that "
               "block alone: between blocks it needs the scope of the device.";
    if (now || then || touch->shared)
        return NULL;
    if (plain && touch->strength != race_strength(race, before))
        return fenced ? "One of the two is volatile and the other is not: a flag must be volatile "
                        "or atomic on both sides, and the fence before the write does not replace "
                        "that."
                      : "One of the two is volatile and the other is not: where both may happen at "
                        "any time, both must be volatile or atomic; else something must keep them "
                        "apart, such as a barrier or a second launch.";
    return fenced
               ? "A fence stands before the write, but a flag that others look at meanwhile must "
                 "be volatile or atomic on both sides."
               : NULL;
}

/* Is the one a plain write that directly follows a fence, as of a flag, and the other a look at it?
 */
static bool is_fenced_flag(Race *race, const SimSite *write, const SimSite *look)
{
    const PtxInst *store = write->inner ? NULL : write->inst;
    const PtxInst *load = look->inner ? NULL : look->inst;
    const Flow *flow = store && store->op == PTX_OP_ST && write->function
                           ? flow_of(&race->flows, write->function)
                           : NULL;
    const Flow *other = load && look->function ? flow_of(&race->flows, look->function) : NULL;
    if (!flow || !other || !steer_is_fenced(flow, store))
        return false;
    return load->op == PTX_OP_ATOM || (load->op == PTX_OP_LD && steer_decides(other, load));
}

/* Is one access plain, and the other a volatile look at a flag? Then the place is no data. */
static bool is_half_flag(Race *race, const Touch *touch, Slot before, const SimFinding *finding)
{
    const RaceStrength then = race_strength(race, before);
    const SimSite *look = touch->strength == RACE_STRONG ? &finding->site : &finding->other_site;
    const PtxInst *load = look->inner ? NULL : look->inst;
    if (touch->strength == then || !load || load->op != PTX_OP_LD || !look->function)
        return false;
    const Flow *flow = flow_of(&race->flows, look->function);
    return !flow || steer_decides(flow, load);
}

/* Of two accesses that are not atomic: what a lock or a flag around them lacks. */
static bool say_gap(Race *race, const Touch *touch, Slot before, const SimFinding *finding,
                    bool across, char *out, size_t size)
{
    if (race_is_flying(before) || touch->strength == RACE_ATOMICALLY ||
        race_strength(race, before) == RACE_ATOMICALLY ||
        is_half_flag(race, touch, before, finding))
        return false;
    ReleaseGap gap = release_gap(&race->flows, &finding->other_site, &finding->site, across);
    if (gap.kind == GAP_NONE)
        gap = release_gap(&race->flows, &finding->site, &finding->other_site, across);
    release_gap_say(&gap, touch->shared, out, size);
    return gap.kind != GAP_NONE;
}

static bool is_call(const SimSite *site)
{
    const PtxInst *inst = site_inst(site);
    return inst && inst->op == PTX_OP_CALL;
}

static const char *verb(const SimSite *site, bool writes, bool atomic, SimAccessKind kind)
{
    if (is_call(site))
        return "frees it";
    if (kind == SIM_ACCESS_ATOMIC || kind == SIM_ACCESS_REDUCTION)
        return "updates it atomically";
    if (atomic)
        return writes ? "writes it atomically" : "reads it atomically";
    return writes ? "writes it" : "reads it";
}

/* Atomic instructions by what they are called; others count as loads here. */
static SimAccessKind kind_before(const SimFinding *finding)
{
    const PtxInst *inst = site_inst(&finding->other_site);
    return inst && (inst->op == PTX_OP_ATOM || inst->op == PTX_OP_RED ||
                    inst->op == PTX_OP_MBARRIER)
               ? SIM_ACCESS_ATOMIC
               : SIM_ACCESS_LOAD;
}

/* What they race for: where both are, in elements as small as the smaller of the two accesses. */
static void name_place(Race *race, const Touch *touch, const SimFinding *finding, char *out,
                       size_t size)
{
    uint32_t bytes = grain_bytes(&race->flows, &finding->site);
    uint32_t other = grain_bytes(&race->flows, &finding->other_site);
    if (bytes == 0 || bytes > touch->access->bytes)
        bytes = touch->access->bytes;
    if (other && other < bytes)
        bytes = other;
    if (touch->shared)
        say_shared(out, size, race->launch, touch->address, bytes);
    else
        say_global(out, size, race->launch, touch->address, bytes);
}

/* Of a function that is called it isn't known, and taken for granted. */
static bool may_update(Race *race, const SimSite *writes)
{
    bool known = writes->inst && !writes->inner && writes->inst->op == PTX_OP_ST;
    const Flow *flow = known ? flow_of(&race->flows, writes->function) : NULL;
    return !flow || flow_is_update(flow, writes->inst);
}

static const char *whose(const Race *race, const Touch *touch, char *name, size_t size)
{
    return touch->shared ? say_whose(name)
                         : say_whose_global(name, size, race->launch, touch->address);
}

static RaceLines lines_of(Race *race, const SimFinding *finding, bool one_line, bool writes,
                          bool before_writes)
{
    if (!one_line || (!writes && !before_writes))
        return RACE_TWO_LINES;
    if (writes && before_writes)
        return RACE_ONE_LINE_WRITES;
    return may_update(race, writes ? &finding->site : &finding->other_site) ? RACE_ONE_LINE_UPDATES
                                                                            : RACE_TWO_LINES;
}

static void describe(Race *race, const Touch *touch, Slot before, bool before_writes, bool equal,
                     const char *what, SimFinding *finding, char *text, size_t size)
{
    char who[80], other[80], line[32], other_line[32];
    bool shared = touch->shared;
    bool same_block = memcmp(&finding->block, &finding->other_block, sizeof(SimDim)) == 0;
    bool same_warp = race_warp(before) == race_warp(touch->first);
    say_thread(who, sizeof who, finding->block, finding->thread, same_block);
    say_thread(other, sizeof other, finding->other_block, finding->other_thread, same_block);
    say_line(line, sizeof line, &finding->site);
    say_line(other_line, sizeof other_line, &finding->other_site);
    bool fenced = is_fenced_flag(race, &finding->site, &finding->other_site) ||
                  is_fenced_flag(race, &finding->other_site, &finding->site);
    char gap[192];
    const char *missing =
        !fenced && say_gap(race, touch, before, finding, !same_block, gap, sizeof gap)
            ? gap
            : missing_strength(race, touch, before, fenced);
    bool one_line = !is_call(&finding->site) && strcmp(line, other_line) == 0;
    RaceLines lines = lines_of(race, finding, one_line, touch->writes, before_writes);
    snprintf(text, size, "Race on %s: %s %s in %s, %s %s in %s. %s%s", what, who,
             verb(&finding->site, touch->writes, touch->strength == RACE_ATOMICALLY,
                  touch->access->kind),
             line, other,
             race_is_flying(before)
                 ? (before_writes ? "copies to it" : "copies from it")
                 : verb(&finding->other_site, before_writes,
                        race_strength(race, before) == RACE_ATOMICALLY, kind_before(finding)),
             other_line, missing ? missing : missing_order(shared, same_block, same_warp, lines),
             equal ? " Both write the same value, so the result is the same today." : "");
}

void race_report(Race *race, const Touch *touch, Slot now, Slot before, bool before_writes)
{
    bool equal = touch->writes && before_writes && touch->strength != RACE_ATOMICALLY &&
                 !race_is_update(before) && writes_equal(race, touch, before);
    if (equal && touch->data && !touch->updates)
        return;
    const SimLaunchInfo *launch = race->launch;
    const char *plain = touch->shared ? "shared-race" : "global-race";
    /* Of two lines that race, some values may be equal by chance. */
    if (equal &&
        say_was_told(&race->said, plain, touch->access->site.inst, site_before(race, before).inst))
        equal = false;
    SimFinding finding = {
        .checker = "race",
        .rule = !equal          ? plain
                : touch->shared ? "shared-same-value"
                                : "global-same-value",
        .site = touch->access->site,
        .has_other = true,
        .other_site = site_before(race, before),
        .address = touch->address,
        .bytes = touch->access->bytes,
        .space = touch->access->space,
    };
    who_place(slot_who(now), launch->grid, launch->block, &finding.block, &finding.thread);
    who_place(slot_who(before), launch->grid, launch->block, &finding.other_block,
              &finding.other_thread);
    char text[SAY_TEXT], what[160];
    const bool keeps = rule_is_mild(race, touch, before);
    if (keeps || say_first(&race->said, finding.rule, finding.site.inst, finding.other_site.inst)) {
        name_place(race, touch, &finding, what, sizeof what);
        describe(race, touch, before, before_writes, equal, what, &finding, text, sizeof text);
        finding.text = text;
        finding.about = whose(race, touch, what, sizeof what);
    }
    if (keeps)
        race_flags_keep(&race->marked, race_place(touch->access, touch->address), &finding);
    else
        race->findings.found(race->findings.state, &finding);
}

void race_report_proxy(Race *race, const Touch *touch, Slot now, Slot before)
{
    const SimLaunchInfo *launch = race->launch;
    SimFinding finding = {.checker = "race",
                          .rule = "proxy-race",
                          .site = touch->access->site,
                          .has_other = true,
                          .other_site = site_before(race, before),
                          .address = touch->address,
                          .bytes = touch->access->bytes,
                          .space = touch->access->space};
    char text[SAY_TEXT], what[160], line[48], other_line[48], who[96], other[96];
    who_place(slot_who(now), launch->grid, launch->block, &finding.block, &finding.thread);
    who_place(slot_who(before), launch->grid, launch->block, &finding.other_block,
              &finding.other_thread);
    if (say_first(&race->said, finding.rule, finding.site.inst, finding.other_site.inst)) {
        name_place(race, touch, &finding, what, sizeof what);
        say_thread(who, sizeof who, finding.block, finding.thread, true);
        say_thread(other, sizeof other, finding.other_block, finding.other_thread, true);
        say_line(line, sizeof line, &finding.site);
        say_line(other_line, sizeof other_line, &finding.other_site);
        const PtxInst *inst = touch->access->inst;
        const bool multiplies = inst && inst->op == PTX_OP_WGMMA;
        snprintf(text, sizeof text,
                 "Race on %s: %s %s in %s, %s writes it in %s. %s by the asynchronous proxy, which "
                 "need not see what threads wrote: a fence.proxy.async "
                 "(cuda::ptx::fence_proxy_async) is missing between the two, best by each writer "
                 "before the barrier.",
                 what, who, multiplies ? "reads it by wgmma" : "begins a bulk copy that reads it",
                 line, other, other_line, multiplies ? "wgmma goes" : "Bulk copies go");
        finding.text = text;
        finding.about = whose(race, touch, what, sizeof what);
    }
    race->findings.found(race->findings.state, &finding);
}
