/* Keeps what each operation touches, of kernels by words and of copies by ranges, until all that
 * may run beside it have run. */
#include "observe/stream_race.h"

#include <stdlib.h>
#include <string.h>

#include "observe/grid_cells.h"
#include "observe/grid_flags.h"
#include "observe/grid_moments.h"
#include "observe/stream_race_report.h"

enum {
    OPERATIONS_MOST = 4096,
    PAGES_MOST = 1 << 15, /* of cells: 32 MB that kernels touched */
    MOVES_MOST = 4096
};

typedef struct Operation {
    char name[80];
    bool kernel, frees, allocates;
    uint64_t launch;
    SimDim grid, block;
    uint32_t *beside;
    uint32_t beside_count;
} Operation;

/* What a copy or fill reads or writes. */
typedef struct Move {
    uint32_t operation;
    uint64_t from, to;
    bool writes;
} Move;

struct StreamRace {
    SimObserver observer;
    SimFindingSink findings, told_to; /* of launches; of the current operation */
    SimLaunchInfo launch;             /* the last one: names of memory come from it */
    bool on;
    uint64_t group, time;
    uint32_t current;      /* the operation that runs; 0: one that is ordered with all others */
    Operation *operations; /* number n stands at [n - 1] */
    uint32_t operation_count, operation_room;
    Move *moves;
    uint32_t move_count, move_room;
    uint64_t moves_from, moves_to; /* around all of them */
    GridCells cells;
    GridFlags flags;
    SiteTable sites;
    GridMoments moments; /* of operations */
    SayOnce said;
};

static void forget(StreamRace *race)
{
    grid_cells_free(&race->cells);
    grid_flags_free(&race->flags);
    site_table_free(&race->sites);
    say_forget(&race->said);
    for (uint32_t i = 0; i < race->operation_count; i++)
        free(race->operations[i].beside);
    race->operation_count = race->move_count = 0;
    grid_moments_forget(&race->moments);
    race->time = 0;
    race->on = true;
}

static void give_up(StreamRace *race)
{
    forget(race);
    race->on = false;
    race->current = 0;
}

/* Room for one more item, of at most so many. */
static bool make_room(void **items, size_t *room, size_t count, size_t size, size_t most)
{
    if (count < *room)
        return true;
    size_t more = *room ? *room * 2 : 16;
    void *grown = more <= most ? realloc(*items, more * size) : NULL;
    if (!grown)
        return false;
    *items = grown;
    *room = more;
    return true;
}

/* -- operations */

static bool are_beside(const StreamRace *race, uint32_t a, uint32_t b)
{
    const Operation *later = &race->operations[(a > b ? a : b) - 1];
    const uint32_t earlier = a < b ? a : b;
    uint32_t low = 0, high = later->beside_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (later->beside[middle] < earlier)
            low = middle + 1;
        else
            high = middle;
    }
    return low < later->beside_count && later->beside[low] == earlier;
}

static bool operation_add(StreamRace *race, const StreamOperation *told)
{
    size_t room = race->operation_room;
    if (told->number != race->operation_count + 1 ||
        !make_room((void **)&race->operations, &room, race->operation_count,
                   sizeof *race->operations, OPERATIONS_MOST))
        return false;
    race->operation_room = (uint32_t)room;
    Operation fresh = {.kernel = told->name != NULL,
                       .frees = told->frees,
                       .allocates = told->allocates,
                       .beside_count = told->beside_count};
    const size_t bytes = told->beside_count * sizeof *fresh.beside;
    if (bytes && !(fresh.beside = malloc(bytes)))
        return false;
    if (bytes)
        memcpy(fresh.beside, told->beside, bytes);
    if (told->name)
        strncpy(fresh.name, told->name, sizeof fresh.name - 1);
    race->operations[race->operation_count++] = fresh;
    return true;
}

void stream_race_operation(StreamRace *race, const StreamOperation *told)
{
    race->current = 0;
    say_forget(&race->said);
    if (!told)
        return;
    if (told->group != race->group) {
        forget(race);
        race->group = told->group;
    }
    if (!race->on)
        return;
    race->told_to = told->name ? race->findings : told->findings;
    if (operation_add(race, told))
        race->current = told->number;
    else
        give_up(race);
}

/* -- two accesses */

typedef struct Touch {
    StreamRace *race;
    GridMoment moment;
    uint32_t id, lane;  /* what cells remember of it */
    uint32_t block;     /* linear */
    const void *stored; /* what the lane writes at `address`; NULL: not known */
    uint64_t address;
    uint32_t bytes;
    bool told; /* each access is told of once */
} Touch;

