/* __constant__ variables that a kernel writes: a device lets it happen, since they lie in global
 * memory, but reads go through a cache that doesn't see it (ISA 5.1.3: initialised by the host). */
#include "observe/constants.h"

#include <stdio.h>
#include <stdlib.h>

#include "observe/say.h"
#include "observe/site.h"
#include "ptx/place.h"

typedef struct Range {
    uint64_t start, size;
    const PtxSymbol *symbol;
} Range;

struct Constants {
    SimObserver observer;
    SimFindingSink findings;
    const SimLaunchInfo *launch;
    Range *ranges; /* of the launch's module */
    uint32_t count, room;
    uint64_t low, high; /* all of them lie in [low, high) */
    SayOnce said;
};

static void add_range(Constants *constants, const PtxSymbol *symbol)
{
    const SimLaunchInfo *launch = constants->launch;
    uint64_t start =
        symbol->space == PTX_SPACE_CONST ? launch->address_of(launch->variables, symbol) : 0;
    if (!start || !symbol->size)
        return;
    if (constants->count == constants->room) {
        uint32_t room = constants->room ? constants->room * 2 : 8;
        Range *ranges = realloc(constants->ranges, room * sizeof *ranges);
        if (!ranges)
            return;
        constants->ranges = ranges;
        constants->room = room;
    }
    constants->ranges[constants->count++] = (Range){start, symbol->size, symbol};
    if (constants->count == 1 || start < constants->low)
        constants->low = start;
    if (constants->count == 1 || start + symbol->size > constants->high)
        constants->high = start + symbol->size;
}

static void on_launch_begin(void *self, const SimLaunchInfo *launch)
{
    Constants *constants = self;
    const PtxModule *module = launch->module;
    constants->launch = launch;
    constants->count = 0;
    constants->low = constants->high = 0;
    say_forget(&constants->said);
    if (!launch->address_of || !module)
        return;
    for (uint32_t i = 0; i < module->symbol_count; i++)
        add_range(constants, module->symbols[i]);
    for (uint32_t f = 0; f < module->function_count; f++)
        for (uint32_t i = 0; i < module->functions[f]->local_count; i++)
            add_range(constants, module->functions[f]->locals[i]);
}

static void report(Constants *constants, const SimWarpInfo *warp, const SimAccess *access,
                   uint32_t lane, const Range *range)
{
    SimFinding finding = {
        .checker = "memory",
        .rule = "read-only",
        .site = access->site,
        .address = access->address[lane],
        .bytes = access->bytes,
        .space = access->space,
    };
    who_place(who_lane0(warp) + lane, warp->launch->grid, warp->launch->block, &finding.block,
              &finding.thread);
    char text[SAY_TEXT], who[96], line[48], name[160];
    View variable = ptx_source_name(range->symbol->name);
    snprintf(name, sizeof name, "%.*s", VIEW_ARG(variable));
    if (say_first(&constants->said, finding.rule, access->site.inst, NULL)) {
        say_thread(who, sizeof who, finding.block, finding.thread, false);
        say_line(line, sizeof line, &finding.site);
        snprintf(text, sizeof text,
                 "T%s writes to %s in %s, byte %llu of a __constant__ variable: kernels may only "
                 "read these. Whoever reads it may go on seeing what stood there, since its cache "
                 "doesn't notice.",
                 who + 1, name, line, (unsigned long long)(finding.address - range->start));
        finding.text = text;
        finding.variable = name;
    }
    constants->findings.found(constants->findings.state, &finding);
}

static const Range *range_at(const Constants *constants, uint64_t address)
{
    for (uint32_t i = 0; i < constants->count; i++)
        if (address - constants->ranges[i].start < constants->ranges[i].size)
            return &constants->ranges[i];
    return NULL;
}

static void on_access(void *self, const SimWarpInfo *warp, const SimAccess *access)
{
    Constants *constants = self;
    if (access->high <= constants->low || access->low >= constants->high ||
        access->kind == SIM_ACCESS_LOAD)
        return;
    for (uint32_t left = access->mask; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        const Range *range = range_at(constants, access->address[lane]);
        if (range)
            report(constants, warp, access, lane, range);
    }
}

static bool has_constants(const PtxModule *module)
{
    for (uint32_t i = 0; i < module->symbol_count; i++)
        if (module->symbols[i]->space == PTX_SPACE_CONST)
            return true;
    for (uint32_t f = 0; f < module->function_count; f++)
        for (uint32_t i = 0; i < module->functions[f]->local_count; i++)
            if (module->functions[f]->locals[i]->space == PTX_SPACE_CONST)
                return true;
    return false;
}

static bool concerns(void *self, const SimLaunchInfo *launch)
{
    (void)self;
    return launch->module && has_constants(launch->module);
}

Constants *constants_new(SimFindingSink findings)
{
    Constants *constants = calloc(1, sizeof *constants);
    if (!constants)
        return NULL;
    constants->findings = findings;
    constants->observer = (SimObserver){
        .self = constants,
        .wants = SIM_WANTS_WRITES & SIM_WANTS_GLOBAL,
        .concerns = concerns,
        .launch_begin = on_launch_begin,
        .access = on_access,
    };
    return constants;
}

void constants_free(Constants *constants)
{
    if (!constants)
        return;
    free(constants->ranges);
    say_forget(&constants->said);
    free(constants);
}

const SimObserver *constants_observer(const Constants *constants)
{
    return &constants->observer;
}
