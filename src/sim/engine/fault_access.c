/* Accesses that must not be: the finding about each, and the end of the run. */
#include "ptx/place.h"
#include "sim/engine/fault_explain.h"
#include "sim/engine/team.h"

static const char *space_word(PtxSpace space)
{
    switch (space) {
    case PTX_SPACE_SHARED:
        return " of shared memory";
    case PTX_SPACE_LOCAL:
        return " of local memory";
    case PTX_SPACE_PARAM:
        return " of the kernel's parameters";
    case PTX_SPACE_CONST:
        return " of constant memory";
    default:
        return "";
    }
}

/* Observers may know how the address came about: returns one in the allocation that was meant, or
 * 0. */
static uint64_t tell_fault(const SimWarp *warp, const SimInst *inst, uint32_t lane, PtxSpace space,
                           uint64_t address, uint32_t bytes)
{
    const EngineLaunch *launch = warp->run->launch;
    uint64_t addresses[SIM_LANES] = {0};
    SimWarpInfo info;
    warp_info(warp, &info);
    addresses[lane] = address;
    SimAccess access = {.site = warp_site(warp, inst),
                        .inst = inst->source,
                        .space = space,
                        .bytes = bytes,
                        .mask = UINT32_C(1) << lane,
                        .address = addresses};
    uint64_t meant = 0;
    for (uint32_t i = 0; i < launch->observer_count; i++)
        if (launch->observers[i]->fault)
            meant |= launch->observers[i]->fault(launch->observers[i]->self, &info, &access);
    return meant;
}

const SimInst *fault_access(SimWarp *warp, const SimInst *inst, uint32_t lane, PtxSpace space,
                            uint64_t address, uint32_t bytes, const char *verb, bool remote)
{
    FaultText what = {.fault = remote ? ENGINE_FAULT_LAUNCH : ENGINE_FAULT_ADDRESS,
                      .rule = "out-of-bounds",
                      .address = address,
                      .bytes = bytes,
                      .space = space};
    FaultLine line = {0};
    uint64_t meant = tell_fault(warp, inst, lane, space, address, bytes);
    if (fault_explain_element(warp, inst, space, address, bytes, meant, &line))
        return warp_fault(warp, inst, lane, &what, "%s %u byte%s%s out of bounds: %s", verb, bytes,
                          fault_plural(bytes), space_word(space), line.text);
    FaultWhy why = fault_explain(warp, space, address, bytes, meant, &line);
    what.rule = why.rule;
    return warp_fault(warp, inst, lane, &what, "%s %u byte%s%s %s, at 0x%llx: %s", verb, bytes,
                      fault_plural(bytes), space_word(space), why.how, (unsigned long long)address,
                      line.text);
}

static bool padding_is_told(Run *run, const SimInst *inst)
{
    Told *told = run->told;
    for (uint32_t i = 0; i < told->padding_count; i++)
        if (told->padding[i] == inst->source)
            return true;
    if (told->padding_count < RUN_DIVERGENT)
        told->padding[told->padding_count++] = inst->source;
    return false;
}

void fault_padding(SimWarp *warp, const SimInst *inst, uint32_t lane, const SimAlloc *alloc,
                   uint64_t address, uint32_t bytes, const char *verb)
{
    FaultText what = {
        .rule = "out-of-bounds", .address = address, .bytes = bytes, .space = PTX_SPACE_GLOBAL};
    FaultLine line = {0};
    if (!team_order(warp->run))
        return;
    SimFinding finding = fault_finding(warp, inst, lane, &what);
    const SimFindingSink *sink = &warp->run->launch->findings;
    if (padding_is_told(warp->run, inst)) {
        if (sink->found)
            sink->found(sink->state, &finding);
        return;
    }
    fault_add_thread(&line, finding.thread, finding.block);
    fault_add(&line, "%s ", verb);
    fault_add(&line, "%u byte%s out of bounds", bytes, fault_plural(bytes));
    if (alloc->label[0]) {
        fault_add(&line, ": ");
        fault_add_labelled(&line, warp, address, bytes, alloc);
    } else {
        fault_add(&line, ", at 0x%llx: ", (unsigned long long)address);
        fault_add_missed(&line, warp, alloc, address, bytes, true);
    }
    fault_add_place(&line, &finding.site);
    fault_tell(warp, &finding, &line);
}

const SimInst *fault_exited(SimWarp *warp, const SimInst *inst, uint32_t lane, const Block *owner,
                            uint64_t address, uint32_t bytes, const char *verb)
{
    FaultText what = {.fault = ENGINE_FAULT_LAUNCH,
                      .rule = "block-has-exited",
                      .address = address,
                      .bytes = bytes,
                      .space = PTX_SPACE_SHARED};
    return warp_fault(warp, inst, lane, &what,
                      "%s shared memory of block (%u,%u,%u) of its cluster, which has ended: a "
                      "cluster barrier before the end must keep it until others are done with it",
                      verb, owner->index.x, owner->index.y, owner->index.z);
}

/* " (in[5])", " (byte 1 of table[3])"; nothing where the place has no name. */
static void add_name(FaultLine *line, const SimWarp *warp, PtxSpace space, uint64_t address,
                     uint32_t bytes)
{
    const SimLaunchInfo *launch = &warp->run->info;
    bool global = space == PTX_SPACE_GLOBAL || space == PTX_SPACE_CONST;
    const SharedPlace *place =
        space == PTX_SPACE_SHARED ? fault_nearest_shared(warp->run->layout, address) : NULL;
    char name[160] = "";
    SimElement element;
    if (global && fault_name_global(launch, address, bytes, name, sizeof name))
        fault_add(line, " (%s)", name);
    if (!place)
        return;
    View whole = ptx_source_name(place->symbol->name);
    if (fault_element_shared(launch, place, address, bytes, &element))
        sim_element_text(name, sizeof name, whole, &element);
    else
        snprintf(name, sizeof name, "byte %llu of %.*s",
                 (unsigned long long)(address - place->offset), VIEW_ARG(whole));
    fault_add(line, " (%s)", name);
}

const SimInst *fault_misaligned(SimWarp *warp, const SimInst *inst, uint32_t lane, PtxSpace space,
                                uint64_t address, uint32_t bytes, uint32_t align, const char *verb)
{
    FaultText what = {.fault = ENGINE_FAULT_MISALIGNED,
                      .rule = "misaligned",
                      .address = address,
                      .bytes = bytes,
                      .space = space};
    FaultLine name = {0};
    add_name(&name, warp, space, address, bytes);
    return warp_fault(warp, inst, lane, &what,
                      "%s %u bytes%s at 0x%llx%s, which is not a multiple of %u but %u past one",
                      verb, bytes, space_word(space), (unsigned long long)address, name.text, align,
                      (uint32_t)(address % align));
}