static StreamSide side_of(const StreamRace *race, const GridMoment *moment, uint32_t lane)
{
    const Operation *operation = &race->operations[moment->when.grid - 1];
    return (StreamSide){.name = operation->kernel ? operation->name : NULL,
                        .launch = operation->launch,
                        .grid = operation->grid,
                        .block = operation->block,
                        .who = moment->when.who + lane,
                        .site = moment->site ? site_of(&race->sites, moment->site) : (SimSite){0},
                        .writes = moment->writes,
                        .atomic = moment->atomic,
                        .frees = operation->frees,
                        .allocates = operation->allocates};
}

static bool writes_equal(const Touch *touch, const GridMoment *before)
{
    return touch->stored && touch->moment.writes && before->writes && !before->atomic &&
           memcmp((const void *)(uintptr_t)touch->address, touch->stored, touch->bytes) == 0;
}

static void tell(Touch *touch, const GridMoment *before, uint32_t lane, uint64_t address)
{
    StreamRace *race = touch->race;
    StreamConflict conflict = {.now = side_of(race, &touch->moment, touch->lane),
                               .before = side_of(race, before, lane),
                               .address = address,
                               .bytes = touch->bytes,
                               .equal = writes_equal(touch, before)};
    touch->told = true;
    stream_race_report(race->told_to, &race->said, &race->launch, &conflict);
}

/* `id`: what a cell remembers. */
static void meet(Touch *touch, uint32_t id, uint64_t address)
{
    StreamRace *race = touch->race;
    if (!id || touch->told)
        return;
    const GridMoment *before = grid_moments_at(&race->moments, id);
    bool apart = touch->moment.narrow || before->narrow;
    GridPart part = {touch->moment.when.grid, touch->block};
    if (before->when.grid == touch->moment.when.grid ||
        (touch->moment.strong && before->strong && !apart) ||
        !are_beside(race, before->when.grid, touch->moment.when.grid) ||
        grid_flags_know(&race->flags, part, before->when.grid, before->when.time))
        return;
    tell(touch, before, grid_moments_lane(id), address);
}

static void meet_cell(void *state, GridCell *cell, uint64_t address)
{
    Touch *touch = state;
    for (int i = 0; touch->moment.writes && i < 2; i++)
        meet(touch, cell->reads[i], address);
    meet(touch, cell->write, address);
    meet(touch, cell->atomic, address);
}

static void touch_cell(void *state, GridCell *cell, uint64_t address)
{
    Touch *touch = state;
    meet_cell(state, cell, address);
    grid_moments_keep(&touch->race->moments, cell, touch->id);
}

static void meet_moves(Touch *touch, uint64_t from, uint64_t to)
{
    const StreamRace *race = touch->race;
    if (race->move_count == 0 || from >= race->moves_to || to <= race->moves_from)
        return;
    for (uint32_t i = 0; i < race->move_count && !touch->told; i++) {
        const Move *move = &race->moves[i];
        GridMoment before = {.when.grid = move->operation, .writes = move->writes};
        if (from < move->to && to > move->from && (move->writes || touch->moment.writes) &&
            move->operation != touch->moment.when.grid &&
            are_beside(race, move->operation, touch->moment.when.grid))
            tell(touch, &before, 0, from > move->from ? from : move->from);
    }
}

/* -- kernels */

static GridMoment moment_of(StreamRace *race, const SimWarpInfo *warp, const SimAccess *access)
{
    GridMoment moment = {
        .when = {.grid = race->current, .who = who_lane0(warp), .time = ++race->time},
        .site = site_number(&race->sites, &access->site),
        .releases = race->flags.releases};
    grid_moment_access(&moment, access);
    return moment;
}

static void touch_lane(Touch *touch, const SimAccess *access, uint32_t lane, uint32_t id)
{
    StreamRace *race = touch->race;
    const uint64_t from = access->address[lane];
    touch->lane = lane;
    touch->id = id | lane;
    touch->address = from;
    touch->told = false;
    touch->stored = access->stored
                        ? (const unsigned char *)access->stored + (size_t)lane * access->bytes
                        : NULL;
    meet_moves(touch, from, from + access->bytes);
    race->on &= grid_cells_visit(&race->cells, from, from + access->bytes, touch, touch_cell) &&
                race->cells.count <= PAGES_MOST;
}

