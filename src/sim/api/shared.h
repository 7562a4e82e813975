/* What this process shares with others by handles: files with its memory and its events. */
#ifndef CULAB_SIM_API_SHARED_H
#define CULAB_SIM_API_SHARED_H

#include "sim/api/event_slot.h"
#include "sim/api/shared_file.h"
#include "sim/api/state.h"

/* The files with memory of cuMemAlloc, and with slots of events. */
extern const char shared_memory_name[], shared_events_name[];

/* -1, NULL: the host refuses. */
int shared_memory_file(void);
EventSlot *shared_events(int *file);
/* Slots of another process, which stay mapped; NULL: there are none. */
EventSlot *shared_events_open(const SharedFileName *told);

#endif
