/* Reads of a thread's local arrays that it has not written: a mask of lanes for each byte of a
 * warp's local memory. Only the variables of the function that runs and of those that called it are
 * looked at, since what lies beside them (arguments, results) is written by calls, which are not
 * told. */
#include "observe/local_init.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "debug/names.h"
#include "observe/discard.h"
#include "observe/flow.h"
#include "observe/say.h"
#include "observe/site.h"

typedef struct LocalBytes {
    uint32_t *lanes; /* [count], by byte */
    uint32_t count;
} LocalBytes;

typedef struct LocalBlock {
    uint32_t linear;
    LocalBytes *warps;
} LocalBlock;

/* What was found of a load. */
typedef struct Whole {
    const PtxInst *load;
    bool whole; /* of a variable of one load's size */
} Whole;
enum { WHOLES = 16 };

struct LocalInit {
    SimObserver observer;
    SimFindingSink findings;
    const SimLaunchInfo *launch;
    LocalBlock *blocks; /* resident ones that use local memory */
    size_t count, room, last;
    size_t held, most; /* bytes of masks: now, and at most so far */
    FlowTable flows;
    Discard discard;
    SayOnce said;
    Whole wholes[WHOLES]; /* the last ones */
    uint32_t whole_next;
};

static void drop_block(LocalInit *init, size_t at)
{
    for (uint32_t w = 0; w < who_warps(init->launch); w++) {
        init->held -= init->blocks[at].warps[w].count * sizeof(uint32_t);
        free(init->blocks[at].warps[w].lanes);
    }
    free(init->blocks[at].warps);
    init->blocks[at] = init->blocks[--init->count];
}

static LocalBlock *find_block(LocalInit *init, uint32_t linear)
{
    if (init->last < init->count && init->blocks[init->last].linear == linear)
        return &init->blocks[init->last];
    for (size_t i = 0; i < init->count; i++)
        if (init->blocks[i].linear == linear) {
            init->last = i;
            return &init->blocks[i];
        }
    return NULL;
}

static LocalBlock *block_for(LocalInit *init, uint32_t linear)
{
    LocalBlock *known = find_block(init, linear);
    if (known)
        return known;
    if (init->count == init->room) {
        size_t room = init->room ? init->room * 2 : 16;
        LocalBlock *blocks = realloc(init->blocks, room * sizeof *blocks);
        if (!blocks)
            return NULL;
        init->blocks = blocks;
        init->room = room;
    }
    LocalBytes *warps = calloc(who_warps(init->launch), sizeof *warps);
    if (!warps)
        return NULL;
    init->blocks[init->count] = (LocalBlock){linear, warps};
    return &init->blocks[init->count++];
}

/* The masks of the warp's bytes up to `end`. NULL: no memory. */
static uint32_t *lanes_for(LocalInit *init, const SimWarpInfo *warp, uint32_t end)
{
    LocalBlock *block = block_for(init, warp->block_linear);
    if (!block)
        return NULL;
    LocalBytes *bytes = &block->warps[warp->warp];
    if (end > bytes->count) {
        uint32_t count = (end + 255) & ~255u;
        uint32_t *lanes = realloc(bytes->lanes, count * sizeof *lanes);
        if (!lanes)
            return NULL;
        for (uint32_t i = bytes->count; i < count; i++)
            lanes[i] = 0;
        init->held += (count - bytes->count) * sizeof *lanes;
        init->most = init->held > init->most ? init->held : init->most;
        bytes->lanes = lanes;
        bytes->count = count;
    }
    return bytes->lanes;
}

/* Whose variables an access touches: an activation's. */
typedef struct Owner {
    const PtxFunction *function;
    uint32_t from, inst; /* where they begin; the instruction at which names are asked for */
    uint64_t size;
} Owner;

/* False: those of none. */
static bool find_owner(const SimWarpInfo *warp, const SimAccess *access, uint64_t address,
                       Owner *owner)
{
    const PtxFunction *function = warp->function;
    uint32_t from = warp->locals_from;
    *owner =
        (Owner){function, from, (uint32_t)(access->inst - function->insts), warp->locals_to - from};
    if (address >= from && address + access->bytes <= warp->locals_to)
        return true;
    for (const void *frame = warp->caller ? warp->frame : NULL; frame;
         frame = warp->caller(frame, &function, &from)) {
        *owner = (Owner){function, from, function->inst_count - 1, function->local_size};
        if (address >= from && address + access->bytes - from <= function->local_size)
            return true;
    }
    return false;
}

/* Is all of a variable loaded at once, as far as debug information tells? */
static bool is_whole(LocalInit *init, const SimAccess *access, const Owner *owner, uint32_t lane)
{
    DebugName name;
    for (uint32_t i = 0; i < WHOLES; i++)
        if (init->wholes[i].load == access->inst)
            return init->wholes[i].whole;
    init->whole_next = (init->whole_next + 1) % WHOLES;
    init->wholes[init->whole_next] = (Whole){
        .load = access->inst,
        .whole = debug_name_local(&name, access->site.module, owner->function, owner->inst,
                                  access->address[lane] - owner->from) &&
                 name.bytes == access->bytes,
    };
    return init->wholes[init->whole_next].whole;
}

/* A struct that is copied may bring parts along that nobody has set or will use, as long as one of
 * them is; and one of bit-fields is loaded to set one of them. */
