/* Who wrote each element of global memory: thread, place and launch, in strips; the last one in
 * kind 0, and in further kinds those before. */
#include "observe/writers.h"

#include <stdlib.h>
#include <string.h>

#include "observe/atomic_idle.h"
#include "observe/lane_run.h"
#include "observe/site.h"
#include "observe/strip.h"
#include "observe/strip_budget.h"

enum {
    PAGE_BITS = 12,
    RECENT_BITS = 13,
    UPDATED = 1 << 28, /* beside a mark: by an atomic operation */
    MARKS_MAX = UPDATED,
    KEPT_MOST = 64 << 20,
    WAITING = 64,
    NEAR_MOST = 1 << 20, /* bytes of strips that the processor mostly has at hand */
    APART = 8,           /* lanes from which on they are worth looking at all at once */
    WRITERS_NEEDED = 2   /* where memory is tight */
};
_Static_assert((int)OBSERVE_WRITERS <= (int)STRIP_KINDS, "a kind for each");

/* A place in a launch, which slots refer to by its number. */
typedef struct Mark {
    uint32_t site, launch; /* launch: index */
} Mark;

typedef struct Launch {
    uint64_t id;
    SimDim grid, block;
} Launch;

/* Bytes that lanes side by side wrote, from `who` on: 1 << shift each. */
typedef struct Written {
    uint64_t start, end;
    Who who;
    uint32_t mark, shift; /* mark: with UPDATED, if it was */
} Written;

struct Writers {
    SimObserver observer;
    Strips strips;
    SiteTable sites;
    Launch *launches;
    uint32_t launch_count, launch_room;
    Mark *marks;
    uint32_t mark_count, mark_room;
    uint32_t *mark_of; /* [site - 1] in this launch, 0: none so far; else number + 1 */
    uint32_t mark_of_room;
    /* Not in the strips yet. Mostly each lies elsewhere: the processor fetches what several need of
     * the strips at a time. */
    Written waiting[WAITING];
    uint32_t waiting_count;
    bool on;
};

static void on_launch_begin(void *self, const SimLaunchInfo *launch)
{
    Writers *writers = self;
    writers->on = who_fits(launch->grid, launch->block);
    if (writers->launch_count == writers->launch_room) {
        uint32_t room = writers->launch_room ? writers->launch_room * 2 : 16;
        Launch *launches = realloc(writers->launches, room * sizeof *launches);
        if (!launches) {
            writers->on = false;
            return;
        }
        writers->launches = launches;
        writers->launch_room = room;
    }
    if (writers->mark_of_room)
        memset(writers->mark_of, 0, writers->mark_of_room * sizeof *writers->mark_of);
    writers->launches[writers->launch_count++] = (Launch){launch->id, launch->grid, launch->block};
}

/* Room for `count` elements or more, zeroed beyond what was. False: no memory. */
static bool make_room(void **array, uint32_t *room, uint32_t count, size_t element)
{
    if (count <= *room)
        return true;
    uint32_t more = *room * 2 > count ? *room * 2 : count + 63;
    char *grown = realloc(*array, more * element);
    if (!grown)
        return false;
    memset(grown + *room * element, 0, (more - *room) * element);
    *array = grown;
    *room = more;
    return true;
}

/* False: no memory. */
static bool mark_for(Writers *writers, const SimSite *place, uint32_t *mark)
{
    uint32_t site = site_number(&writers->sites, place);
    if (site == 0 || writers->mark_count == MARKS_MAX ||
        !make_room((void **)&writers->mark_of, &writers->mark_of_room, site,
                   sizeof *writers->mark_of) ||
        !make_room((void **)&writers->marks, &writers->mark_room, writers->mark_count + 1,
                   sizeof *writers->marks))
        return false;
    if (writers->mark_of[site - 1] == 0) {
        writers->marks[writers->mark_count++] = (Mark){site, writers->launch_count - 1};
        writers->mark_of[site - 1] = writers->mark_count;
    }
    *mark = writers->mark_of[site - 1] - 1;
    return true;
}

