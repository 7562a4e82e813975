/* The tree of grids, the streams that they stand in, and what is ordered. */
#include "observe/kin.h"

#include <stdlib.h>
#include <string.h>

typedef struct KinStream {
    uint32_t grid;     /* whose stream it is */
    uint64_t identity; /* a handle, or SIM_STREAM_... */
    uint32_t block;    /* of its default stream */
    uint32_t position; /* of its last operation */
    const KinAfter *after;
} KinStream;

/* An event as it was recorded last. */
typedef struct KinEvent {
    uint64_t handle;
    KinPoint point;
    const KinAfter *after;
} KinEvent;

struct Kin {
    KinGrid *grids; /* by number */
    size_t grid_count, grid_room;
    KinStream *streams;
    size_t stream_count, stream_room;
    uint32_t *slots; /* stream + 1 by a hash of what it is; 0: free */
    size_t slot_count;
    KinEvent *events;
    size_t event_count, event_room;
    KinAfter *afters; /* the last one made */
};

Kin *kin_new(void)
{
    return calloc(1, sizeof(Kin));
}

static void forget(Kin *kin)
{
    while (kin->afters) {
        KinAfter *after = kin->afters;
        kin->afters = after->made_before;
        free(after);
    }
    for (size_t i = 0; i < kin->grid_count; i++)
        order_known_free(kin->grids[i].view.known);
    free(kin->grids);
    free(kin->streams);
    free(kin->slots);
    free(kin->events);
    *kin = (Kin){0};
}

void kin_free(Kin *kin)
{
    if (kin)
        forget(kin);
    free(kin);
}

/* Room for one more item of an array. */
static bool make_room(void **items, size_t *room, size_t count, size_t size)
{
    if (count < *room)
        return true;
    size_t more = *room ? *room * 2 : 16;
    void *grown = realloc(*items, more * size);
    if (!grown)
        return false;
    *items = grown;
    *room = more;
    return true;
}
#define MAKE_ROOM(kin, items, room, count) \
    make_room((void **)&(kin)->items, &(kin)->room, (count), sizeof *(kin)->items)

/* -- grids */

uint32_t kin_find(const Kin *kin, uint64_t work)
{
    uint64_t number = work + KIN_ROOT;
    bool known = number < kin->grid_count && (work == 0 || kin->grids[number].parent);
    return known ? (uint32_t)number : KIN_NOBODY;
}

KinGrid *kin_grid(const Kin *kin, uint32_t number)
{
    return &kin->grids[number];
}

/* Grids that nobody told of in between stay unknown. */
static KinGrid *grid_add(Kin *kin, uint64_t number)
{
    if (number > UINT32_MAX / 2)
        return NULL;
    while (kin->grid_count <= number) {
        if (!MAKE_ROOM(kin, grids, grid_room, kin->grid_count))
            return NULL;
        kin->grids[kin->grid_count++] = (KinGrid){0};
    }
    return &kin->grids[number];
}

bool kin_begin(Kin *kin, const SimLaunchInfo *launch)
{
    forget(kin);
    KinGrid *root = grid_add(kin, KIN_ROOT);
    if (root)
        *root = (KinGrid){.kernel = launch->kernel, .grid = launch->grid, .block = launch->block};
    return root != NULL;
}

/* -- streams */

static size_t slot_of(const Kin *kin, uint32_t grid, uint64_t identity, uint32_t block)
{
    uint64_t key = (identity * 31 + grid) * UINT64_C(0x9E3779B97F4A7C15) + block;
    size_t at = (size_t)((key * UINT64_C(0x9E3779B97F4A7C15)) >> 20) & (kin->slot_count - 1);
    for (; kin->slots[at]; at = (at + 1) & (kin->slot_count - 1)) {
        const KinStream *stream = &kin->streams[kin->slots[at] - 1];
        if (stream->grid == grid && stream->identity == identity && stream->block == block)
            break;
    }
    return at;
}

