/* Races between streams in words. */
#include "observe/stream_race_report.h"

#include <stdio.h>

#include "ptx/place.h"

/* "thread (1,0,0) of block (0,0,0) of inc (launch 2) reads it in line 3", "a copy writes it" */
static void say_side(char *out, size_t size, const StreamSide *side)
{
    const char *verb = side->atomic ? "updates it atomically" : side->writes ? "writes" : "reads";
    const char *it = side->atomic ? "" : " it";
    char line[48], who[96];
    SimDim block, thread;
    if (!side->name) {
        if (side->frees)
            snprintf(out, size, "cuMemFreeAsync() frees it");
        else if (side->allocates)
            snprintf(out, size, "cuMemAllocAsync() allocates it");
        else
            snprintf(out, size, "a copy or fill %s%s", verb, it);
        return;
    }
    View name = ptx_function_name(view_of(side->name));
    who_place(side->who, side->grid, side->block, &block, &thread);
    say_thread(who, sizeof who, block, thread, false);
    say_line(line, sizeof line, &side->site);
    snprintf(out, size, "%s of %.*s (launch %llu) %s%s in %s", who, VIEW_ARG(name),
             (unsigned long long)side->launch, verb, it, line);
}

static void place(const StreamSide *side, SimDim *block, SimDim *thread)
{
    if (side->name)
        who_place(side->who, side->grid, side->block, block, thread);
}

void stream_race_report(SimFindingSink findings, SayOnce *said, const SimLaunchInfo *launch,
                        const StreamConflict *conflict)
{
    /* A copy has no line: the kernel comes first. */
    const bool swapped = !conflict->now.name;
    const StreamSide *first = swapped ? &conflict->before : &conflict->now;
    const StreamSide *second = swapped ? &conflict->now : &conflict->before;
    char text[2 * SAY_TEXT], what[160], now[320], before[320];
    SimFinding finding = {.checker = "race",
                          .rule = conflict->equal ? "stream-same-value" : "stream-race",
                          .site = first->site,
                          .has_other = second->name != NULL,
                          .other_site = second->site,
                          .address = conflict->address,
                          .bytes = conflict->bytes,
                          .space = PTX_SPACE_GLOBAL};
    place(first, &finding.block, &finding.thread);
    place(second, &finding.other_block, &finding.other_thread);
    if (say_first(said, finding.rule, finding.site.inst, finding.other_site.inst)) {
        say_global(what, sizeof what, launch, conflict->address, conflict->bytes);
        say_side(now, sizeof now, first);
        say_side(before, sizeof before, second);
        snprintf(text, sizeof text,
                 "Race on %s between streams: %s, %s. Nothing puts one of the two before the "
                 "other: give both to one stream, let an event order their streams (cuEventRecord "
                 "behind the first, cuStreamWaitEvent before the other), in a graph an edge, or "
                 "wait for the first before you ask for the other.%s",
                 what, now, before,
                 conflict->equal ? " Both write the same value, so the result is the same today."
                                 : "");
        finding.text = text;
    }
    findings.found(findings.state, &finding);
}
