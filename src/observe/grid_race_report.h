/* What is told of a race between grids: both grids, both threads, both lines, what would have
 * ordered them. */
#ifndef CULAB_OBSERVE_GRID_RACE_REPORT_H
#define CULAB_OBSERVE_GRID_RACE_REPORT_H

#include "observe/kin.h"
#include "observe/say.h"

/* One of the two. */
typedef struct GridSide {
    uint32_t grid; /* of Kin's */
    Who who;       /* 0: a copy or fill that a kernel asked for */
    SimSite site;
    bool writes, atomic, frees;
} GridSide;

typedef struct GridConflict {
    GridSide now, before;
    KinRelation relation;
    uint32_t first, second; /* see kin_relation() */
    uint64_t address;
    uint32_t bytes;
    bool equal; /* both wrote the same value */
} GridConflict;

void grid_race_report(SimFindingSink findings, SayOnce *said, const Kin *kin,
                      const SimLaunchInfo *launch, const GridConflict *conflict);

#endif
