/* Watches grids that kernels launch: what each of them touches is kept until the last one has
 * ended, and compared with what the others do. Nothing is kept of kernels that can't launch
 * anything. */
#include "observe/grid_race.h"

#include <stdlib.h>
#include <string.h>

#include "observe/grid_cells.h"
#include "observe/grid_flags.h"
#include "observe/grid_launches.h"
#include "observe/grid_moments.h"
#include "observe/grid_race_report.h"

enum { FREED_MOST = 1 << 20 };

struct GridRace {
    SimObserver observer;
    SimFindingSink findings;
    Race *race;
    Kin *kin;
    SimLaunchInfo launch; /* of the last grid: copies run when it is gone */
    bool on;
    uint32_t grid; /* that runs; KIN_NOBODY: nobody knows it */
    uint64_t time;
    GridCells cells;
    GridFlags flags;
    SiteTable sites;
    GridMoments moments;
    SayOnce said;
};

static void forget(GridRace *race)
{
    grid_cells_free(&race->cells);
    grid_flags_free(&race->flags);
    site_table_free(&race->sites);
    say_forget(&race->said);
    grid_moments_free(&race->moments);
    race->time = 0;
    race->on = false;
}

/* -- one access */

typedef struct GridTouch {
    GridRace *race;
    GridMoment moment;
    uint32_t id, lane;  /* what cells remember of it */
    uint32_t block;     /* linear */
    const void *stored; /* what the lane writes at `address`, `bytes` of it; NULL: not known */
    uint64_t address;
    uint32_t bytes;
    bool told; /* each access is told of once */
} GridTouch;

static GridSide side_of(const GridRace *race, const GridMoment *moment, uint32_t lane)
{
    return (GridSide){.grid = moment->when.grid,
                      .who = moment->when.who ? moment->when.who + lane : 0,
                      .site = site_of(&race->sites, moment->site),
                      .writes = moment->writes,
                      .atomic = moment->atomic,
                      .frees = moment->frees};
}

static bool writes_equal(const GridTouch *touch, const GridMoment *before)
{
    return touch->stored && before->writes && !before->atomic && !before->frees &&
           memcmp((const void *)(uintptr_t)touch->address, touch->stored, touch->bytes) == 0;
}

/* `id`: what a cell remembers. */
static void meet(GridTouch *touch, uint32_t id, uint64_t address)
{
    GridRace *race = touch->race;
    if (!id || touch->told)
        return;
    const GridMoment *before = grid_moments_at(&race->moments, id);
    const uint32_t lane = grid_moments_lane(id);
    bool apart = touch->moment.narrow || before->narrow;
    if (before->when.grid == touch->moment.when.grid ||
        (touch->moment.strong && before->strong && !apart))
        return;
    KinMoment earlier = before->when;
    earlier.who = earlier.who ? earlier.who + lane : 0;
    GridConflict conflict = {.now = side_of(race, &touch->moment, touch->lane),
                             .before = side_of(race, before, lane),
                             .address = address,
                             .bytes = touch->bytes};
    conflict.relation = kin_relation(race->kin, &earlier, touch->moment.when.grid, &conflict.first,
                                     &conflict.second);
    GridPart part = {touch->moment.when.grid, touch->block};
    if (conflict.relation == KIN_ORDERED ||
        grid_flags_know(&race->flags, part, earlier.grid, earlier.time))
        return;
    touch->told = true;
    conflict.equal = touch->moment.writes && writes_equal(touch, before);
    grid_race_report(race->findings, &race->said, race->kin, &race->launch, &conflict);
}

static void touch_cell(void *state, GridCell *cell, uint64_t address)
{
    GridTouch *touch = state;
    meet(touch, cell->write, address);
    meet(touch, cell->atomic, address);
    for (int i = 0; touch->moment.writes && i < 2; i++)
        meet(touch, cell->reads[i], address);
    grid_moments_keep(&touch->race->moments, cell, touch->id);
}

static void touch_bytes(GridTouch *touch, uint32_t lane, uint64_t address, uint64_t size)
{
    GridRace *race = touch->race;
    uint32_t id = grid_moments_id(&race->moments, &touch->moment);
    touch->lane = lane;
    touch->id = id | lane;
    touch->told = false;
    if (!id || !grid_cells_visit(&race->cells, address, address + size, touch, touch_cell))
        race->on = false;
}

static const OrderBlock *block_of(const GridRace *race, const SimWarpInfo *warp)
{
    return race->on && race->grid ? order_block(race_order(race->race), warp->block_linear) : NULL;
}

static bool touch_begin(GridRace *race, const SimWarpInfo *warp, const SimSite *site,
                        GridTouch *touch)
{
    const OrderBlock *block = block_of(race, warp);
    uint32_t number = block ? site_number(&race->sites, site) : 0;
    if (!number)
        return false;
    *touch = (GridTouch){.race = race, .block = warp->block_linear};
    touch->moment.when = (KinMoment){.grid = race->grid,
                                     .who = who_lane0(warp),
                                     .launches = kin_grid(race->kin, race->grid)->launches,
                                     .clock = order_clock(block, warp->warp),
                                     .time = ++race->time};
    touch->moment.site = number;
    touch->moment.releases = race->flags.releases;
    return true;
}

