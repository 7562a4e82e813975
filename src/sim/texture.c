/* The table of textures and surfaces: handles of a slot's number and how often it was used. */
#include "sim/texture.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { CHUNK_SHIFT = 6, CHUNK = 1 << CHUNK_SHIFT, CHUNKS = 1 << 14, SLOT_BITS = 20 };

/* `handle` is 0 while the slot is free; it is written last and read first. */
typedef struct Slot {
    _Atomic uint64_t handle;
    uint32_t uses;
    SimTexture texture;
} Slot;

struct SimTextures {
    pthread_mutex_t lock; /* for writers; look-ups take none */
    _Atomic uint32_t count;
    uint32_t next; /* where the search for a free slot begins: old handles stay unknown for long */
    _Atomic(Slot *) chunks[CHUNKS];
};

SimTextures *sim_textures_new(void)
{
    SimTextures *textures = calloc(1, sizeof *textures);
    if (textures)
        pthread_mutex_init(&textures->lock, NULL);
    return textures;
}

void sim_textures_free(SimTextures *textures)
{
    if (!textures)
        return;
    for (uint32_t i = 0; i < CHUNKS && textures->chunks[i]; i++)
        free(textures->chunks[i]);
    pthread_mutex_destroy(&textures->lock);
    free(textures);
}

static Slot *slot_at(const SimTextures *textures, uint32_t index)
{
    Slot *chunk =
        atomic_load_explicit(&textures->chunks[index >> CHUNK_SHIFT], memory_order_acquire);
    return chunk ? &chunk[index & (CHUNK - 1)] : NULL;
}

/* A free slot among those there are, from `next` on; `count` when all are in use. */
static uint32_t slot_free(const SimTextures *textures)
{
    uint32_t count = textures->count;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t index = (textures->next + i) % count;
        if (!slot_at(textures, index)->handle)
            return index;
    }
    return count;
}

static bool chunk_make(SimTextures *textures)
{
    uint32_t chunk = textures->count >> CHUNK_SHIFT;
    if (chunk >= CHUNKS)
        return false;
    Slot *slots = calloc(CHUNK, sizeof *slots);
    if (!slots)
        return false;
    atomic_store_explicit(&textures->chunks[chunk], slots, memory_order_release);
    atomic_store_explicit(&textures->count, textures->count + CHUNK, memory_order_release);
    return true;
}

static uint64_t add_locked(SimTextures *textures, const SimTexture *texture)
{
    uint32_t index = slot_free(textures);
    if (index == textures->count && !chunk_make(textures))
        return 0;
    Slot *slot = slot_at(textures, index);
    slot->texture = *texture;
    slot->uses++;
    textures->next = index + 1;
    uint64_t handle = (uint64_t)slot->uses << SLOT_BITS | (index + 1);
    atomic_store_explicit(&slot->handle, handle, memory_order_release);
    return handle;
}

uint64_t sim_texture_add(SimTextures *textures, const SimTexture *texture)
{
    pthread_mutex_lock(&textures->lock);
    uint64_t handle = add_locked(textures, texture);
    pthread_mutex_unlock(&textures->lock);
    return handle;
}

static Slot *slot_of(const SimTextures *textures, uint64_t handle)
{
    uint64_t index = (handle & ((UINT64_C(1) << SLOT_BITS) - 1)) - 1;
    if (!textures || index >= atomic_load_explicit(&textures->count, memory_order_acquire))
        return NULL;
    Slot *slot = slot_at(textures, (uint32_t)index);
    return atomic_load_explicit(&slot->handle, memory_order_acquire) == handle ? slot : NULL;
}

bool sim_texture_remove(SimTextures *textures, uint64_t handle)
{
    pthread_mutex_lock(&textures->lock);
    Slot *slot = slot_of(textures, handle);
    if (slot)
        atomic_store_explicit(&slot->handle, 0, memory_order_release);
    pthread_mutex_unlock(&textures->lock);
    return slot != NULL;
}

const SimTexture *sim_texture_find(const SimTextures *textures, uint64_t handle)
{
    const Slot *slot = slot_of(textures, handle);
    return slot ? &slot->texture : NULL;
}