static void on_access(void *self, const SimWarpInfo *warp, const SimAccess *access)
{
    StreamRace *race = self;
    if (!race->on || !race->current ||
        (access->space != PTX_SPACE_GLOBAL && access->space != PTX_SPACE_TEX))
        return;
    Touch touch = {.race = race,
                   .moment = moment_of(race, warp, access),
                   .block = warp->block_linear,
                   .bytes = access->bytes};
    const GridPart part = {race->current, warp->block_linear};
    const bool passes = touch.moment.strong && !touch.moment.narrow;
    if (passes && (access->kind == SIM_ACCESS_LOAD || access->kind == SIM_ACCESS_ATOMIC))
        race->on &= grid_flags_pass(&race->flags, part, access, race->time, true);
    const uint32_t id = grid_moments_id(&race->moments, &touch.moment);
    race->on &= id != 0;
    for (uint32_t left = access->mask; left && race->on; left &= left - 1)
        touch_lane(&touch, access, (uint32_t)__builtin_ctz(left), id);
    if (passes && touch.moment.writes && race->on)
        race->on &= grid_flags_pass(&race->flags, part, access, race->time, false);
    if (!race->on)
        give_up(race);
}

static void on_sync(void *self, const SimWarpInfo *warp, const SimSync *sync)
{
    StreamRace *race = self;
    if (!race->on || !race->current || sync->kind != SIM_SYNC_FENCE || sync->scope < SIM_SCOPE_GPU)
        return;
    if (!grid_flags_fence(&race->flags, (GridPart){race->current, warp->block_linear}, race->time))
        give_up(race);
}

static bool concerns(void *self, const SimLaunchInfo *launch)
{
    const StreamRace *race = self;
    (void)launch;
    return race->on && race->current;
}

static void on_launch_begin(void *self, const SimLaunchInfo *launch)
{
    StreamRace *race = self;
    race->launch = *launch;
    race->launch.shared = NULL;
    race->launch.shared_count = 0;
    race->launch.params = NULL;
    if (!race->current || launch->work)
        return;
    Operation *operation = &race->operations[race->current - 1];
    operation->launch = launch->id;
    operation->grid = launch->grid;
    operation->block = launch->block;
}

static void on_launch_end(void *self, const SimLaunchInfo *launch)
{
    StreamRace *race = self;
    (void)launch;
    race->launch.elements = race->launch.elements_at_hand = NULL;
}

/* -- copies and fills */

static void move(StreamRace *race, uint64_t address, uint64_t size, bool writes)
{
    if (!race->on || !race->current || size == 0)
        return;
    Touch touch = {
        .race = race,
        .moment = {.when = {.grid = race->current, .time = ++race->time}, .writes = writes},
        .address = address,
        .bytes = 1};
    meet_moves(&touch, address, address + size);
    if (!touch.told)
        grid_cells_visit_touched(&race->cells, address, address + size, &touch, meet_cell);
    size_t room = race->move_room;
    if (!make_room((void **)&race->moves, &room, race->move_count, sizeof *race->moves,
                   MOVES_MOST)) {
        give_up(race);
        return;
    }
    race->move_room = (uint32_t)room;
    if (race->move_count == 0 || address < race->moves_from)
        race->moves_from = address;
    if (race->move_count == 0 || address + size > race->moves_to)
        race->moves_to = address + size;
    race->moves[race->move_count++] = (Move){race->current, address, address + size, writes};
}

static void on_host_write(void *self, uint64_t address, uint64_t size)
{
    move(self, address, size, true);
}

static void on_host_read(void *self, uint64_t address, uint64_t size)
{
    move(self, address, size, false);
}

/* As if all of it were written: who uses it must be ordered before. */
static void on_freed(void *self, uint64_t address, uint64_t size)
{
    const StreamRace *race = self;
    if (race->current && race->operations[race->current - 1].frees)
        move(self, address, size, true);
}

void stream_race_allocates(StreamRace *race, uint64_t address, uint64_t size)
{
    move(race, address, size, true);
}

/* What is new now was somebody's once. */
static void on_allocated(void *self, uint64_t address, uint64_t size)
{
    StreamRace *race = self;
    grid_cells_clear(&race->cells, address, address + size);
    for (uint32_t i = race->move_count; i-- > 0;)
        if (race->moves[i].from < address + size && race->moves[i].to > address)
            race->moves[i] = race->moves[--race->move_count];
}

StreamRace *stream_race_new(SimFindingSink findings)
{
    StreamRace *race = calloc(1, sizeof *race);
    if (!race)
        return NULL;
    race->findings = findings;
    race->on = true;
    race->observer = (SimObserver){
        .self = race,
        .wants = SIM_WANTS_GLOBAL,
        .concerns = concerns,
        .launch_begin = on_launch_begin,
        .launch_end = on_launch_end,
        .access = on_access,
        .sync = on_sync,
        .allocated = on_allocated,
        .freed = on_freed,
        .host_write = on_host_write,
        .host_read = on_host_read,
    };
    return race;
}

void stream_race_free(StreamRace *race)
{
    if (!race)
        return;
    forget(race);
    free(race->operations);
    free(race->moves);
    grid_moments_free(&race->moments);
    free(race);
}

const SimObserver *stream_race_observer(const StreamRace *race)
{
    return &race->observer;
}
