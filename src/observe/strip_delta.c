/* Rows of numbers: the first one that isn't 0, and a code for each, 0 where the number is. */
#include "observe/strip_delta.h"

#include <stdlib.h>

enum { ROW = 16, CODES_MOST = 255, ROOM_LEAST = 8 };

void delta_list_free(DeltaList *list)
{
    free(list->deltas);
    *list = (DeltaList){0};
}

size_t delta_bytes(uint32_t count)
{
    return count + count / ROW * sizeof(uint32_t);
}

static const uint8_t *codes_of(const void *memory, uint32_t count)
{
    return (const uint8_t *)memory + count / ROW * sizeof(uint32_t);
}

uint32_t delta_get(const DeltaList *list, const void *memory, uint32_t count, uint32_t at)
{
    const uint8_t *codes = codes_of(memory, count) + at / ROW * ROW;
    uint32_t value = ((const uint32_t *)memory)[at / ROW];
    if (!codes[at % ROW])
        return 0;
    for (uint32_t i = 0; i <= at % ROW; i++)
        value += codes[i] ? list->deltas[codes[i] - 1] : 0;
    return value;
}

/* 0: no memory, or too many. */
static uint8_t code_for(DeltaList *list, uint32_t delta)
{
    if (list->last && list->deltas[list->last - 1] == delta)
        return list->last;
    for (uint32_t i = 0; i < list->count; i++)
        if (list->deltas[i] == delta)
            return list->last = (uint8_t)(i + 1);
    if (list->count == CODES_MOST)
        return 0;
    if (list->count == list->room) {
        uint16_t room = list->room ? (uint16_t)(list->room * 2) : ROOM_LEAST;
        uint32_t *deltas = realloc(list->deltas, room * sizeof *deltas);
        if (!deltas)
            return 0;
        list->deltas = deltas;
        list->room = room;
    }
    list->deltas[list->count++] = delta;
    return list->last = list->count;
}

bool delta_put(DeltaList *list, void *memory, uint32_t count, uint32_t at, uint32_t value)
{
    uint32_t *first = (uint32_t *)memory + at / ROW;
    uint8_t *codes = (uint8_t *)memory + count / ROW * sizeof(uint32_t) + at / ROW * ROW;
    uint32_t sum = *first, before = 0, after = 0, next = at % ROW + 1;
    bool starts = true; /* the row, as far as is known */
    uint8_t own = 0, other = 0;
    for (uint32_t i = 0; i < at % ROW; i++)
        if (codes[i]) {
            sum += list->deltas[codes[i] - 1];
            before = sum;
            starts = false;
        }
    if (codes[at % ROW])
        sum += list->deltas[codes[at % ROW] - 1];
    while (next < ROW && !codes[next])
        next++;
    if (next < ROW)
        after = sum + list->deltas[codes[next] - 1];
    if (value && !(own = code_for(list, starts ? 0 : value - before)))
        return false;
    if (next < ROW) {
        uint32_t from = value ? value : starts ? after : before;
        if (!(other = code_for(list, after - from)))
            return false;
        codes[next] = other;
    }
    codes[at % ROW] = own;
    if (starts)
        *first = value ? value : after;
    return true;
}
