/* What is told of a race between streams: both operations, threads and lines, what would have
 * ordered them. */
#ifndef CULAB_OBSERVE_STREAM_RACE_REPORT_H
#define CULAB_OBSERVE_STREAM_RACE_REPORT_H

#include "observe/say.h"

/* One of the two. */
typedef struct StreamSide {
    const char *name;   /* of a kernel; NULL: a copy, fill, allocation or free */
    uint64_t launch;    /* of a kernel ... */
    SimDim grid, block; /* ... and its shape */
    Who who;
    SimSite site;
    bool writes, atomic, frees, allocates;
} StreamSide;

typedef struct StreamConflict {
    StreamSide now, before;
    uint64_t address;
    uint32_t bytes;
    bool equal; /* both wrote the same value */
} StreamConflict;

/* `launch`: to name memory by. */
void stream_race_report(SimFindingSink findings, SayOnce *said, const SimLaunchInfo *launch,
                        const StreamConflict *conflict);

#endif
