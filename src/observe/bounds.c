/* An index past its own array that lands in another one: in the block's shared memory, in the
 * thread's frame, or in another allocation than the pointer that the kernel was given. */
#include "observe/bounds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "observe/flow.h"
#include "observe/lane_run.h"
#include "observe/param_extent.h"
#include "observe/say.h"
#include "observe/site.h"
#include "ptx/place.h"

/* Where the accesses of one instruction belong. */
typedef struct Extent {
    bool known; /* looked up in this launch */
    bool any;   /* everywhere is fine */
    uint64_t start, size;
    FlowBase base;
} Extent;

typedef struct Extents {
    const PtxFunction *function;
    Extent *items; /* by instruction */
} Extents;

struct Bounds {
    SimObserver observer;
    SimFindingSink findings;
    const SimLaunchInfo *launch;
    FlowTable flows;
    Extents *functions;
    uint32_t function_count, function_room;
    SayOnce said;
};

static Extents *extents_of(Bounds *bounds, const PtxFunction *function)
{
    for (uint32_t i = 0; i < bounds->function_count; i++)
        if (bounds->functions[i].function == function)
            return &bounds->functions[i];
    if (bounds->function_count == bounds->function_room) {
        uint32_t room = bounds->function_room ? bounds->function_room * 2 : 8;
        Extents *functions = realloc(bounds->functions, room * sizeof *functions);
        if (!functions)
            return NULL;
        bounds->functions = functions;
        bounds->function_room = room;
    }
    Extent *items = calloc((size_t)function->inst_count + 1, sizeof *items);
    if (!items)
        return NULL;
    bounds->functions[bounds->function_count] = (Extents){function, items};
    return &bounds->functions[bounds->function_count++];
}

static void forget(Bounds *bounds)
{
    for (uint32_t i = 0; i < bounds->function_count; i++)
        free(bounds->functions[i].items);
    bounds->function_count = 0;
    flow_table_free(&bounds->flows);
    say_forget(&bounds->said);
}

/* -- where an instruction's accesses belong */

static bool shared_extent(const SimLaunchInfo *launch, const PtxSymbol *symbol, Extent *out)
{
    for (uint32_t i = 0; i < launch->shared_count; i++) {
        const SimSharedVariable *variable = &launch->shared[i];
        if (variable->symbol != symbol)
            continue;
        out->start = variable->offset;
        out->size = symbol->size ? symbol->size : launch->shared_bytes - variable->offset;
        return true;
    }
    return false;
}

static void look_up(Bounds *bounds, const PtxFunction *function, const SimAccess *access,
                    Extent *out)
{
    const PtxOperand *address = flow_address_of(access->inst);
    const Flow *flow = flow_of(&bounds->flows, function);
    out->known = true;
    out->any = true;
    if (!flow || !address)
        return;
    out->base = flow_address(flow, address);
    if (out->base.kind == FLOW_SYMBOL && access->space == PTX_SPACE_SHARED)
        out->any = !shared_extent(bounds->launch, out->base.symbol, out);
    else if (out->base.kind == FLOW_PARAM && access->space == PTX_SPACE_GLOBAL)
        out->any = !param_extent(bounds->launch, &out->base, &out->start, &out->size);
    /* With one variable there is no other one to land in. */
    if (access->space == PTX_SPACE_SHARED && out->size == bounds->launch->shared_bytes)
        out->any = true;
}

/* -- telling */

/* Whether it is an element of what has parts or several dimensions. */
static bool is_typed(const Bounds *bounds, const SimAccess *access, const Extent *extent,
                     const SimFinding *finding, SimElement *out)
{
    return say_shared_element(bounds->launch, extent->base.symbol, finding->address, access->bytes,
                              out) &&
           !out->plain && out->last[0];
}

static void describe(const Bounds *bounds, const SimAccess *access, const Extent *extent,
                     const SimFinding *finding, char *text, size_t size)
{
    char own[160], landed[160], who[96], line[48];
    int64_t offset = (int64_t)(finding->address - extent->start);
    say_thread(who, sizeof who, finding->block, finding->thread, false);
    say_line(line, sizeof line, &finding->site);
    if (access->space == PTX_SPACE_SHARED) {
        View name = ptx_source_name(extent->base.symbol->name);
        snprintf(own, sizeof own, "%.*s", VIEW_ARG(name));
        say_shared(landed, sizeof landed, bounds->launch, finding->address, access->bytes);
    } else {
        say_global(own, sizeof own, bounds->launch, extent->start, 0);
        if (strchr(own, '['))
            *strchr(own, '[') = 0;
        say_global(landed, sizeof landed, bounds->launch, finding->address, access->bytes);
    }
    const char *verb = access->kind == SIM_ACCESS_LOAD    ? "reads"
                       : access->kind == SIM_ACCESS_STORE ? "writes"
                                                          : "updates";
    bool past = offset >= 0;
    SimElement element;
    uint64_t away = past ? (uint64_t)offset - extent->size + access->bytes : (uint64_t)-offset;
    if (access->space == PTX_SPACE_SHARED && is_typed(bounds, access, extent, finding, &element)) {
        snprintf(text, size,
                 "T%s %s %s%s in %s, past %s of %s, whose last element is %s%s: it lands in %s, "
                 "%llu bytes %s.",
                 who + 1, verb, own, element.part, line, past ? "the end" : "the start", own, own,
                 element.last, landed, (unsigned long long)away,
                 past ? "past the end" : "before the start");
        return;
    }
    snprintf(text, size,
             "T%s %s past %s of %s in %s: the index is %lld, of %llu elements of %u bytes there "
             "are, and it lands in %s, %llu bytes %s.",
             who + 1, verb, past ? "the end" : "the start", own, line,
             (long long)(offset / (int64_t)access->bytes -
                         (offset < 0 && offset % (int64_t)access->bytes != 0)),
             (unsigned long long)(extent->size / access->bytes), access->bytes, landed,
             (unsigned long long)away, past ? "past the end" : "before the start");
}

