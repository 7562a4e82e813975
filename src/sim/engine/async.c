/* Copies of cp.async that are under way. */
#include "sim/engine/async.h"

#include <stdlib.h>
#include <string.h>

bool async_add(SimWarp *warp, uint32_t lane, unsigned char *to, const unsigned char data[16],
               uint32_t bytes)
{
    if (warp->copy_count == warp->copy_capacity) {
        uint32_t capacity = warp->copy_capacity ? warp->copy_capacity * 2 : 64;
        AsyncCopy *grown = realloc(warp->copies, capacity * sizeof(*grown));
        if (!grown)
            return false;
        warp->copies = grown;
        warp->copy_capacity = capacity;
    }
    AsyncCopy *copy = &warp->copies[warp->copy_count++];
    *copy = (AsyncCopy){(uint64_t)(uintptr_t)to, lane, bytes, warp->copy_group[lane], {0}};
    memcpy(copy->data, data, sizeof(copy->data));
    return true;
}

void async_commit(SimWarp *warp, uint32_t mask)
{
    for (uint32_t left = mask; left; left &= left - 1)
        warp->copy_group[__builtin_ctz(left)]++;
}

void async_wait(SimWarp *warp, uint32_t mask, uint32_t groups)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < warp->copy_count; i++) {
        const AsyncCopy *copy = &warp->copies[i];
        uint32_t newer = warp->copy_group[copy->lane] - copy->group; /* 0: not committed */
        if (mask >> copy->lane & 1 && newer > groups)
            memcpy((void *)(uintptr_t)copy->to, copy->data, copy->bytes);
        else
            warp->copies[kept++] = *copy;
    }
    warp->copy_count = kept;
}
