/* Crowded launches: many blocks that all wait for each other, and one that runs. Those that wait
 * keep the registers of their kernel; constants and special registers, half of a frame or more, are
 * there once, in the slots of the block that runs. */
#include <stdlib.h>
#include <string.h>

#include "sim/engine/warp.h"

enum { STAGE_ALIGN = 64 };

static size_t each_of(const Run *run)
{
    return ((size_t)run->kernel->slots_bytes + STAGE_ALIGN - 1) & ~(size_t)(STAGE_ALIGN - 1);
}

bool stage_prepare(Run *run)
{
    const SimDim *dim = &run->launch->block;
    const SimFunction *kernel = run->kernel;
    size_t warps = ((size_t)dim->x * dim->y * dim->z + SIM_LANES - 1) / SIM_LANES;
    if (!run->crowded)
        return true;
    run->stage = aligned_alloc(STAGE_ALIGN, warps * each_of(run));
    for (size_t w = 0; run->stage && w < warps; w++)
        memcpy(run->stage + w * each_of(run) + kernel->fixed_slot, kernel->fixed,
               kernel->fixed_bytes);
    return run->stage != NULL;
}

void stage_free(Run *run)
{
    free(run->stage);
}

void stage_enter(Block *block)
{
    Run *run = block->run;
    for (uint32_t w = 0; run->crowded && w < block->warp_count; w++) {
        SimWarp *warp = &block->warps[w];
        Frame *root = warp->root;
        if (!warp->split_count)
            continue;
        root->slots = run->stage + w * each_of(run);
        memcpy(root->slots, root->kept, run->kernel->fixed_slot);
        frame_fill(warp, root, true);
    }
}

void stage_leave(Block *block)
{
    const Run *run = block->run;
    for (uint32_t w = 0; run->crowded && w < block->warp_count; w++) {
        Frame *root = block->warps[w].root;
        if (root->slots == root->kept)
            continue;
        memcpy(root->kept, root->slots, run->kernel->fixed_slot);
        root->slots = root->kept;
    }
}