/* "tile[36]", counted from the array's start as if it had one dimension, or "tile[4][0]". */
static void name_element(const Bounds *bounds, const SimAccess *access, const Extent *extent,
                         const SimFinding *finding, char *name, size_t size)
{
    View array = ptx_source_name(extent->base.symbol->name);
    int64_t offset = (int64_t)(finding->address - extent->start), bytes = (int64_t)access->bytes;
    SimElement element;
    if (is_typed(bounds, access, extent, finding, &element))
        snprintf(name, size, "%.*s%s", VIEW_ARG(array), element.part);
    else
        snprintf(name, size, "%.*s[%lld]", VIEW_ARG(array),
                 (long long)(offset / bytes - (offset % bytes < 0)));
}

static void report(Bounds *bounds, const SimWarpInfo *warp, const SimAccess *access, uint32_t lane,
                   const Extent *extent)
{
    SimFinding finding = {
        .checker = "memory",
        .rule = "out-of-bounds",
        .site = access->site,
        .address = access->address[lane],
        .bytes = access->bytes,
        .space = access->space,
    };
    who_place(who_lane0(warp) + lane, bounds->launch->grid, bounds->launch->block, &finding.block,
              &finding.thread);
    char text[2 * SAY_TEXT], name[160];
    if (say_first(&bounds->said, finding.rule, access->site.inst, NULL)) {
        if (extent->base.kind == FLOW_SYMBOL) {
            name_element(bounds, access, extent, &finding, name, sizeof name);
            finding.variable = name;
        }
        describe(bounds, access, extent, &finding, text, sizeof text);
        finding.text = text;
    }
    bounds->findings.found(bounds->findings.state, &finding);
}

static bool inside(const Extent *extent, uint64_t address, uint32_t bytes)
{
    uint64_t offset = address - extent->start;
    return offset < extent->size && extent->size - offset >= bytes;
}

/* The lanes that need a look: of those whose addresses follow each other the first and the last. */
static uint32_t ends_of_runs(const SimAccess *access)
{
    uint32_t joined = access->follows | access->repeats;
    uint32_t last = access->mask & ~(joined >> 1);
    return (access->mask & ~joined) | last;
}

/* What leaves all allocations, as for the bytes that one was rounded up by, the engine tells. */
static bool is_told(const Bounds *bounds, const SimAccess *access, uint64_t address)
{
    const SimLaunchInfo *launch = bounds->launch;
    uint64_t start, size;
    if (access->space != PTX_SPACE_GLOBAL || !launch->extent)
        return false;
    return !launch->extent(launch->memory, address, &start, &size) ||
           start + size - address < access->bytes;
}

static void on_access(void *self, const SimWarpInfo *warp, const SimAccess *access)
{
    Bounds *bounds = self;
    const PtxFunction *function = warp->function;
    if ((access->space != PTX_SPACE_SHARED && access->space != PTX_SPACE_GLOBAL) || !function ||
        !access->inst)
        return;
    size_t index = (size_t)(access->inst - function->insts);
    Extents *extents = extents_of(bounds, function);
    if (!extents || index >= function->inst_count)
        return;
    Extent *extent = &extents->items[index];
    if (!extent->known)
        look_up(bounds, function, access, extent);
    if (extent->any)
        return;
    if (lanes_inside(access, extent->start, extent->size))
        return;
    for (uint32_t left = ends_of_runs(access); left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        if (!inside(extent, access->address[lane], access->bytes) &&
            !is_told(bounds, access, access->address[lane]))
            report(bounds, warp, access, lane, extent);
    }
}

/* A buffer that the kernel was given, by its parameter. */
static uint64_t on_fault(void *self, const SimWarpInfo *warp, const SimAccess *access)
{
    Bounds *bounds = self;
    Extent extent = {0};
    if (access->space != PTX_SPACE_GLOBAL || !warp->function || !access->inst)
        return 0;
    look_up(bounds, warp->function, access, &extent);
    return extent.any ? 0 : extent.start;
}

static void on_launch_begin(void *self, const SimLaunchInfo *launch)
{
    Bounds *bounds = self;
    forget(bounds);
    bounds->launch = launch;
}

Bounds *bounds_new(SimFindingSink findings)
{
    Bounds *bounds = calloc(1, sizeof *bounds);
    if (!bounds)
        return NULL;
    bounds->findings = findings;
    bounds->observer = (SimObserver){
        .self = bounds,
        .wants = SIM_WANTS_GLOBAL | SIM_WANTS_SHARED,
        .launch_begin = on_launch_begin,
        .access = on_access,
        .fault = on_fault,
    };
    return bounds;
}

void bounds_free(Bounds *bounds)
{
    if (!bounds)
        return;
    forget(bounds);
    free(bounds->functions);
    free(bounds);
}

const SimObserver *bounds_observer(const Bounds *bounds)
{
    return &bounds->observer;
}