/* The page at an address, its units so small that those in [at, end) lie in it whole. NULL: no
 * memory. */
static StripPage *page_for(Strips *strips, uint64_t at, uint64_t end)
{
    StripPage *page = strips_page(strips, at);
    if (!page || ((at | end) & ((UINT64_C(1) << page->unit_bits) - 1)) == 0)
        return page;
    uint32_t aligned = (uint32_t)__builtin_ctzll(at | end | 1 << STRIP_WORD);
    return strips_split(strips, page, aligned);
}

static uint64_t page_end(const Strips *strips, uint64_t at, uint64_t end)
{
    uint64_t stop = (at | ((UINT64_C(1) << strips->page_bits) - 1)) + 1;
    return stop < end ? stop : end;
}

static Slot slot_at(const StripPage *page, uint32_t kind, size_t i)
{
    if (page->is_packed)
        return packed_get(page->packed, kind, (uint32_t)i);
    return page->kinds[kind] ? page->kinds[kind][i] : 0;
}

/* False: no memory. */
static bool put_slot(Strips *strips, StripPage *page, uint32_t kind, size_t i, Slot slot)
{
    if (page->is_packed && packed_put(page->packed, kind, (uint32_t)i, slot))
        return true;
    if (page->is_packed) { /* its tags are too many */
        if (!strips_unpack(strips, page))
            return false;
        page->age = STRIP_STIFF;
    }
    Slot *slots = strips_kind(strips, page, kind);
    if (slots)
        slots[i] = slot;
    return slots;
}

/* What was written becomes what was written before. False: no memory. */
static bool push_back(Strips *strips, StripPage *page, size_t i)
{
    if (page->is_packed && budget_keeps(strips, OBSERVE_WRITERS - 1) &&
        packed_push(page->packed, (uint32_t)i, OBSERVE_WRITERS))
        return true;
    for (uint32_t kind = OBSERVE_WRITERS - 1; kind > 0; kind--) {
        Slot older = budget_keeps(strips, kind) ? slot_at(page, kind - 1, i) : 0;
        if (!budget_keeps(strips, kind) && slot_at(page, kind, i))
            put_slot(strips, page, kind, i, 0); /* someone between is missing */
        if (older && !put_slot(strips, page, kind, i, older))
            return false;
    }
    budget_grew(strips, page);
    return true;
}

/* Of lanes side by side those in one page, from `slot` on. False: no memory. */
static bool put_packed(Strips *strips, StripPage *page, size_t i, size_t count, Slot slot,
                       uint32_t step)
{
    if (packed_put_run(page->packed, 0, (uint32_t)i, (uint32_t)count, slot, step))
        return true;
    for (const size_t end = i + count; i < end; i++, slot += step) {
        Slot old = slot_at(page, 0, i);
        if (old == slot)
            continue;
        if ((old && !push_back(strips, page, i)) || !put_slot(strips, page, 0, i, slot))
            return false;
    }
    return true;
}

/* The same where the page isn't packed. */
static bool put_open(Strips *strips, StripPage *page, size_t i, size_t count, Slot slot,
                     uint32_t step)
{
    Slot *slots = strips_kind(strips, page, 0);
    if (!slots)
        return false;
    for (const size_t end = i + count; i < end; i++, slot += step) {
        if (slots[i] && slots[i] != slot && !push_back(strips, page, i))
            return false;
        slots[i] = slot;
    }
    return true;
}

static bool put_slots(Strips *strips, StripPage *page, size_t i, size_t count, Slot slot,
                      uint32_t step)
{
    return page->is_packed ? put_packed(strips, page, i, count, slot, step)
                           : put_open(strips, page, i, count, slot, step);
}

