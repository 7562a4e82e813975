/* Local memory: the words of a warp's lanes side by side, so that all lanes' access to one place is
 * one row; chunks are made when first touched. */
#include <stdlib.h>
#include <string.h>

#include "sim/engine/pack.h"
#include "sim/engine/warp.h"

enum { PATTERN = 0xCB };

/* Stands for a chunk whose words are kept elsewhere while the warp waits. */
static LocalChunk *const packed_away = (LocalChunk *)(uintptr_t)1;

static LocalChunk *chunk_new(SimWarp *warp)
{
    LocalChunk *chunk = malloc(sizeof(*chunk));
    if (chunk)
        warp->run->engine_bytes += sizeof(*chunk);
    return chunk;
}

static void chunk_free(SimWarp *warp, LocalChunk *chunk)
{
    warp->run->engine_bytes -= sizeof(*chunk);
    free(chunk);
}

static LocalChunk *chunk_at(SimWarp *warp, uint32_t index)
{
    if (index < warp->local_count && warp->local[index])
        return warp->local[index];
    if (index >= warp->local_count) {
        uint32_t count = index + 8;
        LocalChunk **grown = realloc(warp->local, count * sizeof(*grown));
        if (!grown)
            return NULL;
        memset(grown + warp->local_count, 0, (count - warp->local_count) * sizeof(*grown));
        warp->local = grown;
        warp->local_count = count;
    }
    LocalChunk *chunk = chunk_new(warp);
    if (!chunk)
        return NULL;
    memset(chunk, PATTERN, sizeof(*chunk));
    return warp->local[index] = chunk;
}

size_t local_pack(const LocalChunk *chunk, unsigned char *out)
{
    size_t size = 0;
    for (uint32_t w = 0; w < LOCAL_CHUNK_WORDS; w++)
        size += pack_row((*chunk)[w], sizeof(uint32_t), SIZE_MAX, out + size);
    return size;
}

void local_leave(SimWarp *warp, bool kept)
{
    for (uint32_t i = 0; i < warp->local_count; i++)
        if (warp->local[i] && warp->local[i] != packed_away) {
            chunk_free(warp, warp->local[i]);
            warp->local[i] = kept ? packed_away : NULL;
        }
}

bool local_enter(SimWarp *warp, const unsigned char *kept)
{
    for (uint32_t i = 0; i < warp->local_count; i++) {
        if (!warp->local[i])
            continue;
        LocalChunk *chunk = chunk_new(warp);
        if (!chunk)
            return false;
        for (uint32_t w = 0; w < LOCAL_CHUNK_WORDS; w++)
            kept += unpack_row(kept, sizeof(uint32_t), (*chunk)[w]);
        warp->local[i] = chunk;
    }
    return true;
}

void local_free(SimWarp *warp)
{
    for (uint32_t i = 0; i < warp->local_count; i++)
        if (warp->local[i] != packed_away)
            free(warp->local[i]);
    free(warp->local);
}

uint32_t *local_row(SimWarp *warp, uint32_t offset)
{
    LocalChunk *chunk = chunk_at(warp, offset / LOCAL_CHUNK_BYTES);
    return chunk ? (*chunk)[offset % LOCAL_CHUNK_BYTES / 4] : NULL;
}

static bool local_copy(SimWarp *warp, uint32_t lane, uint64_t offset, unsigned char *data,
                       uint32_t bytes, bool write)
{
    for (uint32_t i = 0, part; i < bytes; i += part) {
        uint64_t at = offset + i;
        uint32_t *row = at < UINT32_MAX ? local_row(warp, (uint32_t)at & ~3u) : NULL;
        if (!row)
            return false;
        unsigned char *from = (unsigned char *)&row[lane] + (at & 3);
        part = 4 - (at & 3) < bytes - i ? 4 - (uint32_t)(at & 3) : bytes - i;
        if (part == 4) {
            memcpy(write ? from : data + i, write ? data + i : from, 4);
            continue;
        }
        for (uint32_t b = 0; b < part; b++)
            if (write)
                from[b] = data[i + b];
            else
                data[i + b] = from[b];
    }
    return true;
}

bool local_read(SimWarp *warp, uint32_t lane, uint64_t offset, void *out, uint32_t bytes)
{
    return local_copy(warp, lane, offset, out, bytes, false);
}

bool local_write(SimWarp *warp, uint32_t lane, uint64_t offset, const void *data, uint32_t bytes)
{
    return local_copy(warp, lane, offset, (void *)(uintptr_t)data, bytes, true);
}
