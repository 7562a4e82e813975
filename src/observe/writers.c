/* Who last wrote each element of global memory: thread, place and launch, a cell for each word and
 * for each byte where narrower stores were seen. */
#include "observe/writers.h"

#include <stdlib.h>
#include <string.h>

#include "observe/shadow.h"
#include "observe/site.h"

enum { PAGE_BITS = 12, WORD_BITS = 2 };

typedef struct Cell {
    Who who; /* 0: nobody */
    uint32_t site;
    uint32_t launch; /* index + 1 */
} Cell;

typedef struct Launch {
    uint64_t id;
    SimDim grid, block;
} Launch;

struct Writers {
    SimObserver observer;
    Shadow shadow;
    SiteTable sites;
    Launch *launches;
    uint32_t launch_count, launch_room;
    bool on;
};

static void on_launch_begin(void *self, const SimLaunchInfo *launch)
{
    Writers *writers = self;
    writers->on = who_fits(launch->grid, launch->block);
    if (writers->launch_count == writers->launch_room) {
        uint32_t room = writers->launch_room ? writers->launch_room * 2 : 16;
        Launch *launches = realloc(writers->launches, room * sizeof *launches);
        if (!launches) {
            writers->on = false;
            return;
        }
        writers->launches = launches;
        writers->launch_room = room;
    }
    writers->launches[writers->launch_count++] = (Launch){launch->id, launch->grid, launch->block};
}

static void on_access(void *self, const SimWarpInfo *warp, const SimAccess *access)
{
    Writers *writers = self;
    if (!writers->on || access->kind == SIM_ACCESS_LOAD || access->space != PTX_SPACE_GLOBAL)
        return;
    Cell cell = {.site = site_number(&writers->sites, &access->site),
                 .launch = writers->launch_count};
    uint32_t unit = access->bytes < 4 ? access->bytes : 4;
    for (uint32_t mask = access->mask; mask; mask &= mask - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(mask);
        uint64_t address = access->address[lane];
        ShadowPage *page = shadow_page(&writers->shadow, address, unit);
        if (!page) {
            writers->on = false;
            return;
        }
        cell.who = who_lane0(warp) + lane;
        for (uint32_t at = 0; at < access->bytes; at += 1u << page->unit_bits)
            *(Cell *)shadow_cell(&writers->shadow, page, address + at) = cell;
    }
}

/* What the host wrote no thread wrote. Whole words at the edges are forgotten with it. */
static void on_host_write(void *self, uint64_t address, uint64_t size)
{
    Writers *writers = self;
    uint64_t page_bytes = UINT64_C(1) << PAGE_BITS;
    if (writers->shadow.count == 0)
        return;
    for (uint64_t at = address; at < address + size;) {
        uint64_t end = (at | (page_bytes - 1)) + 1;
        ShadowPage *page = shadow_find(&writers->shadow, at);
        if (end > address + size)
            end = address + size;
        for (uint64_t a = at; page && a < end; a += 1u << page->unit_bits)
            *(Cell *)shadow_cell(&writers->shadow, page, a) = (Cell){0};
        at = end;
    }
}

bool writers_find(const Writers *writers, uint64_t address, ObserveWriter *out)
{
    const ShadowPage *page = shadow_find(&writers->shadow, address);
    if (!page)
        return false;
    const Cell *cell = shadow_cell(&writers->shadow, page, address);
    if (cell->who == 0)
        return false;
    const Launch *launch = &writers->launches[cell->launch - 1];
    out->launch = launch->id;
    out->site = site_of(&writers->sites, cell->site);
    who_place(cell->who, launch->grid, launch->block, &out->block, &out->thread);
    return true;
}

void writers_clear(Writers *writers)
{
    shadow_free(&writers->shadow);
    site_table_free(&writers->sites);
    writers->launch_count = 0;
}

Writers *writers_new(void)
{
    Writers *writers = calloc(1, sizeof *writers);
    if (!writers)
        return NULL;
    shadow_init(&writers->shadow, sizeof(Cell), PAGE_BITS, WORD_BITS);
    writers->observer = (SimObserver){
        .self = writers,
        .launch_begin = on_launch_begin,
        .access = on_access,
        /* Who wrote to freed memory is still asked, until it is allocated anew. */
        .allocated = on_host_write,
        .host_write = on_host_write,
    };
    return writers;
}

void writers_free(Writers *writers)
{
    if (!writers)
        return;
    writers_clear(writers);
    free(writers->launches);
    free(writers);
}

const SimObserver *writers_observer(const Writers *writers)
{
    return &writers->observer;
}