/* False: no memory. */
static bool put_run(Writers *writers, const Written *run)
{
    Strips *strips = &writers->strips;
    const uint32_t shift = run->shift;
    for (uint64_t at = run->start; at < run->end;) {
        uint64_t stop = page_end(strips, at, run->end);
        StripPage *page = page_for(strips, at, stop);
        if (!page)
            return false;
        uint32_t unit_bits = page->unit_bits, part = shift < unit_bits ? shift : unit_bits;
        Slot slot = slot_make(slot_own_bits(run->mark),
                              run->who + (uint32_t)((at - run->start) >> shift), part);
        size_t i = strips_index(strips, page, at), count = (size_t)((stop - at) >> unit_bits);
        if (shift <= unit_bits) {
            if (!put_slots(strips, page, i, count, slot, UINT32_C(1) << (unit_bits - shift)))
                return false;
            at = stop;
            continue;
        }
        for (; at < stop; at += UINT64_C(1) << unit_bits, i++) { /* several units a thread */
            slot = slot_make(slot_own_bits(run->mark),
                             run->who + (uint32_t)((at - run->start) >> shift), part);
            if (!put_slots(strips, page, i, 1, slot, 0))
                return false;
        }
    }
    return true;
}

/* Of packed pages, first what leads to the slots, or else the slots themselves. */
static void fetch_packed(const Strips *strips, uint64_t address, bool slots)
{
    const StripPage *page = strips_find_recent(strips, address);
    if (page && page->is_packed && slots)
        packed_fetch(page->packed, 0, (uint32_t)strips_index(strips, page, address));
    else if (page && page->is_packed)
        __builtin_prefetch(page->packed);
}

static void put_waiting(Writers *writers)
{
    Strips *strips = &writers->strips;
    const Written *waiting = writers->waiting;
    for (uint32_t i = 0; i < writers->waiting_count; i++)
        strips_fetch_page(strips, waiting[i].start);
    for (uint32_t i = 0; i < writers->waiting_count; i++)
        fetch_packed(strips, waiting[i].start, false);
    for (uint32_t i = 0; i < writers->waiting_count; i++) {
        strips_fetch_slot(strips, waiting[i].start, 0);
        fetch_packed(strips, waiting[i].start, true);
    }
    for (uint32_t i = 0; i < writers->waiting_count && writers->on; i++)
        writers->on = put_run(writers, &waiting[i]);
    writers->waiting_count = 0;
}

/* Lanes of a word each in one page. Returns those that are left. */
static inline ALWAYS_INLINE uint32_t put_in_page(Writers *writers, Slot slot,
                                                 const SimAccess *access, uint32_t lanes)
{
    Strips *strips = &writers->strips;
    const uint64_t first = access->address[__builtin_ctz(lanes)];
    const uint32_t inside = (UINT32_C(1) << strips->page_bits) - 1;
    uint32_t units[32], left = 0;
    StripPage *page = strips_find_recent(strips, first);
    if (!page || page->unit_bits != STRIP_WORD)
        return lanes;
    for (uint32_t l = 0; l < 32; l++)
        units[l] = ((uint32_t)access->address[l] & inside) >> STRIP_WORD;
    if (page->is_packed)
        return packed_put_lanes(page->packed, 0, lanes, units, slot);
    Slot *slots = strips_kind(strips, page, 0);
    for (uint32_t rest = slots ? lanes : 0; rest; rest &= rest - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(rest);
        Slot *to = &slots[units[lane]];
        if (*to && *to != slot + lane)
            left |= UINT32_C(1) << lane;
        else
            *to = slot + lane;
    }
    return slots ? left : lanes;
}

/* Lanes of a word each, those of a page at once where they are many. Returns those that are left.
 */
