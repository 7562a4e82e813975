/* Events that several processes know.
 *
 * A record of another process is an operation in a stream of its own that becomes ready when the
 * slot says so: what waits for it waits as for any other mark. */
#include "sim/api/event_slot.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct ForeignOp {
    Op op;
    EventSlot *slot;
    uint64_t id, number;
} ForeignOp;

static void slot_record(EventSlot *slot, Mark *mark)
{
    mark->slot = slot;
    mark->number = atomic_fetch_add(&slot->recorded, 1) + 1;
    atomic_store(&slot->recorder, getpid());
}

EventSlot *event_slot_take(EventSlot *slots, Event *event)
{
    EventSlot *slot = slots;
    while (slot < slots + EVENT_SLOTS && atomic_load(&slot->id))
        slot++;
    if (slot == slots + EVENT_SLOTS)
        return NULL;
    atomic_store(&slot->recorded, 0);
    atomic_store(&slot->reached, 0);
    atomic_store(&slot->id, ++library()->next_id);
    event->slot = slot;
    if (event->mark && !event->mark->done)
        event_slot_recorded(event, event->mark);
    return slot;
}

void event_slot_release(Event *event)
{
    if (event->slot && !event->opened) {
        atomic_store(&event->slot->reached, UINT64_MAX);
        atomic_store(&event->slot->id, 0);
    }
    event->slot = NULL;
}

void event_slot_recorded(Event *event, Mark *mark)
{
    if (!event->slot)
        return;
    slot_record(event->slot, mark);
    event->known = mark->number;
}

void event_slot_reached(const Mark *mark)
{
    if (!mark->slot)
        return;
    uint64_t before = atomic_load(&mark->slot->reached);
    while (before < mark->number &&
           !atomic_compare_exchange_weak(&mark->slot->reached, &before, mark->number))
        ;
}

static bool foreign_ready(const Op *op)
{
    const ForeignOp *self = (const ForeignOp *)op;
    return atomic_load(&self->slot->id) != self->id ||
           atomic_load(&self->slot->reached) >= self->number;
}

/* The work of a process that has ended is over, whether it was done or not. */
static void foreign_stuck(Op *op)
{
    const ForeignOp *self = (const ForeignOp *)op;
    pid_t recorder = atomic_load(&self->slot->recorder);
    if (kill(recorder, 0) != 0 && errno == ESRCH)
        atomic_store(&self->slot->reached, self->number);
}

/* One in which nothing waits. */
static Stream *foreign_stream(Context *context)
{
    for (Stream *stream = context->foreign; stream; stream = stream->next)
        if (!stream->head)
            return stream;
    Stream *stream = calloc(1, sizeof *stream);
    if (!stream)
        return NULL;
    *stream = (Stream){.context = context,
                       .kind = STREAM_ORDINARY,
                       .flags = CU_STREAM_NON_BLOCKING,
                       .next = context->foreign};
    context->foreign = stream;
    return stream;
}

void foreign_streams_free(Context *context)
{
    while (context->foreign) {
        Stream *next = context->foreign->next;
        free(context->foreign);
        context->foreign = next;
    }
}

static Mark *foreign_mark(Context *context, EventSlot *slot, uint64_t number)
{
    Stream *stream = foreign_stream(context);
    ForeignOp *op = stream ? op_new(sizeof *op, NULL) : NULL;
    Mark *mark = op ? mark_new(stream) : NULL;
    if (!mark) {
        free(op);
        return NULL;
    }
    op->op.ready = foreign_ready;
    op->op.stuck = foreign_stuck;
    op->op.mark = mark_hold(mark);
    op->slot = slot;
    op->id = atomic_load(&slot->id);
    op->number = number;
    queue_add(stream, &op->op);
    return mark;
}

Mark *event_mark(Event *event)
{
    uint64_t recorded = event->slot ? atomic_load(&event->slot->recorded) : 0;
    if (recorded == event->known || !event->slot)
        return event->mark;
    bool reached = atomic_load(&event->slot->reached) >= recorded;
    Mark *mark = reached ? NULL : foreign_mark(event->context, event->slot, recorded);
    if (!reached && !mark)
        return event->mark;
    mark_release(event->mark);
    event->mark = mark;
    event->known = recorded;
    return mark;
}