static bool slots_grow(Kin *kin)
{
    size_t count = kin->slot_count ? kin->slot_count * 2 : 64;
    uint32_t *fresh = calloc(count, sizeof *fresh);
    if (!fresh)
        return false;
    free(kin->slots);
    kin->slots = fresh;
    kin->slot_count = count;
    for (size_t i = 0; i < kin->stream_count; i++) {
        const KinStream *stream = &kin->streams[i];
        fresh[slot_of(kin, stream->grid, stream->identity, stream->block)] = (uint32_t)i + 1;
    }
    return true;
}

/* The index of a grid's stream; UINT32_MAX: no memory. */
static uint32_t stream_find(Kin *kin, uint32_t grid, uint64_t identity, uint32_t block)
{
    block = identity == SIM_STREAM_OF_BLOCK ? block : 0;
    if (kin->stream_count * 2 >= kin->slot_count && !slots_grow(kin))
        return UINT32_MAX;
    size_t at = slot_of(kin, grid, identity, block);
    if (kin->slots[at])
        return kin->slots[at] - 1;
    if (!MAKE_ROOM(kin, streams, stream_room, kin->stream_count))
        return UINT32_MAX;
    kin->streams[kin->stream_count++] =
        (KinStream){.grid = grid, .identity = identity, .block = block};
    kin->slots[at] = (uint32_t)kin->stream_count;
    return kin->slots[at] - 1;
}

/* -- events */

static KinEvent *event_find(Kin *kin, uint64_t handle)
{
    for (size_t i = 0; i < kin->event_count; i++)
        if (kin->events[i].handle == handle)
            return &kin->events[i];
    if (!MAKE_ROOM(kin, events, event_room, kin->event_count))
        return NULL;
    kin->events[kin->event_count] = (KinEvent){.handle = handle};
    return &kin->events[kin->event_count++];
}

static void point_add(KinAfter *list, KinPoint point)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (list->points[i].stream == point.stream) {
            if (list->points[i].position < point.position)
                list->points[i].position = point.position;
            return;
        }
    list->points[list->count++] = point;
}

/* What the stream waited for already, and the event's point with all that this waited for. */
static const KinAfter *after_join(Kin *kin, const KinAfter *own, const KinEvent *event)
{
    size_t most = 1 + (own ? own->count : 0) + (event->after ? event->after->count : 0);
    KinAfter *list = malloc(sizeof *list + most * sizeof(KinPoint));
    if (!list)
        return NULL;
    *list = (KinAfter){.made_before = kin->afters};
    kin->afters = list;
    for (uint32_t i = 0; own && i < own->count; i++)
        point_add(list, own->points[i]);
    for (uint32_t i = 0; event->after && i < event->after->count; i++)
        point_add(list, event->after->points[i]);
    point_add(list, event->point);
    return list;
}

static bool event_take(Kin *kin, KinStream *stream, uint32_t index, const SimLaunched *launched)
{
    KinEvent *event = event_find(kin, launched->event);
    if (!event)
        return false;
    if (launched->kind == SIM_WORK_EVENT) {
        event->point = (KinPoint){index, stream->position};
        event->after = stream->after;
        return true;
    }
    const KinAfter *joined = after_join(kin, stream->after, event);
    stream->after = joined;
    return joined != NULL;
}

/* -- launching */

static KinView launch_view(Order *order, const OrderBlock *block, const SimWarpInfo *warp,
                           uint32_t lane, uint32_t number)
{
    return (KinView){.who = who_lane0(warp) + lane,
                     .number = number,
                     .clock = order_clock(block, warp->warp),
                     .known = order_known_new(order, block, warp->warp, lane)};
}

