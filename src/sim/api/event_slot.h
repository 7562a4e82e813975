/* Events that several processes know: each has a slot in memory that they share. */
#ifndef CULAB_SIM_API_EVENT_SLOT_H
#define CULAB_SIM_API_EVENT_SLOT_H

#include "sim/api/queue.h"

enum { EVENT_SLOTS = 4096 }; /* of one process */

/* Records count from 1 in all processes together. */
struct EventSlot {
    _Atomic uint64_t id; /* of the event that has it; 0: free */
    _Atomic uint64_t recorded, reached;
    _Atomic int32_t recorder; /* process of the last record */
    uint8_t pad[36];
};

/* A slot of a table of EVENT_SLOTS for an event, with what the event is at. NULL: none is free. */
EventSlot *event_slot_take(EventSlot *slots, Event *event);
/* The event goes; whoever waits for it waits no longer. */
void event_slot_release(Event *event);
/* A record of this process, which `mark` stands for, has been enqueued; has been reached. */
void event_slot_recorded(Event *event, Mark *mark);
void event_slot_reached(const Mark *mark);
/* The mark of the event's last record, whichever process made it; NULL: there is nothing to wait
 * for. */
Mark *event_mark(Event *event);
void foreign_streams_free(Context *context);

#endif
