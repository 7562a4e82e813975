/* A hash table from a number to a pointer: open addressing, powers of two. */
#include "sim/api/table.h"

#include <stdlib.h>

static size_t slot_start(uint64_t key, size_t capacity)
{
    return (size_t)((key * UINT64_C(0x9E3779B97F4A7C15)) >> 20) & (capacity - 1);
}

static TableSlot *slot_find(const Table *table, uint64_t key)
{
    if (!table->capacity || !key)
        return NULL;
    size_t at = slot_start(key, table->capacity);
    while (table->slots[at].key && table->slots[at].key != key)
        at = (at + 1) & (table->capacity - 1);
    return &table->slots[at];
}

static bool table_grow(Table *table)
{
    Table wider = {.capacity = table->live >= 32 ? table->live * 4 : 64};
    while (wider.capacity & (wider.capacity - 1))
        wider.capacity &= wider.capacity - 1;
    wider.slots = calloc(wider.capacity, sizeof *wider.slots);
    if (!wider.slots)
        return false;
    for (size_t i = 0; i < table->capacity; i++)
        if (table->slots[i].value) {
            *slot_find(&wider, table->slots[i].key) = table->slots[i];
            wider.live++;
        }
    wider.used = wider.live;
    free(table->slots);
    *table = wider;
    return true;
}

bool table_put(Table *table, uint64_t key, void *value)
{
    if (table->used * 2 >= table->capacity && !table_grow(table))
        return false;
    TableSlot *slot = slot_find(table, key);
    table->used += slot->key == 0;
    table->live += slot->value == NULL;
    *slot = (TableSlot){key, value};
    return true;
}

void *table_get(const Table *table, uint64_t key)
{
    const TableSlot *slot = slot_find(table, key);
    return slot && slot->key ? slot->value : NULL;
}

void *table_take(Table *table, uint64_t key)
{
    TableSlot *slot = slot_find(table, key);
    if (!slot || !slot->key || !slot->value)
        return NULL;
    void *value = slot->value;
    slot->value = NULL;
    table->live--;
    return value;
}

void *table_next(const Table *table, size_t *position)
{
    while (*position < table->capacity) {
        void *value = table->slots[(*position)++].value;
        if (value)
            return value;
    }
    return NULL;
}
