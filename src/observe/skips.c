/* Barriers that some threads of a block go around: of all that come to the end of a region, each
 * must have passed its barriers as often as the others. */
#include "observe/skips.h"

#include <stdio.h>
#include <stdlib.h>

#include "observe/regions.h"
#include "observe/say.h"
#include "observe/site.h"

enum { ROUNDS = 256 }; /* that are compared; later ones are let pass */

/* How a block goes through one region. */
typedef struct Passage {
    uint32_t block;
    const PtxFunction *function;
    uint32_t region;
    uint16_t *passed, *round; /* [threads] */
    uint16_t expected[ROUNDS];
    Who first[ROUNDS]; /* the thread that expects it; 0: nobody yet */
} Passage;

typedef struct Known {
    const PtxFunction *function;
    Regions regions;
} Known;

struct Skips {
    SimObserver observer;
    SimFindingSink findings;
    const SimLaunchInfo *launch;
    Known *known;
    uint32_t known_count, known_room;
    Passage **passages;
    size_t count, room;
    SayOnce said;
};

static const Regions *regions_of(Skips *skips, const PtxFunction *function)
{
    for (uint32_t i = 0; i < skips->known_count; i++)
        if (skips->known[i].function == function)
            return &skips->known[i].regions;
    if (skips->known_count == skips->known_room) {
        uint32_t room = skips->known_room ? skips->known_room * 2 : 4;
        Known *known = realloc(skips->known, room * sizeof *known);
        if (!known)
            return NULL;
        skips->known = known;
        skips->known_room = room;
    }
    Known *fresh = &skips->known[skips->known_count++];
    *fresh = (Known){.function = function};
    regions_find(function, &fresh->regions);
    return &fresh->regions;
}

static void passage_free(Passage *passage)
{
    free(passage->passed);
    free(passage);
}

static Passage *passage_for(Skips *skips, const SimWarpInfo *warp, const PtxFunction *function,
                            uint32_t region)
{
    for (size_t i = skips->count; i-- > 0;) {
        Passage *one = skips->passages[i];
        if (one->block == warp->block_linear && one->region == region && one->function == function)
            return one;
    }
    if (skips->count == skips->room) {
        size_t room = skips->room ? skips->room * 2 : 16;
        Passage **more = realloc(skips->passages, room * sizeof(Passage *));
        if (!more)
            return NULL;
        skips->passages = more;
        skips->room = room;
    }
    size_t threads = (size_t)who_warps(warp->launch) * 32;
    Passage *fresh = calloc(1, sizeof *fresh);
    if (!fresh || !(fresh->passed = calloc(threads * 2, sizeof *fresh->passed))) {
        free(fresh);
        return NULL;
    }
    fresh->round = fresh->passed + threads;
    fresh->block = warp->block_linear;
    fresh->function = function;
    fresh->region = region;
    return skips->passages[skips->count++] = fresh;
}

/* "never comes to it", "comes to it twice" */
static void say_visits(char *out, size_t size, uint32_t count)
{
    if (count == 0)
        snprintf(out, size, "never comes to it");
    else if (count < 3)
        snprintf(out, size, "comes to it %s", count == 1 ? "once" : "twice");
    else
        snprintf(out, size, "comes to it %u times", count);
}

static void report(Skips *skips, const SimSite *site, const Region *region, const Passage *passage,
                   Who fewer, Who more, uint32_t few, uint32_t many)
{
    SimDim grid = skips->launch->grid, block = skips->launch->block;
    const PtxFunction *function = passage->function;
    const PtxInst *inst = regions_barrier(&function->insts[region->barriers[0]]);
    SimSite barrier = {.module = site->module, .function = function, .inst = inst};
    SimFinding finding = {.checker = "synchronisation",
                          .rule = "divergent-barrier",
                          .site = barrier,
                          .has_other = true,
                          .other_site = barrier,
                          .about = "barrier"}; /* unrolled: several instructions for a line */
    who_place(fewer, grid, block, &finding.block, &finding.thread);
    who_place(more, grid, block, &finding.other_block, &finding.other_thread);
    char text[SAY_TEXT], who[96], other[96], line[48], fewer_times[32], more_times[32];
    if (say_first(&skips->said, finding.rule, barrier.inst, NULL)) {
        say_thread(who, sizeof who, finding.block, finding.thread, false);
        say_thread(other, sizeof other, finding.other_block, finding.other_thread, true);
        say_line(line, sizeof line, &barrier);
        say_visits(fewer_times, sizeof fewer_times, few);
        say_visits(more_times, sizeof more_times, many);
        snprintf(
            text, sizeof text,
            "T%s goes around the barrier in %s: it %s, %s %s. All threads of a block must come "
            "to the same barriers: put it outside of the condition, or of the loop whose "
            "turns differ.",
            who + 1, line, fewer_times, other, more_times);
        finding.text = text;
    }
    skips->findings.found(skips->findings.state, &finding);
}

