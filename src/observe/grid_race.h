/* Races between grids of which one kernel's launches are the cause: two grids touch one byte, one
 * of them writes, and neither a launch nor a stream nor a flag puts one before the other (kin.h).
 */
#ifndef CULAB_OBSERVE_GRID_RACE_H
#define CULAB_OBSERVE_GRID_RACE_H

#include "observe/race.h"
#include "sim/observer.h"

typedef struct GridRace GridRace;

/* `race`: knows what orders the threads of a grid; asked, and told of everything after this one.
 * NULL: no memory. */
GridRace *grid_race_new(SimFindingSink findings, Race *race);
void grid_race_free(GridRace *race); /* NULL is fine */
const SimObserver *grid_race_observer(const GridRace *race);

#endif
