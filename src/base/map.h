/* A hash map from text to pointer. Keys are copied. Start from {0}. */
#ifndef CULAB_BASE_MAP_H
#define CULAB_BASE_MAP_H

#include <stddef.h>

#include "base/view.h"

typedef struct MapEntry {
    char *key; /* NULL: free slot */
    size_t key_size;
    void *value;
} MapEntry;

typedef struct Map {
    MapEntry *entries;
    size_t size;
    size_t capacity;
} Map;

void map_put(Map *map, View key, void *value); /* replaces */
void *map_get(const Map *map, View key);       /* NULL when absent */
void map_free(Map *map);                       /* frees keys, not values */

#endif
