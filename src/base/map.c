/* A hash map from text to pointer: open addressing, linear probing, at most half full. */
#include "base/map.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"

static MapEntry *find(const Map *map, View key)
{
    size_t mask = map->capacity - 1;
    size_t at = (size_t)hash_bytes(HASH_START, key.data, key.size) & mask;
    for (;; at = (at + 1) & mask) {
        MapEntry *entry = &map->entries[at];
        if (!entry->key || view_equal((View){entry->key, entry->key_size}, key))
            return entry;
    }
}

static void grow(Map *map)
{
    Map old = *map;
    map->capacity = old.capacity ? old.capacity * 2 : 16;
    map->entries = memory_alloc_array(map->capacity, sizeof(MapEntry));
    for (size_t i = 0; i < old.capacity; i++)
        if (old.entries[i].key)
            *find(map, (View){old.entries[i].key, old.entries[i].key_size}) = old.entries[i];
    free(old.entries);
}

void map_put(Map *map, View key, void *value)
{
    if (map->size * 2 >= map->capacity)
        grow(map);
    MapEntry *entry = find(map, key);
    if (!entry->key) {
        entry->key = memory_clone_bytes(key.data, key.size);
        entry->key_size = key.size;
        map->size++;
    }
    entry->value = value;
}

void *map_get(const Map *map, View key)
{
    return map->capacity ? find(map, key)->value : NULL;
}

void map_free(Map *map)
{
    for (size_t i = 0; i < map->capacity; i++)
        free(map->entries[i].key);
    free(map->entries);
    *map = (Map){0};
}