static OBSERVE_WIDE uint32_t put_words(Writers *writers, Slot slot, const SimAccess *access)
{
    uint32_t lanes = access->mask, left = 0;
    put_waiting(writers);
    while (__builtin_popcount(lanes) >= APART) {
        const uint32_t together = lanes_together(access, lanes, writers->strips.page_bits);
        if (__builtin_popcount(together) < APART)
            break;
        left |= put_in_page(writers, slot, access, together);
        lanes &= ~together;
    }
    return left | lanes;
}

/* How many kinds are kept. */
static uint32_t kinds_kept(const Strips *strips)
{
    return budget_keeps(strips, OBSERVE_WRITERS - 1) ? OBSERVE_WRITERS : WRITERS_NEEDED;
}

/* Words anywhere, of lanes of a mask. `again`: bits of a slot, as of packed_update(). Returns those
 * that are left. */
static uint32_t put_apart(Writers *writers, Slot slot, const SimAccess *access, uint32_t left,
                          Slot again)
{
    Strips *strips = &writers->strips;
    StripPacked *packed[32];
    uint32_t units[32], lanes = 0;
    const bool far = strips->bytes + strips->packed_bytes > NEAR_MOST;
    put_waiting(writers);
    for (uint32_t rest = far ? left : 0; rest; rest &= rest - 1)
        strips_fetch_page(strips, access->address[__builtin_ctz(rest)]);
    for (uint32_t rest = left; rest; rest &= rest - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(rest);
        const StripPage *page = strips_page(strips, access->address[lane]);
        if (!page || !page->is_packed || page->unit_bits != STRIP_WORD)
            continue;
        packed[lane] = page->packed;
        if (far)
            packed_fetch_state(page->packed);
        units[lane] = (uint32_t)strips_index(strips, page, access->address[lane]);
        lanes |= UINT32_C(1) << lane;
    }
    if (far)
        packed_fetch_lanes(packed, lanes, units);
    return (left & ~lanes) |
           packed_update_lanes(packed, lanes, units, kinds_kept(strips), slot, again);
}

/* Lanes of a word each, looked at all at once where that is worth it. Returns those that are left.
 */
static uint32_t put_lanes(Writers *writers, Who who, const SimAccess *access, uint32_t mark)
{
    const Slot slot = slot_make(slot_own_bits(mark), who, STRIP_WORD);
    uint32_t left = access->mask;
    if (access->bytes != 1 << STRIP_WORD)
        return left;
    if (mark & UPDATED) { /* of lanes at one word side by side the last ones count */
        left &= ~(access->repeats >> 1 & access->repeats >> 2);
        return put_apart(writers, slot, access, left, slot_own_bits(UPDATED));
    }
    if (__builtin_popcount(left & ~access->follows) < APART)
        return left;
    left = put_words(writers, slot, access);
    return left ? put_apart(writers, slot, access, left, 0) : 0;
}

static void note_write(Writers *writers, const SimWarpInfo *warp, const SimAccess *access)
{
    uint32_t mark = 0;
    writers->on = mark_for(writers, &access->site, &mark);
    mark |= access->kind != SIM_ACCESS_STORE ? UPDATED : 0;
    uint32_t left = writers->on ? put_lanes(writers, who_lane0(warp), access, mark) : 0;
    while (left && writers->on) {
        LaneRun run = lane_run_next(access, access->follows, &left);
        writers->waiting[writers->waiting_count++] =
            (Written){run.start, run.end, who_lane0(warp) + run.lane, mark,
                      (uint32_t)__builtin_ctz(access->bytes)};
        if (writers->waiting_count == WAITING)
            put_waiting(writers);
    }
}

static void on_access(void *self, const SimWarpInfo *warp, const SimAccess *access)
{
    Writers *writers = self;
    if (!writers->on || access->kind == SIM_ACCESS_LOAD ||
        (access->space != PTX_SPACE_GLOBAL && access->space != PTX_SPACE_TEX))
        return;
    uint32_t idle = access->kind == SIM_ACCESS_STORE ? 0 : atomic_idle_lanes(warp, access);
    if (!idle) {
        note_write(writers, warp, access);
    } else if (access->mask & ~idle) {
        SimAccess some = *access;
        some.mask &= ~idle;
        some.follows &= some.mask & some.mask << 1;
        some.repeats &= some.mask & some.mask << 1;
        note_write(writers, warp, &some);
    }
}

