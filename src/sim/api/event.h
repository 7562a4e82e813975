/* Recording events and waiting for them, for those who have entered already. */
#ifndef CULAB_SIM_API_EVENT_H
#define CULAB_SIM_API_EVENT_H

#include "sim/api/event_slot.h"
#include "sim/api/queue.h"

Event *event_make(Context *context, unsigned flags); /* NULL: no memory */
CUresult event_record(Event *event, Stream *stream);
/* NULL: nothing to wait for. */
CUresult stream_wait(Stream *stream, Mark *mark);

#endif
