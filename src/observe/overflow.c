/* Index computations that overflow: looked for where an address is used, by what it was made of. */
#include "observe/overflow.h"

#include <stdio.h>
#include <stdlib.h>

#include "observe/index_tree.h"
#include "observe/say.h"
#include "observe/site.h"

enum { UNKNOWN, NOTHING, SOMETHING };

typedef struct Watched {
    const PtxFunction *function;
    uint8_t *states;    /* by instruction */
    IndexRoots **roots; /* by instruction, of those with SOMETHING */
    uint32_t count;
} Watched;

struct Overflow {
    SimObserver observer;
    SimFindingSink findings;
    const SimLaunchInfo *launch;
    FlowTable flows;
    Watched *functions;
    uint32_t function_count, function_room;
    SayOnce said;
};

static void forget(Overflow *overflow)
{
    for (uint32_t f = 0; f < overflow->function_count; f++) {
        Watched *watched = &overflow->functions[f];
        for (uint32_t i = 0; i < watched->count; i++)
            if (watched->states[i] == SOMETHING)
                free(watched->roots[i]);
        free(watched->states);
        free(watched->roots);
    }
    overflow->function_count = 0;
    flow_table_free(&overflow->flows);
    say_forget(&overflow->said);
}

static Watched *watched_of(Overflow *overflow, const PtxFunction *function)
{
    for (uint32_t i = 0; i < overflow->function_count; i++)
        if (overflow->functions[i].function == function)
            return &overflow->functions[i];
    if (overflow->function_count == overflow->function_room) {
        uint32_t room = overflow->function_room ? overflow->function_room * 2 : 8;
        Watched *functions = realloc(overflow->functions, room * sizeof *functions);
        if (!functions)
            return NULL;
        overflow->functions = functions;
        overflow->function_room = room;
    }
    Watched watched = {.function = function, .count = function->inst_count};
    watched.states = calloc((size_t)function->inst_count + 1, sizeof *watched.states);
    watched.roots = calloc((size_t)function->inst_count + 1, sizeof *watched.roots);
    if (!watched.states || !watched.roots) {
        free(watched.states);
        free(watched.roots);
        return NULL;
    }
    overflow->functions[overflow->function_count] = watched;
    return &overflow->functions[overflow->function_count++];
}

static void look_up(Overflow *overflow, Watched *watched, const PtxInst *inst, size_t index)
{
    const Flow *flow = flow_of(&overflow->flows, watched->function);
    const PtxOperand *address = flow_address_of(inst);
    IndexRoots roots = {0};
    watched->states[index] = NOTHING;
    if (flow && address)
        index_roots_find(flow, overflow->launch, address, &roots);
    if (roots.count == 0 || !(watched->roots[index] = malloc(sizeof roots)))
        return;
    *watched->roots[index] = roots;
    watched->states[index] = SOMETHING;
}

static void report(Overflow *overflow, const SimWarpInfo *warp, const SimAccess *access,
                   uint32_t lane, const IndexRoot *root, int64_t meant, int64_t is)
{
    SimFinding finding = {
        .checker = "arithmetic",
        .rule = "index-overflow",
        .site = access->site,
        .has_other = true,
        .other_site = access->site,
        .address = access->address[lane],
        .bytes = access->bytes,
        .space = access->space,
    };
    if (root->made->loc && root->made->loc->line)
        finding.site = (SimSite){access->site.module, warp->function, root->made, NULL};
    who_place(who_lane0(warp) + lane, overflow->launch->grid, overflow->launch->block,
              &finding.block, &finding.thread);
    finding.other_block = finding.block;
    finding.other_thread = finding.thread;
    char text[SAY_TEXT], who[96], line[48], step[96];
    if (say_first(&overflow->said, finding.rule, root->made, NULL)) {
        const Flow *flow = flow_of(&overflow->flows, warp->function);
        say_thread(who, sizeof who, finding.block, finding.thread, false);
        say_line(line, sizeof line, &finding.site);
        index_root_describe(flow, root, warp, lane, step, sizeof step);
        if (meant < 0 && is >= 0 && meant >= INT32_MIN)
            snprintf(text, sizeof text,
                     "The index that t%s computes in %s falls below zero: %s is %lld, but an "
                     "unsigned number wraps around to %lld. Threads that have nothing there must "
                     "be kept away first.",
                     who + 1, line, step, (long long)meant, (long long)is);
        else
            snprintf(text, sizeof text,
                     "The index that t%s computes in %s overflows: %s is %lld, which 32 bits don't "
                     "hold; they wrap around to %lld. Compute it in 64 bits: (size_t)row * width + "
                     "column.",
                     who + 1, line, step, (long long)meant, (long long)is);
        finding.text = text;
    }
    overflow->findings.found(overflow->findings.state, &finding);
}

static void on_access(void *self, const SimWarpInfo *warp, const SimAccess *access)
{
    Overflow *overflow = self;
    const PtxFunction *function = warp->function;
    if (!access->inst || !warp->lanes || !function)
        return;
    size_t index = (size_t)(access->inst - function->insts);
    Watched *watched = watched_of(overflow, function);
    if (!watched || index >= function->inst_count)
        return;
    if (watched->states[index] == UNKNOWN)
        look_up(overflow, watched, access->inst, index);
    if (watched->states[index] != SOMETHING)
        return;
    const IndexRoots *roots = watched->roots[index];
    for (uint32_t r = 0; r < roots->count; r++) {
        const IndexRoot *root = &roots->roots[r];
        if (!index_root_is_far(root, warp, access->mask) ||
            index_root_holds(root, warp, access->mask))
            continue;
        const Flow *flow = flow_of(&overflow->flows, function);
        for (uint32_t left = access->mask; left; left &= left - 1) {
            uint32_t lane = (uint32_t)__builtin_ctz(left);
            int64_t meant, is;
            if (index_root_overflows(flow, root, warp, lane, &meant, &is))
                report(overflow, warp, access, lane, root, meant, is);
        }
    }
}

static uint64_t on_fault(void *self, const SimWarpInfo *warp, const SimAccess *access)
{
    on_access(self, warp, access);
    return 0;
}

static void on_launch_begin(void *self, const SimLaunchInfo *launch)
{
    Overflow *overflow = self;
    forget(overflow);
    overflow->launch = launch;
}

/* The trees belong to the module, which may be gone later. */
static void on_launch_end(void *self, const SimLaunchInfo *launch)
{
    (void)launch;
    forget(self);
}

Overflow *overflow_new(SimFindingSink findings)
{
    Overflow *overflow = calloc(1, sizeof *overflow);
    if (!overflow)
        return NULL;
    overflow->findings = findings;
    overflow->observer = (SimObserver){
        .self = overflow,
        .launch_begin = on_launch_begin,
        .launch_end = on_launch_end,
        .access = on_access,
        .fault = on_fault,
    };
    return overflow;
}

void overflow_free(Overflow *overflow)
{
    if (!overflow)
        return;
    forget(overflow);
    free(overflow->functions);
    free(overflow);
}

const SimObserver *overflow_observer(const Overflow *overflow)
{
    return &overflow->observer;
}
