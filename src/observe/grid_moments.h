/* What the cells of grid_cells.h remember: accesses of one warp from one place, as far as they are
 * ordered alike, by a number and a lane. For races between grids and between streams' operations.
 */
#ifndef CULAB_OBSERVE_GRID_MOMENTS_H
#define CULAB_OBSERVE_GRID_MOMENTS_H

#include "observe/grid_cells.h"
#include "observe/kin.h"

enum { GRID_MOMENTS_RECENT = 4096 };

typedef struct GridMoment {
    KinMoment when; /* grid: or the operation; who: lane 0 */
    uint32_t site;
    uint32_t releases; /* before it, see GridFlags */
    bool writes, strong, atomic, narrow, frees;
} GridMoment;

typedef struct GridMoments {
    GridMoment *items;
    size_t count, room;
    uint32_t recent[GRID_MOMENTS_RECENT]; /* ids by a hash of what they stand for */
} GridMoments;

void grid_moments_forget(GridMoments *moments);
void grid_moments_free(GridMoments *moments);
/* What kind of access it is, and how far it reaches. */
void grid_moment_access(GridMoment *moment, const SimAccess *access);
/* The id of its lane 0; those of the others follow. 0: no memory. */
uint32_t grid_moments_id(GridMoments *moments, const GridMoment *moment);
const GridMoment *grid_moments_at(const GridMoments *moments, uint32_t id);
uint32_t grid_moments_lane(uint32_t id);
/* The cell remembers it; of two readers that of one grid that comes later, and one of another. */
void grid_moments_keep(const GridMoments *moments, GridCell *cell, uint32_t id);

#endif