static void on_launch_end(void *self, const SimLaunchInfo *launch)
{
    (void)launch;
    put_waiting(self);
}

/* What the host wrote no thread wrote. Whole words at the edges are forgotten with it. */
static void on_host_write(void *self, uint64_t address, uint64_t size)
{
    Writers *writers = self;
    Strips *strips = &writers->strips;
    uint64_t end = (address + size + 3) & ~UINT64_C(3);
    put_waiting(writers);
    if (strips->count == 0)
        return;
    for (uint64_t at = address & ~UINT64_C(3), stop; at < end; at = stop) {
        stop = page_end(strips, at, end);
        StripPage *page = strips_find(strips, at);
        bool empty = !page || (!page->is_packed && !page->kinds[0]);
        page = empty ? NULL : page_for(strips, at, stop);
        if (page)
            strips_clear(strips, page, at, stop);
    }
}

static void writer_of(const Writers *writers, const StripPage *page, uint64_t address, Slot slot,
                      ObserveWriter *out)
{
    uint64_t offset = address & ((UINT64_C(1) << page->unit_bits) - 1);
    Mark mark = writers->marks[slot_own(slot) & ~(uint32_t)UPDATED];
    const Launch *launch = &writers->launches[mark.launch];
    out->launch = launch->id;
    out->site = site_of(&writers->sites, mark.site);
    who_place(slot_who(slot) + (uint32_t)(offset >> slot_shift(slot)), launch->grid, launch->block,
              &out->block, &out->thread);
}

uint32_t writers_find(Writers *writers, uint64_t address, ObserveWriter out[OBSERVE_WRITERS])
{
    put_waiting(writers);
    const StripPage *page = strips_find(&writers->strips, address);
    uint32_t count = 0;
    for (; page && count < OBSERVE_WRITERS; count++) {
        Slot slot = slot_at(page, count, strips_index(&writers->strips, page, address));
        if (slot == 0)
            break;
        writer_of(writers, page, address, slot, &out[count]);
    }
    return count;
}

void writers_clear(Writers *writers)
{
    strips_rewind(&writers->strips, KEPT_MOST);
    writers->waiting_count = 0;
    site_table_free(&writers->sites);
    writers->launch_count = writers->mark_count = 0;
    if (writers->mark_of_room)
        memset(writers->mark_of, 0, writers->mark_of_room * sizeof *writers->mark_of);
}

Writers *writers_new(void)
{
    Writers *writers = calloc(1, sizeof *writers);
    if (!writers)
        return NULL;
    strips_init(&writers->strips, PAGE_BITS, RECENT_BITS);
    writers->strips.packs_fine = true;
    writers->strips.lasts = true;
    writers->strips.needed = WRITERS_NEEDED;
    writers->observer = (SimObserver){
        .self = writers,
        .wants = SIM_WANTS_GLOBAL & SIM_WANTS_WRITES,
        .launch_begin = on_launch_begin,
        .launch_end = on_launch_end,
        .access = on_access,
        /* Who wrote to freed memory is still asked, until it is allocated anew. */
        .allocated = on_host_write,
        .host_write = on_host_write,
    };
    return writers;
}

void writers_free(Writers *writers)
{
    if (!writers)
        return;
    writers_clear(writers);
    strips_free(&writers->strips);
    free(writers->launches);
    free(writers->marks);
    free(writers->mark_of);
    free(writers);
}

Strips *writers_strips(Writers *writers)
{
    return &writers->strips;
}

const SimObserver *writers_observer(const Writers *writers)
{
    return &writers->observer;
}
