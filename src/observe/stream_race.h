/* Races between streams: two operations that the host has queued touch one byte, one of them
 * writes, and neither a stream nor an event nor a wait of the host puts one before the other. Which
 * operations run beside which is told by whoever queues them; nothing is kept of those that are
 * ordered with all others. */
#ifndef CULAB_OBSERVE_STREAM_RACE_H
#define CULAB_OBSERVE_STREAM_RACE_H

#include "sim/observer.h"

/* An operation that runs beside others. Groups follow each other: all of one is ordered before all
 * of the next. */
typedef struct StreamOperation {
    uint64_t group;
    uint32_t number;  /* in the group, from 1, in the order in which they begin */
    const char *name; /* of a kernel; NULL: a copy, fill, allocation or free */
    bool frees, allocates;
    const uint32_t *beside; /* numbers of earlier ones that it isn't ordered behind, rising */
    uint32_t beside_count;
    SimFindingSink findings; /* of a copy, which is no launch; of a kernel the observer's own */
} StreamOperation;

typedef struct StreamRace StreamRace;

StreamRace *stream_race_new(SimFindingSink findings); /* NULL: no memory */
void stream_race_free(StreamRace *race);              /* NULL is fine */
/* What is told from now on is that operation's; NULL: of one that is ordered with all others. */
void stream_race_operation(StreamRace *race, const StreamOperation *operation);
/* The current operation makes memory: as if it wrote all of it. */
void stream_race_allocates(StreamRace *race, uint64_t address, uint64_t size);
const SimObserver *stream_race_observer(const StreamRace *race);

#endif
