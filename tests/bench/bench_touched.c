/* A byte for each byte of the buffers, of each running block's shared memory, and of each of its
 * threads' local memory, as a mask of lanes. */
#include "bench_touched.h"

#include <stdlib.h>
#include <string.h>

enum { RANGES = 8, LANES = 32 };

typedef struct Range {
    uint64_t start, size;
    unsigned char *seen;
} Range;

typedef struct WarpLocal {
    uint32_t *lanes, count;
} WarpLocal;

typedef struct BlockSeen {
    uint32_t linear, warps;
    uint64_t bytes_shared, bytes_local;
    unsigned char *shared;
    WarpLocal *local;
    struct BlockSeen *next;
} BlockSeen;

struct Touched {
    SimObserver observer;
    Range ranges[RANGES];
    uint32_t range_count;
    uint64_t shared_size;
    BlockSeen *blocks;
    TouchedBytes bytes; /* shared, local: the most so far */
};

static void on_allocated(void *self, uint64_t address, uint64_t size)
{
    Touched *touched = self;
    if (touched->range_count < RANGES)
        touched->ranges[touched->range_count++] = (Range){address, size, calloc(size, 1)};
}

static void on_block_begin(void *self, const SimLaunchInfo *launch, SimDim index, uint32_t linear)
{
    Touched *touched = self;
    BlockSeen *block = calloc(1, sizeof *block);
    (void)index;
    touched->shared_size = launch->shared_bytes;
    block->linear = linear;
    block->warps = (launch->block.x * launch->block.y * launch->block.z + LANES - 1) / LANES;
    block->shared = calloc(launch->shared_bytes + 1, 1);
    block->local = calloc(block->warps, sizeof *block->local);
    block->next = touched->blocks;
    touched->blocks = block;
}

static void block_free(BlockSeen *block)
{
    for (uint32_t w = 0; w < block->warps; w++)
        free(block->local[w].lanes);
    free(block->local);
    free(block->shared);
    free(block);
}

static void on_block_end(void *self, const SimLaunchInfo *launch, SimDim index, uint32_t linear)
{
    Touched *touched = self;
    TouchedBytes now = {0};
    BlockSeen **at = &touched->blocks;
    (void)launch;
    (void)index;
    for (const BlockSeen *block = touched->blocks; block; block = block->next) {
        now.shared += block->bytes_shared;
        now.local += block->bytes_local;
    }
    if (now.shared > touched->bytes.shared)
        touched->bytes.shared = now.shared;
    if (now.local > touched->bytes.local)
        touched->bytes.local = now.local;
    while (*at && (*at)->linear != linear)
        at = &(*at)->next;
    if (*at) {
        BlockSeen *block = *at;
        *at = block->next;
        block_free(block);
    }
}

static BlockSeen *block_of(const Touched *touched, uint32_t linear)
{
    BlockSeen *block = touched->blocks;
    while (block && block->linear != linear)
        block = block->next;
    return block;
}

static void see_global(Touched *touched, uint64_t address, uint32_t bytes)
{
    for (uint32_t r = 0; r < touched->range_count; r++) {
        Range *range = &touched->ranges[r];
        for (uint64_t at = address; at < address + bytes; at++)
            if (at - range->start < range->size && !range->seen[at - range->start]) {
                range->seen[at - range->start] = 1;
                touched->bytes.global++;
            }
    }
}

static void see_shared(const Touched *touched, BlockSeen *block, uint64_t address, uint32_t bytes)
{
    for (uint64_t at = address; block && at < address + bytes && at < touched->shared_size; at++) {
        block->bytes_shared += !block->shared[at];
        block->shared[at] = 1;
    }
}

static void see_local(BlockSeen *block, uint32_t warp, uint32_t lane, uint64_t address,
                      uint32_t bytes)
{
    WarpLocal *local = &block->local[warp];
    if (address + bytes > local->count) {
        uint32_t count = (uint32_t)(address + bytes + 1023);
        local->lanes = realloc(local->lanes, count * sizeof *local->lanes);
        memset(local->lanes + local->count, 0, (count - local->count) * sizeof *local->lanes);
        local->count = count;
    }
    for (uint64_t at = address; at < address + bytes; at++) {
        block->bytes_local += !(local->lanes[at] >> lane & 1);
        local->lanes[at] |= UINT32_C(1) << lane;
    }
}

static void on_access(void *self, const SimWarpInfo *warp, const SimAccess *access)
{
    Touched *touched = self;
    bool shared = access->space == PTX_SPACE_SHARED, local = access->space == PTX_SPACE_LOCAL;
    BlockSeen *block = shared  ? block_of(touched, access->owner_linear)
                       : local ? block_of(touched, warp->block_linear)
                               : NULL;
    for (uint32_t left = access->mask; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        if (shared)
            see_shared(touched, block, access->address[lane], access->bytes);
        else if (local && block)
            see_local(block, warp->warp, lane, access->address[lane], access->bytes);
        else if (access->space == PTX_SPACE_GLOBAL)
            see_global(touched, access->address[lane], access->bytes);
    }
}

Touched *touched_new(void)
{
    Touched *touched = calloc(1, sizeof *touched);
    touched->observer =
        (SimObserver){.self = touched,
                      .wants = SIM_WANTS_GLOBAL | SIM_WANTS_SHARED | SIM_WANTS_OTHER,
                      .block_begin = on_block_begin,
                      .block_end = on_block_end,
                      .access = on_access,
                      .allocated = on_allocated};
    return touched;
}

void touched_free(Touched *touched)
{
    for (uint32_t r = 0; r < touched->range_count; r++)
        free(touched->ranges[r].seen);
    while (touched->blocks) {
        BlockSeen *next = touched->blocks->next;
        block_free(touched->blocks);
        touched->blocks = next;
    }
    free(touched);
}

const SimObserver *touched_observer(const Touched *touched)
{
    return &touched->observer;
}

TouchedBytes touched_bytes(const Touched *touched)
{
    return touched->bytes;
}
