/* A list, and the ones of it that were asked for lately. */
#include "observe/grid_moments.h"

#include <stdlib.h>
#include <string.h>

enum { LANE_BITS = 5, LEAST = 256, MOST = 1 << 22 };

void grid_moments_forget(GridMoments *moments)
{
    moments->count = 0;
    memset(moments->recent, 0, sizeof moments->recent);
}

void grid_moments_free(GridMoments *moments)
{
    free(moments->items);
    moments->items = NULL;
    moments->room = 0;
    grid_moments_forget(moments);
}

void grid_moment_access(GridMoment *moment, const SimAccess *access)
{
    const bool wide = access->scope == SIM_SCOPE_NONE || access->scope >= SIM_SCOPE_GPU;
    moment->writes = access->kind != SIM_ACCESS_LOAD;
    moment->atomic = access->kind == SIM_ACCESS_ATOMIC || access->kind == SIM_ACCESS_REDUCTION;
    moment->strong = moment->atomic || access->order != SIM_ORDER_WEAK;
    moment->narrow = moment->strong && !wide;
}

static bool alike(const GridMoment *a, const GridMoment *b)
{
    return a->when.grid == b->when.grid && a->when.who == b->when.who &&
           a->when.launches == b->when.launches && a->when.clock == b->when.clock &&
           a->site == b->site && a->releases == b->releases && a->writes == b->writes &&
           a->strong == b->strong && a->atomic == b->atomic && a->narrow == b->narrow;
}

uint32_t grid_moments_id(GridMoments *moments, const GridMoment *moment)
{
    uint32_t hash = (moment->when.who * 31 + moment->site) * UINT32_C(2654435761) +
                    moment->when.grid * UINT32_C(40503) + moment->when.clock;
    uint32_t *recent = &moments->recent[hash % GRID_MOMENTS_RECENT];
    if (*recent && alike(grid_moments_at(moments, *recent), moment))
        return *recent;
    if (moments->count == moments->room) {
        size_t room = moments->room ? moments->room * 2 : LEAST;
        void *grown = room <= MOST ? realloc(moments->items, room * sizeof *moment) : NULL;
        if (!grown)
            return 0;
        moments->items = grown;
        moments->room = room;
    }
    moments->items[moments->count++] = *moment;
    return *recent = (uint32_t)moments->count << LANE_BITS;
}

const GridMoment *grid_moments_at(const GridMoments *moments, uint32_t id)
{
    return &moments->items[(id >> LANE_BITS) - 1];
}

uint32_t grid_moments_lane(uint32_t id)
{
    return id & ((1 << LANE_BITS) - 1);
}

static void keep_read(const GridMoments *moments, GridCell *cell, uint32_t id)
{
    uint32_t last = cell->reads[0];
    if (last == id)
        return;
    if (last &&
        grid_moments_at(moments, last)->when.grid != grid_moments_at(moments, id)->when.grid)
        cell->reads[1] = last;
    cell->reads[0] = id;
}

void grid_moments_keep(const GridMoments *moments, GridCell *cell, uint32_t id)
{
    const GridMoment *moment = grid_moments_at(moments, id);
    if (moment->atomic)
        cell->atomic = id;
    else if (moment->writes)
        cell->write = id;
    else
        keep_read(moments, cell, id);
}
