/* Races between grids in words. */
#include "observe/grid_race_report.h"

#include <stdio.h>

#include "ptx/place.h"

enum { NAME = 80 };

/* "refine", or "the copy" of a kernel's own. */
static void say_grid(char *out, size_t size, const KinGrid *grid)
{
    View name = grid->kernel ? ptx_function_name(grid->kernel->name) : VIEW("a copy or fill");
    snprintf(out, size, "%.*s", VIEW_ARG(name));
}

static void say_side(char *out, size_t size, const Kin *kin, const GridSide *side,
                     const SimDim *block, const SimDim *thread)
{
    char line[48], name[NAME], who[96];
    const KinGrid *grid = kin_grid(kin, side->grid);
    const char *verb = side->frees    ? "frees it"
                       : side->atomic ? "updates it atomically"
                       : side->writes ? "writes it"
                                      : "reads it";
    say_line(line, sizeof line, &side->site);
    say_grid(name, sizeof name, grid);
    if (side->who) {
        say_thread(who, sizeof who, *block, *thread, false);
        snprintf(out, size, "%s of %s %s in %s", who, name, verb, line);
    } else {
        snprintf(out, size, "%s asked for in %s %s", name, line, verb);
    }
}

static const char *stream_of(const KinGrid *grid)
{
    return grid->stream == SIM_STREAM_FIRE_AND_FORGET ? "as fire-and-forget"
           : grid->stream == SIM_STREAM_OF_BLOCK      ? "in the default stream of its block"
                                                      : "in a stream of its own";
}

/* " by thread (0,0,0) of block (1,0,0) in line 12 in the default stream of its block" */
static void say_launch(char *out, size_t size, const KinGrid *grid)
{
    char line[48], who[96];
    say_line(line, sizeof line, &grid->site);
    say_thread(who, sizeof who, grid->launcher_block, grid->launcher_thread, false);
    snprintf(out, size, "launched by %s in %s %s", who, line, stream_of(grid));
}

static void say_order(char *out, size_t size, const Kin *kin, const GridConflict *conflict)
{
    char child[NAME], other[NAME], launch[256], other_launch[256];
    const KinGrid *first = kin_grid(kin, conflict->first);
    say_grid(child, sizeof child, first);
    say_launch(launch, sizeof launch, first);
    switch (conflict->relation) {
    case KIN_AFTER_LAUNCH:
        snprintf(
            out, size,
            "%s, %s, runs beside what its parent does after the launch, and a kernel cannot "
            "wait for its children: do it before the launch, or in a grid that is launched into "
            "cudaStreamTailLaunch, which begins when all others have ended.",
            child, launch);
        return;
    case KIN_BESIDE_LAUNCH:
        snprintf(out, size,
                 "%s, %s, sees what that thread did before, and what a barrier puts before it: "
                 "between other threads' work and the launch __syncthreads() is missing, and for "
                 "other blocks' an atomic counter with __threadfence(), or cudaStreamTailLaunch.",
                 child, launch);
        return;
    default:
        say_grid(other, sizeof other, kin_grid(kin, conflict->second));
        say_launch(other_launch, sizeof other_launch, kin_grid(kin, conflict->second));
        if (conflict->relation == KIN_LAUNCH_ORDER) {
            snprintf(out, size,
                     "%s was %s, %s %s: one comes after the other, but nothing says which thread "
                     "launches first. A barrier between the two launches is missing, or one thread "
                     "launches both.",
                     child, launch, other, other_launch);
            return;
        }
        snprintf(out, size,
                 "%s was %s, %s %s: nothing orders the two. Launch both into one stream, let an "
                 "event order their streams, or launch the one that comes last into "
                 "cudaStreamTailLaunch.",
                 child, launch, other, other_launch);
    }
}

static void place(const Kin *kin, const GridSide *side, SimDim *block, SimDim *thread)
{
    const KinGrid *grid = kin_grid(kin, side->grid);
    if (side->who) {
        who_place(side->who, grid->grid, grid->block, block, thread);
    } else {
        *block = grid->launcher_block;
        *thread = grid->launcher_thread;
    }
}

void grid_race_report(SimFindingSink findings, SayOnce *said, const Kin *kin,
                      const SimLaunchInfo *launch, const GridConflict *conflict)
{
    char text[4 * SAY_TEXT], what[160], now[320], before[320], order[2 * SAY_TEXT];
    bool equal = conflict->equal && !say_was_told(said, "grid-race", conflict->now.site.inst,
                                                  conflict->before.site.inst);
    SimFinding finding = {.checker = "race",
                          .rule = equal ? "grid-same-value" : "grid-race",
                          .site = conflict->now.site,
                          .has_other = true,
                          .other_site = conflict->before.site,
                          .address = conflict->address,
                          .bytes = conflict->bytes,
                          .space = PTX_SPACE_GLOBAL};
    place(kin, &conflict->now, &finding.block, &finding.thread);
    place(kin, &conflict->before, &finding.other_block, &finding.other_thread);
    if (say_first(said, finding.rule, finding.site.inst, finding.other_site.inst)) {
        say_global(what, sizeof what, launch, conflict->address, conflict->bytes);
        say_side(now, sizeof now, kin, &conflict->now, &finding.block, &finding.thread);
        say_side(before, sizeof before, kin, &conflict->before, &finding.other_block,
                 &finding.other_thread);
        say_order(order, sizeof order, kin, conflict);
        snprintf(text, sizeof text, "Race on %s between grids: %s, %s. %s%s", what, now, before,
                 order,
                 equal ? " Both wrote the same value, so the result is the same today." : "");
        finding.text = text;
    }
    findings.found(findings.state, &finding);
}