bool kin_launched(Kin *kin, uint32_t grid, Order *order, const SimWarpInfo *warp,
                  const SimLaunched *launched)
{
    const OrderBlock *block = order_block(order, warp->block_linear);
    uint32_t index = stream_find(kin, grid, launched->stream, warp->block_linear);
    if (!block || index == UINT32_MAX)
        return false;
    KinStream *stream = &kin->streams[index];
    if (launched->kind == SIM_WORK_EVENT || launched->kind == SIM_WORK_WAIT)
        return event_take(kin, stream, index, launched);
    KinGrid *child = grid_add(kin, launched->work + KIN_ROOT);
    if (!child)
        return false;
    KinGrid *parent = kin_grid(kin, grid);
    parent->launches++;
    *child = (KinGrid){.parent = grid,
                       .depth = parent->depth + 1,
                       .kernel = launched->kernel,
                       .site = launched->site,
                       .stream = launched->stream,
                       .point = {index, ++stream->position},
                       .after = stream->after,
                       .view = launch_view(order, block, warp, launched->lane, parent->launches)};
    who_place(child->view.who, parent->grid, parent->block, &child->launcher_block,
              &child->launcher_thread);
    return child->view.known != NULL;
}

/* -- asking */

static bool is_waited_for(const KinAfter *after, KinPoint point)
{
    for (uint32_t i = 0; after && i < after->count; i++)
        if (after->points[i].stream == point.stream)
            return point.position <= after->points[i].position;
    return false;
}

/* What the parent of `child` did at `earlier`. */
static KinRelation to_child(const KinMoment *earlier, const KinGrid *child)
{
    const KinView *view = &child->view;
    bool past = earlier->launches < view->number, own = earlier->who == view->who;
    if (child->stream == SIM_STREAM_TAIL)
        return KIN_ORDERED;
    if (own ? past : order_known_has(view->known, (Stamp){earlier->who, earlier->clock}))
        return KIN_ORDERED;
    return past && !own ? KIN_BESIDE_LAUNCH : KIN_AFTER_LAUNCH;
}

/* Of two that one grid launched, `a` the earlier one. */
static KinRelation of_siblings(const KinGrid *a, uint32_t parent, const KinGrid *b)
{
    if (a->stream == SIM_STREAM_TAIL || b->stream == SIM_STREAM_TAIL)
        return KIN_ORDERED;
    if (a->stream == SIM_STREAM_FIRE_AND_FORGET || b->stream == SIM_STREAM_FIRE_AND_FORGET)
        return KIN_OTHER_STREAM;
    if (a->point.stream != b->point.stream)
        return is_waited_for(b->after, a->point) ? KIN_ORDERED : KIN_OTHER_STREAM;
    const KinMoment launch = {
        .grid = parent, .who = a->view.who, .launches = a->view.number - 1, .clock = a->view.clock};
    return a->site.inst == b->site.inst || to_child(&launch, b) == KIN_ORDERED ? KIN_ORDERED
                                                                               : KIN_LAUNCH_ORDER;
}

KinRelation kin_relation(const Kin *kin, const KinMoment *earlier, uint32_t grid, uint32_t *first,
                         uint32_t *second)
{
    uint32_t a = earlier->grid, b = grid, a_from = KIN_NOBODY, b_from = KIN_NOBODY;
    while (a != b) {
        bool up_a = kin->grids[a].depth > kin->grids[b].depth;
        if (up_a || kin->grids[a].depth == kin->grids[b].depth) {
            a_from = a;
            a = kin->grids[a].parent;
        }
        if (!up_a) {
            b_from = b;
            b = kin->grids[b].parent;
        }
    }
    *first = a_from;
    *second = b_from;
    if (b_from == KIN_NOBODY)
        return KIN_ORDERED; /* a parent runs no more when its children do */
    if (a_from == KIN_NOBODY) {
        *first = b_from;
        *second = KIN_NOBODY;
        return to_child(earlier, &kin->grids[b_from]);
    }
    return of_siblings(&kin->grids[a_from], a, &kin->grids[b_from]);
}
