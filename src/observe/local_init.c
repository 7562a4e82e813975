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
#include "observe/fate.h"
#include "observe/flow.h"
#include "observe/local_made.h"
#include "observe/say.h"
#include "observe/site.h"

typedef struct LocalBytes {
    uint32_t *lanes; /* [count], by byte */
    uint32_t count;
    LocalMade *made; /* NULL: nothing yet */
} LocalBytes;

typedef struct LocalBlock {
    uint32_t linear;
    LocalBytes *warps;
} LocalBlock;

/* What becomes of what a load brings. */
typedef enum LoadKind {
    LOAD_USED,
    LOAD_INSERTED, /* some bits of it go back among others: a bit-field is set */
    LOAD_COPIED,
    LOAD_KEPT /* it goes to local variables alone, maybe computed with */
} LoadKind;

typedef struct LoadLook {
    const PtxInst *load;
    LoadKind kind;
    uint32_t parted; /* how often it brought something of both */
} LoadLook;
enum { LOOKS = 64, PARTED_MOST = 64 };

struct LocalInit {
    SimObserver observer;
    SimFindingSink findings;
    const SimLaunchInfo *launch;
    LocalBlock *blocks; /* resident ones that use local memory */
    size_t count, room, last;
    size_t held, most; /* bytes of masks: now, and at most so far */
    FlowTable flows;
    Discard discard;
    Fate fate;
    SayOnce said;
    LoadLook looks[LOOKS]; /* by the load's place in memory */
};

