/* Bulk copies that are under way: until somebody has waited for one, nothing that a thread does in
 * the memory it uses is ordered with it, whatever barriers are passed. */
#include <stdlib.h>

#include "observe/race_access.h"

enum { PIECE = 16 };

static bool overlaps(const Flight *flight, uint32_t block, uint64_t from, uint64_t to)
{
    return flight->block == block && flight->from < to && from < flight->to;
}

/* Two that read, or that both add, don't mind each other. */
static bool minds(const Flight *flight, bool writes, bool reduces)
{
    return (flight->writes || writes) && !(flight->reduces && reduces);
}

Touch race_touch_of(const Race *race, const SimWarpInfo *warp, const SimAccess *access)
{
    return (Touch){.warp = warp,
                   .access = access,
                   .block = race->current_order,
                   .first = who_lane0(warp),
                   .clock = order_clock(race->current_order, warp->warp),
                   .strength =
                       access->kind == SIM_ACCESS_ATOMIC || access->kind == SIM_ACCESS_REDUCTION
                           ? RACE_ATOMICALLY
                           : RACE_WEAK,
                   .writes = access->kind != SIM_ACCESS_LOAD,
                   .shared = access->space == PTX_SPACE_SHARED};
}

void race_meet_flights(Race *race, const SimWarpInfo *warp, const SimAccess *access)
{
    const bool writes = access->kind != SIM_ACCESS_LOAD;
    const bool reduces = access->kind == SIM_ACCESS_REDUCTION;
    Touch touch = race_touch_of(race, warp, access);
    for (size_t i = 0; i < race->flights.count; i++) {
        const Flight *flight = &race->flights.items[i];
        if (!minds(flight, writes, reduces) ||
            !overlaps(flight, access->owner_linear, access->low, access->high))
            continue;
        for (uint32_t left = access->mask; left; left &= left - 1) {
            touch.lane = (uint32_t)__builtin_ctz(left);
            uint64_t from = access->address[touch.lane];
            if (!overlaps(flight, access->owner_linear, from, from + access->bytes))
                continue;
            touch.address = from > flight->from ? from : flight->from;
            race_report(race, &touch, touch.first + touch.lane, flight->slot, flight->writes);
        }
    }
}

static bool flight_add(Flights *flights, Flight flight)
{
    if (flights->count == flights->room) {
        size_t room = flights->room ? flights->room * 2 : 16;
        Flight *items = realloc(flights->items, room * sizeof *items);
        if (!items)
            return false;
        flights->items = items;
        flights->room = room;
    }
    flights->items[flights->count++] = flight;
    return true;
}

static void flights_end(Flights *flights, uint64_t copy)
{
    size_t kept = 0;
    for (size_t i = 0; i < flights->count; i++)
        if (flights->items[i].copy != copy)
            flights->items[kept++] = flights->items[i];
    flights->count = kept;
}

/* The copy may begin at once: what comes before it must be ordered now. */
static void touch_now(Race *race, const SimWarpInfo *warp, const SimBulk *bulk, SimAccess *access,
                      uint64_t *address)
{
    for (uint64_t at = 0; at < bulk->bytes && race->on; at += access->bytes) {
        uint64_t left = bulk->bytes - at;
        access->bytes = left < PIECE ? (uint32_t)left & -(uint32_t)left : PIECE;
        address[bulk->lane] = access->low = bulk->address + at;
        access->high = access->low + access->bytes;
        race_touch_all(race, warp, access, false);
    }
}

static void begin(Race *race, const SimWarpInfo *warp, const SimBulk *bulk)
{
    uint64_t address[32] = {0};
    SimAccess access = {.site = bulk->site,
                        .inst = bulk->site.inst,
                        .kind = bulk->reduces  ? SIM_ACCESS_REDUCTION
                                : bulk->writes ? SIM_ACCESS_STORE
                                               : SIM_ACCESS_LOAD,
                        .space = PTX_SPACE_SHARED,
                        .mask = UINT32_C(1) << bulk->lane,
                        .address = address,
                        .shared_base = bulk->shared_base,
                        .owner_linear = bulk->owner_linear,
                        .owner = bulk->owner};
    touch_now(race, warp, bulk, &access, address);
    if (!race->on || !race_enter_block(race, warp->block_linear))
        return;
    Touch touch = race_touch_of(race, warp, &access);
    const uint32_t site = race_site_for(race, warp, &access, touch.strength);
    touch.lane = bulk->lane;
    touch.own = slot_own_bits(touch.clock | site << 16 | RACE_FLYING);
    SharedShadow *shadow = race_shared_of(race, bulk->owner_linear);
    if (!bulk->writes && shadow)
        race_proxy_read(race, &touch, shadow, bulk->address, bulk->address + bulk->bytes);
    race->on &= flight_add(&race->flights,
                           (Flight){.copy = bulk->number,
                                    .block = bulk->owner_linear,
                                    .from = bulk->address,
                                    .to = bulk->address + bulk->bytes,
                                    .slot = slot_make(touch.own, touch.first + bulk->lane, 0),
                                    .writes = bulk->writes,
                                    .reduces = bulk->reduces});
}

void race_bulk(Race *race, const SimWarpInfo *warp, const SimBulk *bulk)
{
    if (!race->on || !race_enter_block(race, warp->block_linear))
        return;
    if (bulk->begins)
        begin(race, warp, bulk);
    else
        flights_end(&race->flights, bulk->number);
}