static bool is_copied(LocalInit *init, const SimWarpInfo *warp, const SimAccess *access,
                      const Owner *owner, uint32_t lane)
{
    const Flow *flow = flow_of(&init->flows, warp->function);
    const PtxInst *load = access->inst;
    return flow && load->operand_count &&
           (flow_is_only_copied(flow, &load->operands[0]) || flow_is_insertion(flow, load) ||
            (flow_is_part_of_copy(flow, load) && !(flow_goes_to_global(flow, &load->operands[0]) &&
                                                   is_whole(init, access, owner, lane))));
}

static void describe(const Owner *owner, const SimAccess *access, const SimFinding *finding,
                     char *text, size_t size)
{
    char who[96], line[48], what[192];
    say_thread(who, sizeof who, finding->block, finding->thread, false);
    say_line(line, sizeof line, &finding->site);
    if (finding->variable)
        snprintf(what, sizeof what, "%s", finding->variable);
    else
        snprintf(what, sizeof what,
                 "%u bytes of a local variable or array (from byte %llu on of the %llu that its "
                 "function keeps in memory)",
                 access->bytes, (unsigned long long)(finding->address - owner->from),
                 (unsigned long long)owner->size);
    snprintf(text, size, "T%s reads %s in %s, which it has not written: what it holds is chance.",
             who + 1, what, line);
}

static void report(LocalInit *init, const SimWarpInfo *warp, const SimAccess *access,
                   const Owner *owner, uint32_t lane)
{
    SimFinding finding = {
        .checker = "initialisation",
        .rule = "uninitialised-local",
        .site = access->site,
        .address = access->address[lane],
        .bytes = access->bytes,
        .space = PTX_SPACE_LOCAL,
    };
    who_place(who_lane0(warp) + lane, init->launch->grid, init->launch->block, &finding.block,
              &finding.thread);
    char text[SAY_TEXT];
    DebugName name;
    if (say_first(&init->said, finding.rule, access->inst, NULL)) {
        if (debug_name_local(&name, access->site.module, owner->function, owner->inst,
                             finding.address - owner->from)) {
            finding.variable = name.bytes == access->bytes ? name.variable : name.text;
            finding.about = name.variable;
        }
        describe(owner, access, &finding, text, sizeof text);
        finding.text = text;
    }
    init->findings.found(init->findings.state, &finding);
}

/* One place in the lanes of `mask`. */
static void touch(LocalInit *init, const SimWarpInfo *warp, const SimAccess *access,
                  uint32_t *lanes, uint32_t mask)
{
    uint32_t lane = (uint32_t)__builtin_ctz(mask), known = 0;
    uint64_t from = access->address[lane], to = from + access->bytes;
    Owner owner;
    for (uint64_t at = from; at < to; at++) {
        known |= lanes[at];
        lanes[at] |= mask; /* told once is enough */
    }
    uint32_t missing = mask & ~known;
    if (access->kind == SIM_ACCESS_STORE || !missing || !find_owner(warp, access, from, &owner) ||
        is_copied(init, warp, access, &owner, lane))
        return;
    const Flow *flow = flow_of(&init->flows, warp->function);
    if (flow)
        missing &= ~discard_lanes(&init->discard, flow, warp, access->inst, missing);
    for (; missing; missing &= missing - 1)
        report(init, warp, access, &owner, (uint32_t)__builtin_ctz(missing));
}

static void on_access(void *self, const SimWarpInfo *warp, const SimAccess *access)
{
    LocalInit *init = self;
    uint64_t end = 0;
    if (access->space != PTX_SPACE_LOCAL || !access->inst || !warp->function)
        return;
    for (uint32_t left = access->mask; left; left &= left - 1) {
        uint64_t one = access->address[__builtin_ctz(left)] + access->bytes;
        end = one > end ? one : end;
    }
    uint32_t *lanes = end < UINT32_MAX / 8 ? lanes_for(init, warp, (uint32_t)end) : NULL;
    if (!lanes)
        return;
    if ((access->mask & ~access->repeats) == (access->mask & -access->mask)) {
        touch(init, warp, access, lanes, access->mask);
        return;
    }
    for (uint32_t left = access->mask; left; left &= left - 1)
        touch(init, warp, access, lanes, left & -left);
}

static void on_launch_begin(void *self, const SimLaunchInfo *launch)
{
    LocalInit *init = self;
    init->launch = launch;
    flow_table_free(&init->flows);
    init->discard = (Discard){0};
    say_forget(&init->said);
    memset(init->wholes, 0, sizeof init->wholes);
}

static void on_launch_end(void *self, const SimLaunchInfo *launch)
{
    LocalInit *init = self;
    (void)launch;
    while (init->count)
        drop_block(init, init->count - 1);
}

static void on_block_end(void *self, const SimLaunchInfo *launch, SimDim index, uint32_t linear)
{
    LocalInit *init = self;
    (void)launch;
    (void)index;
    const LocalBlock *block = find_block(init, linear);
    if (block)
        drop_block(init, (size_t)(block - init->blocks));
}

LocalInit *local_init_new(SimFindingSink findings)
{
    LocalInit *init = calloc(1, sizeof *init);
    if (!init)
        return NULL;
    init->findings = findings;
    init->observer = (SimObserver){
        .self = init,
        .wants = SIM_WANTS_OTHER,
        .launch_begin = on_launch_begin,
        .launch_end = on_launch_end,
        .block_end = on_block_end,
        .access = on_access,
    };
    return init;
}

void local_init_free(LocalInit *init)
{
    if (!init)
        return;
    flow_table_free(&init->flows);
    say_forget(&init->said);
    free(init->blocks);
    free(init);
}

size_t local_init_most(const LocalInit *init)
{
    return init->most;
}

const SimObserver *local_init_observer(const LocalInit *init)
{
    return &init->observer;
}
