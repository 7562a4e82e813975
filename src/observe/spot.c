/* The table of places of a launch. */
#include "observe/spot.h"

#include <stdlib.h>
#include <string.h>

bool spots_grow(Spots *spots, uint32_t number)
{
    size_t room = spots->room ? spots->room : 64;
    while (room < number || room == spots->room)
        room *= 2;
    Spot *at = realloc(spots->at, room * sizeof *at);
    if (!at)
        return false;
    memset(at + spots->room, 0, (room - spots->room) * sizeof *at);
    spots->at = at;
    spots->room = room;
    return true;
}

void spots_clear(Spots *spots)
{
    site_table_free(&spots->sites);
    if (spots->room)
        memset(spots->at, 0, spots->room * sizeof *spots->at);
}

void spots_free(Spots *spots)
{
    site_table_free(&spots->sites);
    free(spots->at);
    *spots = (Spots){0};
}
