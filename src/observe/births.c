/* Where numbers that are not finite arose. */
#include "observe/births.h"

#include <stdlib.h>

enum { THREADS_MAX = 1 << 14, SLOTS = 2 * THREADS_MAX };

static uint32_t *slot_of(const Births *births, Who who)
{
    uint32_t at = (who * UINT32_C(0x9E3779B1)) >> 16 & (SLOTS - 1);
    while (births->slots[at] && births->list[births->slots[at] - 1].who != who)
        at = (at + 1) & (SLOTS - 1);
    return &births->slots[at];
}

const Birth *births_of(const Births *births, Who who)
{
    uint32_t number = births->slots ? *slot_of(births, who) : 0;
    return number ? &births->list[number - 1] : NULL;
}

static bool make_room(Births *births)
{
    if (!births->slots && !(births->slots = calloc(SLOTS, sizeof *births->slots)))
        return false;
    if (births->count < births->room)
        return true;
    uint32_t room = births->room ? births->room * 2 : 64;
    Birth *list = room <= THREADS_MAX ? realloc(births->list, room * sizeof *list) : NULL;
    if (!list)
        return false;
    births->list = list;
    births->room = room;
    return true;
}

void births_add(Births *births, const Birth *birth)
{
    if (births_of(births, birth->who) || !make_room(births))
        return;
    births->list[births->count++] = *birth;
    *slot_of(births, birth->who) = births->count;
}

void births_free(Births *births)
{
    free(births->list);
    free(births->slots);
    *births = (Births){0};
}
