/* Recording events and waiting for them, for those who have entered already. */
#ifndef CULAB_SIM_API_EVENT_H
#define CULAB_SIM_API_EVENT_H

#include "sim/api/queue.h"

CUresult event_record(Event *event, Stream *stream);
/* NULL: nothing to wait for. */
CUresult stream_wait(Stream *stream, Mark *mark);

#endif
