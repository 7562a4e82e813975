/* What went wrong with one thread: the sentence about it, and the end of the run. */
#include "sim/engine/fault.h"

#include <stdarg.h>
#include <stdio.h>

#include "ptx/place.h"
#include "sim/engine/team.h"

void fault_add(FaultLine *line, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    size_t room = sizeof(line->text) - line->size;
    int wrote = vsnprintf(line->text + line->size, room, format, args);
    va_end(args);
    if (wrote > 0)
        line->size += (size_t)wrote < room ? (size_t)wrote : room - 1;
}

void fault_add_place(FaultLine *line, const SimSite *site)
{
    PtxPlace place = ptx_place(site->module, site->inst);
    if (place.line)
        fault_add(line, " (line %u)", place.line);
    else if (site->inst)
        fault_add(line, " (PTX line %u)", site->inst->pos.line);
}

void fault_add_thread(FaultLine *line, SimDim thread, SimDim block)
{
    fault_add(line, "thread (%u,%u,%u) of block (%u,%u,%u) ", thread.x, thread.y, thread.z, block.x,
              block.y, block.z);
}

SimFinding fault_finding(const SimWarp *warp, const SimInst *inst, uint32_t lane,
                         const FaultText *what)
{
    return (SimFinding){.checker = what->checker ? what->checker : "memory",
                        .rule = what->rule,
                        .site = warp_site(warp, inst),
                        .block = warp->block->index,
                        .thread = warp_thread(warp, lane),
                        .has_other = what->has_other,
                        .other_site = what->other_site,
                        .other_block = warp->block->index,
                        .other_thread = what->other_thread,
                        .address = what->address,
                        .bytes = what->bytes,
                        .space = what->space};
}

void fault_tell(const SimWarp *warp, SimFinding *finding, const FaultLine *line)
{
    const SimFindingSink *sink = &warp->run->launch->findings;
    finding->text = line->text;
    if (sink->found)
        sink->found(sink->state, finding);
}

static void describe(const SimWarp *warp, const SimInst *inst, uint32_t lane, const char *format,
                     va_list args, FaultLine *line)
{
    fault_add_thread(line, warp_thread(warp, lane), warp->block->index);
    int wrote = vsnprintf(line->text + line->size, sizeof(line->text) - line->size, format, args);
    size_t room = sizeof(line->text) - line->size;
    if (wrote > 0)
        line->size += (size_t)wrote < room ? (size_t)wrote : room - 1;
    SimSite site = warp_site(warp, inst);
    fault_add_place(line, &site);
}

const SimInst *warp_fault(SimWarp *warp, const SimInst *inst, uint32_t lane, const FaultText *what,
                          const char *format, ...)
{
    FaultLine line = {0};
    va_list args;
    warp->stop = WARP_FAULT;
    if (!team_order(warp->run))
        return NULL;
    va_start(args, format);
    describe(warp, inst, lane, format, args, &line);
    va_end(args);
    SimFinding finding = fault_finding(warp, inst, lane, what);
    finding.fatal = true;
    fault_tell(warp, &finding, &line);
    warp->run->over = true;
    warp->run->result->status = ENGINE_FAULT;
    warp->run->result->fault = what->fault;
    return NULL;
}

const SimInst *warp_no_memory(SimWarp *warp)
{
    warp->stop = WARP_FAULT;
    if (!team_order(warp->run))
        return NULL;
    warp->run->over = true;
    warp->run->result->status = ENGINE_MEMORY;
    return NULL;
}
