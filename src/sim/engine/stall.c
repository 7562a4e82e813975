/* Watching for loops that never end: states of warps, and of the memory between them. */
#include "sim/engine/stall.h"

#include <stdlib.h>
#include <string.h>

#include "sim/engine/tree.h"

enum {
    LOOKS = 1 << 12, /* at states in full, until it is clear that they all differ */
    STEPS_PART = 128 /* of the time that passed, what watching may take */
};
#define FIRST_WAIT (UINT64_C(1) << 23)
#define MEMORY_LIMIT (UINT64_C(64) << 20)

static uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 29;
}

static uint64_t mix_bytes(uint64_t hash, const void *data, size_t size)
{
    const unsigned char *at = data;
    uint64_t word;
    for (; size >= sizeof(word); at += sizeof(word), size -= sizeof(word)) {
        memcpy(&word, at, sizeof(word));
        hash = mix(hash, word);
    }
    word = 0;
    memcpy(&word, at, size);
    return mix(hash, word);
}

/* Where its splits are, in whatever order they stand. */
static uint64_t place_of(const SimWarp *warp)
{
    uint64_t sum = warp->live;
    for (uint32_t i = 0; i < warp->split_count; i++) {
        const Split *split = &warp->splits[i];
        uint64_t hash = mix((uint64_t)(uintptr_t)split->pc, split->mask);
        sum += mix(hash, (uint64_t)split->state << 32 | split->barrier);
    }
    return sum;
}

/* What their threads hold: registers of all frames, and local memory. */
static uint64_t values_of(const SimWarp *warp)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < warp->split_count; i++) {
        uint64_t hash = warp->splits[i].mask;
        for (const Frame *frame = warp->splits[i].frame; frame; frame = frame->parent)
            hash = mix_bytes(hash ^ frame->depth, frame->slots, frame->function->slots_bytes);
        sum += hash;
    }
    for (uint32_t i = 0; i < warp->local_count; i++)
        if (warp->local[i])
            sum = mix_bytes(sum + i, warp->local[i], sizeof(*warp->local[i]));
    return sum;
}

static bool waits(const SimWarp *warp)
{
    for (uint32_t i = 0; i < warp->split_count; i++)
        if (warp->splits[i].state == SPLIT_READY)
            return false;
    return true;
}

static bool every_split_ran(const SimWarp *warp, uint64_t since)
{
    for (uint32_t i = 0; i < warp->split_count; i++)
        if (warp->splits[i].state == SPLIT_READY && warp->splits[i].ran <= since)
            return false;
    return true;
}

static void add_memory(void *state, const void *bytes, uint64_t size)
{
    uint64_t *hash = state;
    *hash = mix_bytes(*hash, bytes, size);
}

/* False: there is too much of it to be looked through. */
static bool memory_of(const Run *run, Block *const *blocks, uint32_t count, uint64_t *hash)
{
    *hash = 0;
    for (uint32_t i = 0; i < count; i++)
        *hash = mix_bytes(*hash, blocks[i]->shared, run->shared_bytes);
    return sim_memory_visit(run->launch->memory, MEMORY_LIMIT, hash, add_memory);
}

void stall_forget(Stall *stall, const Run *run)
{
    stall->watching = false;
    stall->since = run->result->warp_instructions;
    stall->wait = FIRST_WAIT;
}

uint64_t stall_slice(const Stall *stall, uint64_t usual)
{
    return stall->watching ? 1 : usual;
}

static void give_up(Stall *stall)
{
    stall->watching = false;
    stall->wait *= 2;
}

/* What a kernel may do besides writing to memory: print and launch. */
static uint64_t events_of(const Run *run)
{
    return run->tree->prints + run->result->prints_lost + run->tree->launched;
}

static void begin(Stall *stall, const Run *run, Block *const *blocks, uint32_t count)
{
    uint32_t warps = blocks[0]->warp_count;
    stall->count = (size_t)count * warps;
    stall->back = 0;
    free(stall->warps);
    stall->warps = calloc(stall->count, sizeof(*stall->warps));
    stall->watching = stall->warps && memory_of(run, blocks, count, &stall->memory);
    if (!stall->watching) {
        give_up(stall);
        return;
    }
    stall->events = events_of(run);
    stall->generation = sim_memory_generation(run->launch->memory);
    stall->steps_left = stall->wait / STEPS_PART / count + 1;
    stall->looks_left = LOOKS + stall->count;
    for (size_t i = 0; i < stall->count; i++) {
        const SimWarp *warp = &blocks[i / warps]->warps[i % warps];
        stall->warps[i] = (StallWarp){place_of(warp), values_of(warp), warp->turn, waits(warp)};
        stall->back += stall->warps[i].back;
    }
}

static void look_at(Stall *stall, StallWarp *known, const SimWarp *warp)
{
    if (known->back || known->place != place_of(warp) || !every_split_ran(warp, known->turn))
        return;
    stall->looks_left -= stall->looks_left > 0;
    known->back = warp->copy_count == 0 && known->values == values_of(warp);
    stall->back += known->back;
}

static bool memory_changed(const Stall *stall, const Run *run, Block *const *blocks, uint32_t count)
{
    uint64_t now;
    return !memory_of(run, blocks, count, &now) || now != stall->memory ||
           events_of(run) != stall->events ||
           sim_memory_generation(run->launch->memory) != stall->generation;
}

bool stall_look(Stall *stall, const Run *run, Block *const *blocks, uint32_t count)
{
    uint64_t passed = run->result->warp_instructions - stall->since;
    if (stall->wait == 0)
        stall->wait = FIRST_WAIT;
    if (!stall->watching) {
        if (passed >= stall->wait)
            begin(stall, run, blocks, count);
        return false;
    }
    uint32_t warps = blocks[0]->warp_count;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t ran = (blocks[i]->next_warp + warps - 1) % warps;
        look_at(stall, &stall->warps[(size_t)i * warps + ran], &blocks[i]->warps[ran]);
    }
    /* What changes and changes back is met at one of the irregular looks at the memory. */
    bool look = (stall->steps_left & (stall->steps_left - 1)) == 0 || stall->back == stall->count;
    if (--stall->steps_left == 0 || stall->looks_left == 0 ||
        (look && memory_changed(stall, run, blocks, count))) {
        give_up(stall);
        return false;
    }
    return stall->back == stall->count;
}

void stall_free(Stall *stall)
{
    free(stall->warps);
}