/* A thread has come to the end of a region. */
static void compare(Skips *skips, const SimSite *site, const Region *region, Passage *passage,
                    uint32_t thread, Who who)
{
    uint32_t round = passage->round[thread]++, passed = passage->passed[thread];
    passage->passed[thread] = 0;
    if (round >= ROUNDS) {
        passage->round[thread] = ROUNDS;
        return;
    }
    if (!passage->first[round]) {
        passage->first[round] = who;
        passage->expected[round] = (uint16_t)passed;
        return;
    }
    uint32_t expected = passage->expected[round];
    if (passed < expected)
        report(skips, site, region, passage, who, passage->first[round], passed, expected);
    else if (passed > expected)
        report(skips, site, region, passage, passage->first[round], who, expected, passed);
}

static bool has_barrier(const Region *region, uint32_t inst)
{
    for (uint32_t i = 0; i < region->barrier_count; i++)
        if (region->barriers[i] == inst)
            return true;
    return false;
}

static void on_instruction(void *self, const SimWarpInfo *warp, const SimSite *site,
                           const PtxInst *told, uint32_t mask)
{
    Skips *skips = self;
    const PtxFunction *function = warp->function;
    if (!function || !told || told < function->insts ||
        told >= function->insts + function->inst_count)
        return;
    uint32_t inst = (uint32_t)(told - function->insts);
    const Regions *regions = regions_of(skips, function);
    for (uint32_t r = 0; regions && r < regions->count; r++) {
        const Region *region = &regions->items[r];
        bool ends = region->end == inst, passes = has_barrier(region, inst);
        Passage *passage = ends || passes ? passage_for(skips, warp, function, r) : NULL;
        for (uint32_t left = passage ? mask & warp->live : 0; left; left &= left - 1) {
            uint32_t lane = (uint32_t)__builtin_ctz(left), thread = warp->warp * 32 + lane;
            if (ends)
                compare(skips, site, region, passage, thread, who_lane0(warp) + lane);
            if (passes && passage->passed[thread] < UINT16_MAX)
                passage->passed[thread]++;
        }
    }
}

static bool watches(void *self, const PtxFunction *function, const PtxInst *inst)
{
    const Regions *regions = regions_of(self, function);
    uint32_t index = (uint32_t)(inst - function->insts);
    for (uint32_t r = 0; regions && r < regions->count; r++)
        if (regions->items[r].end == index || has_barrier(&regions->items[r], index))
            return true;
    return false;
}

static void forget_block(Skips *skips, uint32_t linear)
{
    for (size_t i = skips->count; i-- > 0;)
        if (skips->passages[i]->block == linear) {
            passage_free(skips->passages[i]);
            skips->passages[i] = skips->passages[--skips->count];
        }
}

static void on_block_end(void *self, const SimLaunchInfo *launch, SimDim block, uint32_t linear)
{
    (void)launch;
    (void)block;
    forget_block(self, linear);
}

static void forget(Skips *skips)
{
    for (size_t i = 0; i < skips->count; i++)
        passage_free(skips->passages[i]);
    skips->count = 0;
    for (uint32_t i = 0; i < skips->known_count; i++)
        regions_free(&skips->known[i].regions);
    skips->known_count = 0;
    say_forget(&skips->said);
}

static void on_launch_begin(void *self, const SimLaunchInfo *launch)
{
    Skips *skips = self;
    forget(skips);
    skips->launch = launch;
}

Skips *skips_new(SimFindingSink findings)
{
    Skips *skips = calloc(1, sizeof *skips);
    if (!skips)
        return NULL;
    skips->findings = findings;
    skips->observer = (SimObserver){
        .self = skips,
        .launch_begin = on_launch_begin,
        .block_end = on_block_end,
        .instruction = on_instruction,
        .watches = watches,
    };
    return skips;
}

void skips_free(Skips *skips)
{
    if (!skips)
        return;
    forget(skips);
    free(skips->known);
    free(skips->passages);
    free(skips);
}

const SimObserver *skips_observer(const Skips *skips)
{
    return &skips->observer;
}
