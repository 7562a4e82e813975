/* Reads of memory that nothing wrote. One bit a byte, for each allocation and each resident block.
 */
#include "observe/init.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "observe/grain.h"
#include "observe/init_state.h"
#include "observe/lane_run.h"

static bool known_insert(KnownList *list, size_t at, Known item)
{
    item.bits = calloc(item.size / 8 + 1, 1);
    item.missing = item.size;
    if (!item.bits)
        return false;
    if (list->count == list->room) {
        size_t room = list->room ? list->room * 2 : 16;
        Known *items = realloc(list->items, room * sizeof *items);
        if (!items) {
            free(item.bits);
            return false;
        }
        list->items = items;
        list->room = room;
    }
    list->held += item.size / 8 + 1;
    list->most = list->held > list->most ? list->held : list->most;
    memmove(list->items + at + 1, list->items + at, (list->count - at) * sizeof item);
    list->items[at] = item;
    list->count++;
    return true;
}

static void known_remove(KnownList *list, size_t at)
{
    list->held -= list->items[at].size / 8 + 1;
    free(list->items[at].bits);
    list->count--;
    memmove(list->items + at, list->items + at + 1, (list->count - at) * sizeof *list->items);
}

/* The number of allocations that start at or before the address. */
static size_t position(const KnownList *list, uint64_t address)
{
    size_t low = 0, high = list->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (list->items[middle].start <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool holds(const Known *known, uint64_t address)
{
    return address >= known->start && address - known->start < known->size;
}

/* NULL: not an allocation that is watched, so whatever is read there is fine. */
static Known *find_global(Init *init, uint64_t address)
{
    if (init->last < init->global.count && holds(&init->global.items[init->last], address))
        return &init->global.items[init->last];
    size_t at = position(&init->global, address);
    if (at == 0 || !holds(&init->global.items[at - 1], address))
        return NULL;
    init->last = at - 1;
    return &init->global.items[at - 1];
}

static Known *find_shared(Init *init, uint32_t block)
{
    KnownList *list = &init->shared;
    if (init->last_shared < list->count && list->items[init->last_shared].block == block)
        return &list->items[init->last_shared];
    for (size_t i = list->count; i-- > 0;) {
        if (list->items[i].block == block) {
            init->last_shared = i;
            return &list->items[i];
        }
    }
    return NULL;
}

Known *init_known(Init *init, uint64_t address)
{
    return find_global(init, address);
}

static uint64_t mark_bits(Known *known, uint64_t byte, unsigned char bits)
{
    unsigned fresh = bits & ~known->bits[byte];
    known->bits[byte] |= bits;
    return (uint64_t)__builtin_popcount(fresh);
}

static void mark(Known *known, uint64_t address, uint64_t size)
{
    uint64_t from = address - known->start, to = from + size, fresh = 0;
    if (to > known->size)
        to = known->size;
    known->all |= from == 0 && to == known->size;
    if (known->all || from >= to)
        return;
    const unsigned char head = (unsigned char)(0xFF << from % 8);
    const unsigned char tail = (unsigned char)(0xFF >> (7 - (to - 1) % 8));
    if (from / 8 == (to - 1) / 8) {
        fresh = mark_bits(known, from / 8, head & tail);
    } else {
        uint64_t byte = from / 8 + 1, last = (to - 1) / 8;
        fresh = mark_bits(known, from / 8, head) + mark_bits(known, last, tail);
        for (; last - byte >= 8; byte += 8) {
            uint64_t eight;
            memcpy(&eight, known->bits + byte, sizeof eight);
            fresh += 64 - (uint64_t)__builtin_popcountll(eight);
            memset(known->bits + byte, 0xFF, sizeof eight);
        }
        for (; byte < last; byte++)
            fresh += mark_bits(known, byte, 0xFF);
    }
    known->missing -= fresh;
    known->all = known->missing == 0;
}

/* Is every byte of [address, address + size), which lies inside, known? */
static bool all_known(const Known *known, uint64_t address, uint64_t size)
{
    uint64_t from = address - known->start, to = from + size;
    if (known->all)
        return true;
    for (; from < to && from % 8; from++)
        if (!(known->bits[from / 8] >> from % 8 & 1))
            return false;
    for (; to - from >= 64; from += 64) {
        uint64_t eight;
        memcpy(&eight, known->bits + from / 8, sizeof eight);
        if (eight != UINT64_MAX)
            return false;
    }
    for (; to - from >= 8; from += 8)
        if (known->bits[from / 8] != 0xFF)
            return false;
    unsigned rest = (1u << (to - from)) - 1;
    return rest == 0 || (known->bits[from / 8] & rest) == rest;
}

/* A vector load may bring padding along: it is blamed only if no byte of it was written. */
static bool all_unknown(const Known *known, uint64_t address, uint32_t bytes)
{
    if (known->all)
        return false;
    uint64_t from = address - known->start;
    for (uint64_t at = from; at < from + bytes && at < known->size; at++)
        if (known->bits[at / 8] >> at % 8 & 1)
            return false;
    return true;
}

static void report(Init *init, const SimWarpInfo *warp, const SimAccess *access, uint32_t lane)
{
    bool shared = access->space == PTX_SPACE_SHARED;
    SimFinding finding = {
        .checker = "initialisation",
        .rule = shared ? "uninitialised-shared" : "uninitialised-global",
        .site = access->site,
        .address = access->address[lane],
        .bytes = access->bytes,
        .space = access->space,
    };
    who_place(who_lane0(warp) + lane, init->launch->grid, init->launch->block, &finding.block,
              &finding.thread);
    char text[SAY_TEXT], what[160], who[96], line[48];
    if (say_first(&init->said, finding.rule, access->site.inst, NULL)) {
        uint32_t bytes = grain_bytes(&init->flows, &access->site);
        if (bytes == 0 || bytes > access->bytes)
            bytes = access->bytes;
        if (shared)
            say_shared(what, sizeof what, init->launch, finding.address, bytes);
        else
            say_global(what, sizeof what, init->launch, finding.address, bytes);
        say_thread(who, sizeof who, finding.block, finding.thread, false);
        say_line(line, sizeof line, &finding.site);
        snprintf(text, sizeof text,
                 "T%s reads %s in %s, which nothing has written: what it holds is chance.%s",
                 who + 1, what, line,
                 shared
                     ? " Where another thread writes it, that comes too late: a barrier is missing."
                     : "");
        finding.text = text;
        finding.about = shared ? say_whose(what)
                               : say_whose_global(what, sizeof what, init->launch, finding.address);
    }
    init->findings.found(init->findings.state, &finding);
}

static bool is_discarded(Init *init, const SimWarpInfo *warp, const SimAccess *access,
                         uint32_t lane)
{
    const Flow *flow =
        access->inst && warp->function ? flow_of(&init->flows, warp->function) : NULL;
    return flow && (discard_lanes(&init->discard, flow, warp, access->inst, UINT32_C(1) << lane) ||
                    (access->inst == access->site.inst &&
                     fate_is_idle(&init->fate, warp, access->inst, lane)));
}

/* An exchange whose result nobody asks for reads nothing. */
static bool is_only_written(const SimWarpInfo *warp, const SimAccess *access)
{
    const PtxInst *inst = access->inst;
    const PtxFunction *function = warp->function;
    if (!inst || !function || inst->op != PTX_OP_ATOM || !ptx_has(inst, PTX_MOD_EXCH))
        return false;
    const PtxOperand *to = &inst->operands[0];
    for (uint32_t i = 0; to->kind == PTX_OPERAND_REG && i < function->inst_count; i++) {
        const PtxInst *other = &function->insts[i];
        if (other->guard == to->reg)
            return false;
        for (uint32_t o = flow_has_result(other); o < other->operand_count; o++)
            if (flow_operand_has(&other->operands[o], to->reg))
                return false;
    }
    return true;
}

static void read_lane(Init *init, const SimWarpInfo *warp, const SimAccess *access, Known *known,
                      uint32_t lane)
{
    uint64_t address = access->address[lane];
    if (all_unknown(known, address, access->bytes) && !is_only_written(warp, access)) {
        if (is_discarded(init, warp, access, lane))
            return;
        report(init, warp, access, lane);
    }
    /* Told once is enough: what follows from it is not another mistake. */
    mark(known, address, access->bytes);
}

static void touch_run(Init *init, const SimWarpInfo *warp, const SimAccess *access,
                      const LaneRun *run)
{
    bool shared = access->space == PTX_SPACE_SHARED;
    Known *known = shared ? find_shared(init, access->owner_linear) : find_global(init, run->start);
    bool inside = known && run->end - known->start <= known->size;
    if (inside && access->kind == SIM_ACCESS_STORE)
        mark(known, run->start, run->end - run->start);
    if (inside &&
        (access->kind == SIM_ACCESS_STORE || all_known(known, run->start, run->end - run->start)))
        return;
    for (uint32_t lane = run->lane; lane < run->lane + run->count; lane++) {
        known = shared ? known : find_global(init, access->address[lane]);
        if (known && access->kind == SIM_ACCESS_STORE)
            mark(known, access->address[lane], access->bytes);
        else if (known)
            read_lane(init, warp, access, known, lane);
    }
}

/* Lanes of a word each, most of them on their own: those that read nothing unknown. */
static uint32_t known_words(const Known *known, const SimAccess *access)
{
    uint32_t fine = 0;
    for (uint32_t left = access->mask; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        uint64_t from = access->address[lane] - known->start;
        if (from < known->size && known->size - from >= 4 &&
            (known->all || (known->bits[from / 8] >> (from & 4) & 15) == 15))
            fine |= UINT32_C(1) << lane;
    }
    return fine;
}

/* Lanes that need no look at their memory's state one by one. */
static uint32_t easy_lanes(Init *init, const SimAccess *access)
{
    bool shared = access->space == PTX_SPACE_SHARED;
    uint32_t runs = access->mask & ~(access->follows | access->repeats);
    if (access->bytes != 4 || __builtin_popcount(runs) < 4)
        return 0;
    const Known *known = shared ? find_shared(init, access->owner_linear)
                                : find_global(init, access->address[__builtin_ctz(access->mask)]);
    /* A word is whole in one half of a byte of bits where the allocation begins at one too. */
    return known && known->start % 8 == 0 ? known_words(known, access) : 0;
}

/* Whether all lanes lie in memory all of which is known. */
static inline bool is_easy(Init *init, const SimAccess *access)
{
    const uint64_t first = access->address[__builtin_ctz(access->mask)];
    if (access->space == PTX_SPACE_SHARED) {
        const Known *known = find_shared(init, access->owner_linear);
        return known && known->all;
    }
    const Known *known = find_global(init, first);
    return known && known->all && lanes_inside(access, known->start, known->size);
}

static void on_access(void *self, const SimWarpInfo *warp, const SimAccess *access)
{
    Init *init = self;
    if (access->space != PTX_SPACE_SHARED && access->space != PTX_SPACE_GLOBAL &&
        access->space != PTX_SPACE_TEX)
        return;
    /* What the system keeps of shared memory, behind the program's, is written when a block begins.
     */
    if (access->space == PTX_SPACE_SHARED &&
        access->address[__builtin_ctz(access->mask)] >= init->launch->shared_bytes)
        return;
    if (is_easy(init, access))
        return;
    for (uint32_t left = access->mask & ~easy_lanes(init, access); left;) {
        LaneRun run = lane_run_next(access, access->follows | access->repeats, &left);
        touch_run(init, warp, access, &run);
    }
}

static void on_launch_begin(void *self, const SimLaunchInfo *launch)
{
    Init *init = self;
    init->launch = launch;
    flow_table_free(&init->flows);
    init->discard = (Discard){0};
    init->fate.idle = NULL;
    say_forget(&init->said);
}

static void on_block_begin(void *self, const SimLaunchInfo *launch, SimDim index, uint32_t linear)
{
    Init *init = self;
    (void)index;
    if (launch->shared_bytes)
        known_insert(&init->shared, init->shared.count,
                     (Known){.start = 0, .size = launch->shared_bytes, .block = linear});
}

static void on_block_end(void *self, const SimLaunchInfo *launch, SimDim index, uint32_t linear)
{
    Init *init = self;
    (void)launch;
    (void)index;
    const Known *known = find_shared(init, linear);
    if (known)
        known_remove(&init->shared, (size_t)(known - init->shared.items));
}

static void on_launch_end(void *self, const SimLaunchInfo *launch)
{
    Init *init = self;
    (void)launch;
    while (init->shared.count)
        known_remove(&init->shared, init->shared.count - 1);
}

static void on_allocated(void *self, uint64_t address, uint64_t size)
{
    Init *init = self;
    known_insert(&init->global, position(&init->global, address),
                 (Known){.start = address, .size = size});
}

static void on_freed(void *self, uint64_t address, uint64_t size)
{
    Init *init = self;
    (void)size;
    size_t at = position(&init->global, address);
    if (at > 0 && init->global.items[at - 1].start == address)
        known_remove(&init->global, at - 1);
}

void init_accept(Init *init, uint64_t address, uint64_t size)
{
    Known *known = find_global(init, address);
    if (known)
        mark(known, address, size);
}

static void on_host_write(void *self, uint64_t address, uint64_t size)
{
    init_accept(self, address, size);
}

Init *init_new(SimFindingSink findings)
{
    Init *init = calloc(1, sizeof *init);
    if (!init)
        return NULL;
    init->findings = findings;
    init->observer = (SimObserver){
        .self = init,
        .wants = SIM_WANTS_GLOBAL | SIM_WANTS_SHARED,
        .launch_begin = on_launch_begin,
        .launch_end = on_launch_end,
        .block_begin = on_block_begin,
        .block_end = on_block_end,
        .access = on_access,
        .allocated = on_allocated,
        .freed = on_freed,
        .host_write = on_host_write,
    };
    return init;
}

void init_free(Init *init)
{
    if (!init)
        return;
    for (size_t i = 0; i < init->global.count; i++)
        free(init->global.items[i].bits);
    for (size_t i = 0; i < init->shared.count; i++)
        free(init->shared.items[i].bits);
    free(init->global.items);
    free(init->shared.items);
    flow_table_free(&init->flows);
    fate_free(&init->fate);
    say_forget(&init->said);
    free(init);
}

/* Memory of bits none of which was ever set isn't there. */
size_t init_held(const Init *init)
{
    size_t held = 0;
    for (size_t i = 0; i < init->global.count; i++) {
        const Known *known = &init->global.items[i];
        held += known->missing < known->size ? known->size / 8 + 1 : 0;
    }
    return held;
}

size_t init_shared_most(const Init *init)
{
    return init->shared.most;
}

const SimObserver *init_observer(const Init *init)
{
    return &init->observer;
}