static void on_access(void *self, const SimWarpInfo *warp, const SimAccess *access)
{
    GridRace *race = self;
    GridTouch touch;
    if (!race->on || (access->space != PTX_SPACE_GLOBAL && access->space != PTX_SPACE_TEX) ||
        !touch_begin(race, warp, &access->site, &touch))
        return;
    grid_moment_access(&touch.moment, access);
    touch.bytes = access->bytes;
    const GridPart part = {race->grid, warp->block_linear};
    bool passes = touch.moment.strong && !touch.moment.narrow;
    if (passes && (access->kind == SIM_ACCESS_LOAD || access->kind == SIM_ACCESS_ATOMIC))
        race->on &= grid_flags_pass(&race->flags, part, access, race->time, true);
    for (uint32_t left = access->mask; left && race->on; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        touch.address = access->address[lane];
        touch.stored = access->stored
                           ? (const unsigned char *)access->stored + (size_t)lane * access->bytes
                           : NULL;
        touch_bytes(&touch, lane, touch.address, access->bytes);
    }
    if (passes && touch.moment.writes)
        race->on &= grid_flags_pass(&race->flags, part, access, race->time, false);
}

static void on_sync(void *self, const SimWarpInfo *warp, const SimSync *sync)
{
    GridRace *race = self;
    if (!race->on || !race->grid || sync->kind != SIM_SYNC_FENCE || sync->scope < SIM_SCOPE_GPU)
        return;
    race->on =
        grid_flags_fence(&race->flags, (GridPart){race->grid, warp->block_linear}, race->time);
}

/* As if the lane wrote all of it: who uses it must be ordered before. */
static void on_given_back(void *self, const SimWarpInfo *warp, const SimSite *site, uint32_t lane,
                          uint64_t address, uint64_t size)
{
    GridRace *race = self;
    GridTouch touch;
    if (!race->on || !touch_begin(race, warp, site, &touch))
        return;
    touch.moment.writes = touch.moment.frees = true;
    touch.address = address;
    touch.bytes = 1;
    touch_bytes(&touch, lane, address, size < FREED_MOST ? size : FREED_MOST);
}

/* What is new now was somebody's once. */
static void on_allocated(void *self, uint64_t address, uint64_t size)
{
    GridRace *race = self;
    if (race->on)
        grid_cells_clear(&race->cells, address, address + size);
}

/* -- grids */

static void on_launched(void *self, const SimWarpInfo *warp, const SimLaunched *launched)
{
    GridRace *race = self;
    if (!block_of(race, warp))
        return;
    /* Buffers are used again for other launches. */
    grid_cells_clear(&race->cells, launched->params, launched->params + launched->params_size);
    race->on = kin_launched(race->kin, race->grid, race_order(race->race), warp, launched);
}

static void on_moved(void *self, uint64_t work, uint64_t to, uint64_t from, uint64_t size)
{
    GridRace *race = self;
    uint32_t grid = race->on ? kin_find(race->kin, work) : KIN_NOBODY;
    if (!grid)
        return;
    const KinGrid *move = kin_grid(race->kin, grid);
    GridTouch touch = {.race = race, .bytes = 1};
    touch.moment = (GridMoment){.when = {.grid = grid, .time = ++race->time},
                                .site = site_number(&race->sites, &move->site),
                                .releases = race->flags.releases};
    if (from)
        touch_bytes(&touch, 0, from, size);
    touch.moment.writes = true;
    touch_bytes(&touch, 0, to, size);
}

static bool concerns(void *self, const SimLaunchInfo *launch)
{
    const GridRace *race = self;
    return launch->work ? race->on : grid_launches(launch->kernel);
}

static void on_launch_begin(void *self, const SimLaunchInfo *launch)
{
    GridRace *race = self;
    race->launch = *launch;
    race->launch.shared = NULL;
    race->launch.shared_count = 0;
    race->launch.params = NULL;
    if (!launch->work) {
        forget(race);
        race->on = grid_launches(launch->kernel) && kin_begin(race->kin, launch);
    }
    race->grid = race->on ? kin_find(race->kin, launch->work) : KIN_NOBODY;
    if (race->grid) {
        kin_grid(race->kin, race->grid)->grid = launch->grid;
        kin_grid(race->kin, race->grid)->block = launch->block;
    }
}

static void on_launch_end(void *self, const SimLaunchInfo *launch)
{
    GridRace *race = self;
    (void)launch;
    race->launch.elements = race->launch.elements_at_hand = NULL;
    race->grid = KIN_NOBODY;
}

GridRace *grid_race_new(SimFindingSink findings, Race *race)
{
    GridRace *fresh = calloc(1, sizeof *fresh);
    Kin *kin = kin_new();
    if (!fresh || !kin) {
        free(fresh);
        kin_free(kin);
        return NULL;
    }
    fresh->findings = findings;
    fresh->race = race;
    fresh->kin = kin;
    fresh->observer = (SimObserver){
        .self = fresh,
        .wants = SIM_WANTS_GLOBAL,
        .concerns = concerns,
        .launch_begin = on_launch_begin,
        .launch_end = on_launch_end,
        .access = on_access,
        .sync = on_sync,
        .given_back = on_given_back,
        .launched = on_launched,
        .moved = on_moved,
        .allocated = on_allocated,
    };
    return fresh;
}

void grid_race_free(GridRace *race)
{
    if (!race)
        return;
    forget(race);
    kin_free(race->kin);
    free(race);
}

const SimObserver *grid_race_observer(const GridRace *race)
{
    return &race->observer;
}
