/* Launching what a fuzzer's PTX defines, with small budgets and arguments of every kind. */
#ifndef CULAB_TESTS_FUZZ_LAUNCH_H
#define CULAB_TESTS_FUZZ_LAUNCH_H

#include "sim/engine/engine.h"

/* What kernels may be given: memory of the device, textures and surfaces of every shape and a
 * tensor map, which lies at the beginning of `buffer`. */
typedef struct World {
    SimMemory *memory;
    SimTextures *textures;
    uint64_t buffer;
    uint64_t handles[16]; /* textures, then surfaces */
    unsigned char map[128];
} World;

/* `data` chooses details. False: no memory. */
bool world_make(World *world, const uint8_t *data, size_t size);
void world_free(World *world);

/* Loads the PTX and launches each of its kernels several times: in one thread and two, with
 * clusters, watched by each of the `count` observers. */
void world_run(World *world, View ptx, const SimObserver *const *observers, uint32_t count);

#endif
