/* A hash table from a number (an address, a handle) to a pointer. Start from {0}. */
#ifndef CULAB_SIM_API_TABLE_H
#define CULAB_SIM_API_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct TableSlot {
    uint64_t key; /* 0: free */
    void *value;  /* NULL with a key: removed */
} TableSlot;

typedef struct Table {
    TableSlot *slots;
    size_t used; /* slots with a key */
    size_t live;
    size_t capacity;
} Table;

bool table_put(Table *table, uint64_t key, void *value); /* key and value not 0; false: no memory */
void *table_get(const Table *table, uint64_t key);       /* NULL when absent */
void *table_take(Table *table, uint64_t key);            /* removes; NULL when absent */
/* The next live entry at or after *position, which moves past it; NULL at the end. */
void *table_next(const Table *table, size_t *position);

#endif