static void drop_block(LocalInit *init, size_t at)
{
    for (uint32_t w = 0; w < who_warps(init->launch); w++) {
        init->held -= init->blocks[at].warps[w].count * sizeof(uint32_t);
        free(init->blocks[at].warps[w].lanes);
        free(init->blocks[at].warps[w].made);
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

/* The warp's bytes, up to `end` at least. NULL: no memory. */
static LocalBytes *bytes_for(LocalInit *init, const SimWarpInfo *warp, uint32_t end)
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
    return bytes;
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
static bool is_whole(const SimAccess *access, const Owner *owner, uint32_t lane)
{
    DebugName name;
    return debug_name_local(&name, access->site.module, owner->function, owner->inst,
                            access->address[lane] - owner->from) &&
           name.bytes == access->bytes;
}

/* A struct that is copied may bring parts along that nobody has set or will use, as long as one of
 * them is; and one of bit-fields is loaded to set one of them. */
static LoadKind look_at_load(LocalInit *init, const SimWarpInfo *warp, const SimAccess *access,
                             const Owner *owner, uint32_t lane)
{
    const Flow *flow = flow_of(&init->flows, warp->function);
    const PtxInst *load = access->inst;
    if (!flow || !load->operand_count)
        return LOAD_USED;
    if (flow_is_insertion(flow, load))
        return LOAD_INSERTED;
    if (flow_is_only_copied(flow, &load->operands[0]) ||
        (flow_is_part_of_copy(flow, load) &&
         !(flow_goes_to_global(flow, &load->operands[0]) && is_whole(access, owner, lane))))
        return LOAD_COPIED;
    return local_made_keeps(flow, load) ? LOAD_KEPT : LOAD_USED;
}

static LoadLook *look_of(LocalInit *init, const SimWarpInfo *warp, const SimAccess *access,
                         const Owner *owner, uint32_t lane)
{
    LoadLook *look = &init->looks[(uintptr_t)access->inst / sizeof *access->inst % LOOKS];
    if (look->load != access->inst)
        *look = (LoadLook){access->inst, look_at_load(init, warp, access, owner, lane), 0};
    return look;
}

/* A read of what nobody had written. */
typedef struct Read {
    const SimWarpInfo *warp;
    const SimAccess *access;
    uint32_t lane, part;  /* the first of its bytes that was not written */
    const MadePart *made; /* what it read was made of this; NULL: nothing wrote it */
    const Owner *owner;
} Read;

static void describe(const Read *read, const SimFinding *finding, char *text, size_t size)
{
    char who[96], line[48], what[192], then[96] = "";
    say_thread(who, sizeof who, finding->block, finding->thread, false);
    say_line(line, sizeof line, &finding->site);
    if (finding->variable)
        snprintf(what, sizeof what, "%s", finding->variable);
    else
        snprintf(what, sizeof what,
                 "%u bytes of a local variable or array (from byte %llu on of the %llu that its "
                 "function keeps in memory)",
                 finding->bytes, (unsigned long long)(finding->address - read->owner->from),
                 (unsigned long long)read->owner->size);
    if (finding->has_other) {
        char other[48];
        say_line(other, sizeof other, &finding->other_site);
        snprintf(then, sizeof then, ", and what it makes of it is used in %s", other);
    }
    snprintf(text, size, "T%s reads %s in %s, which it has not written: what it holds is chance%s.",
             who + 1, what, line, then);
}

/* Where it was read first, if what was made of it was kept in local memory. */
static void place(const Read *read, SimFinding *finding)
{
    if (!read->made)
        return;
    finding->has_other = true;
    finding->other_site = finding->site;
    finding->other_block = finding->block;
    finding->other_thread = finding->thread;
    finding->site = read->made->site;
    finding->address = read->made->address[read->lane];
}

static void report(LocalInit *init, const Read *read)
{
    const SimAccess *access = read->access;
    SimFinding finding = {
        .checker = "initialisation",
        .rule = "uninitialised-local",
        .site = access->site,
        .address = access->address[read->lane],
        .bytes = access->bytes,
        .space = PTX_SPACE_LOCAL,
    };
    who_place(who_lane0(read->warp) + read->lane, init->launch->grid, init->launch->block,
              &finding.block, &finding.thread);
    place(read, &finding);
    const PtxInst *load = read->made ? read->made->load : access->inst;
    char text[SAY_TEXT];
    DebugName name;
    if (say_first(&init->said, finding.rule, load, NULL)) {
        if (debug_name_local(&name, access->site.module, read->owner->function, read->owner->inst,
                             finding.address + read->part - read->owner->from)) {
            bool whole = name.bytes == access->bytes && !read->part;
            finding.variable = whole ? name.variable : name.text;
            finding.about = name.variable;
        }
        describe(read, &finding, text, sizeof text);
        finding.text = text;
    }
    init->findings.found(init->findings.state, &finding);
}

static void store(LocalInit *init, const SimWarpInfo *warp, const SimAccess *access,
                  LocalBytes *bytes, uint32_t mask)
{
    const uint64_t from = access->address[__builtin_ctz(mask)];
    for (uint32_t b = 0; b < access->bytes; b++)
        bytes->lanes[from + b] |= mask;
    const Flow *flow = bytes->made ? flow_of(&init->flows, warp->function) : NULL;
    if (!flow || access->bytes > LOCAL_MADE_BYTES)
        return;
    uint32_t unset[LOCAL_MADE_BYTES];
    local_made_store(bytes->made, flow, access, mask, unset);
    for (uint32_t b = 0; b < access->bytes; b++)
        bytes->lanes[from + b] &= ~unset[b];
}

/* Lanes of a load of one place to which it brings nothing that was written, and which use it.
 * `unset`: what it brings that was not, by byte, if it may be carried on. */
static uint32_t lanes_missing(LocalInit *init, const SimWarpInfo *warp, const SimAccess *access,
                              const Owner *owner, uint32_t missing,
                              uint32_t unset[LOCAL_MADE_BYTES])
{
    const uint32_t lane = (uint32_t)__builtin_ctz(missing);
    const LoadKind kind = look_of(init, warp, access, owner, lane)->kind;
    const Flow *flow = flow_of(&init->flows, warp->function);
    if (kind == LOAD_INSERTED || kind == LOAD_USED)
        memset(unset, 0, LOCAL_MADE_BYTES * sizeof *unset);
    if (kind != LOAD_USED)
        return 0;
    if (flow)
        missing &= ~discard_lanes(&init->discard, flow, warp, access->inst, missing);
    return missing;
}

/* Of lanes that load something written and something not, one in which the latter shows; 32: none.
 */
static uint32_t lane_showing(LocalInit *init, const SimWarpInfo *warp, const SimAccess *access,
                             const Owner *owner, uint32_t parted,
                             const uint32_t unset[LOCAL_MADE_BYTES])
{
    const uint32_t lane = (uint32_t)__builtin_ctz(parted);
    const PtxOperand *to = &access->inst->operands[0];
    const uint32_t bytes = access->bytes / (to->item_count + !to->item_count);
    LoadLook *look = look_of(init, warp, access, owner, lane);
    uint64_t bits[FATE_ITEMS] = {0};
    if (look->kind != LOAD_USED || look->parted++ >= PARTED_MOST ||
        access->bytes > LOCAL_MADE_BYTES || !bytes || bytes > sizeof *bits ||
        access->bytes / bytes > FATE_ITEMS)
        return 32;
    for (uint32_t b = 0; b < access->bytes; b++)
        if (unset[b] >> lane & 1)
            bits[b / bytes] |= UINT64_C(0xFF) << (8 * (b % bytes));
    return fate_shows(&init->fate, warp, access->inst, lane, bits) ? lane : 32;
}

/* Of one place, in the lanes of `mask`. */
static void load(LocalInit *init, const SimWarpInfo *warp, const SimAccess *access,
                 LocalBytes *bytes, uint32_t mask)
{
    const uint64_t from = access->address[__builtin_ctz(mask)];
    uint32_t unset[LOCAL_MADE_BYTES] = {0}, known = 0, some = 0;
    Owner owner;
    for (uint32_t b = 0; b < access->bytes; b++) {
        const uint32_t lanes = bytes->lanes[from + b];
        known |= lanes;
        some |= mask & ~lanes;
        if (b < LOCAL_MADE_BYTES)
            unset[b] = mask & ~lanes;
    }
    if (!some && !bytes->made)
        return;
    if (some && find_owner(warp, access, from, &owner)) {
        const uint32_t parted = some & known;
        const uint32_t lane = parted ? lane_showing(init, warp, access, &owner, parted, unset) : 32;
        uint32_t missing = mask & ~known;
        missing = missing ? lanes_missing(init, warp, access, &owner, missing, unset) : 0;
        missing |= lane < 32 ? UINT32_C(1) << lane : 0;
        for (uint32_t left = missing; left; left &= left - 1) {
            Read read = {.warp = warp, .access = access, .owner = &owner};
            read.lane = (uint32_t)__builtin_ctz(left);
            while (bytes->lanes[from + read.part] >> read.lane & 1)
                read.part++;
            read.made = local_made_of(bytes->made, from, from + access->bytes, read.lane);
            report(init, &read);
        }
        for (uint32_t b = 0; b < access->bytes; b++)
            bytes->lanes[from + b] |= missing; /* told once is enough */
    } else {
        memset(unset, 0, sizeof unset);
    }
    local_made_load(&bytes->made, access, mask, unset);
}

static void touch(LocalInit *init, const SimWarpInfo *warp, const SimAccess *access,
                  LocalBytes *bytes, uint32_t mask)
{
    if (access->kind != SIM_ACCESS_STORE)
        load(init, warp, access, bytes, mask);
    if (access->kind != SIM_ACCESS_LOAD)
        store(init, warp, access, bytes, mask);
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
    LocalBytes *bytes = end < UINT32_MAX / 8 ? bytes_for(init, warp, (uint32_t)end) : NULL;
    if (!bytes)
        return;
    if ((access->mask & ~access->repeats) == (access->mask & -access->mask)) {
        touch(init, warp, access, bytes, access->mask);
        return;
    }
    for (uint32_t left = access->mask; left; left &= left - 1)
        touch(init, warp, access, bytes, left & -left);
}

static void on_launch_begin(void *self, const SimLaunchInfo *launch)
{
    LocalInit *init = self;
    init->launch = launch;
    flow_table_free(&init->flows);
    init->discard = (Discard){0};
    init->fate.idle = NULL;
    say_forget(&init->said);
    memset(init->looks, 0, sizeof init->looks);
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
    fate_free(&init->fate);
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
