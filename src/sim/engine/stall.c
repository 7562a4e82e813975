/* Watching for loops that never end: states of warps, and of the memory between them. */
#include "sim/engine/stall.h"

#include <stdlib.h>
#include <string.h>

#include "sim/engine/tree.h"

enum {
    LOOKS = 1 << 12,  /* at states in full, until it is clear that they all differ */
    PAUSE = 64,       /* instructions that one who pauses could have executed */
    STEPS_PART = 128, /* of the time that passed, what watching may take */
    MEMORY_PART = 8   /* bytes of memory that may be looked through for each unit of that time */
};
#define FIRST_WAIT (UINT64_C(1) << 20)

static uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 29;
}

static uint64_t mix_bytes(uint64_t hash, const void *data, size_t size)
{
    enum { WAYS = 4 }; /* side by side: one multiplication need not wait for the one before */
    const unsigned char *at = data;
    uint64_t word, ways[WAYS] = {0, 1, 2, 3};
    if (size >= sizeof(ways)) {
        for (; size >= sizeof(ways); at += sizeof(ways), size -= sizeof(ways))
            for (int i = 0; i < WAYS; i++) {
                memcpy(&word, at + i * sizeof(word), sizeof(word));
                ways[i] = mix(ways[i], word);
            }
        for (int i = 0; i < WAYS; i++)
            hash = mix(hash, ways[i]);
    }
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

/* Registers that hold what a clock said are left out, and the clock itself. */
static uint64_t registers_of(const Stall *stall, const Frame *frame, uint64_t hash)
{
    const PtxFunction *source = frame->function->source;
    const ClockTrace *trace = &stall->clocks[source->index];
    if (frame->function->carry_slot)
        hash = mix_bytes(hash, frame->slots + frame->function->carry_slot, sizeof(uint32_t));
    if (!trace->regs)
        return mix_bytes(hash, frame->slots, frame->function->fixed_slot);
    for (uint32_t i = 0; i < frame->function->named_count; i++) {
        const uint32_t r = frame->function->named[i];
        uint32_t bytes = ptx_type_bytes(source->regs[r].type);
        size_t size = source->regs[r].type == PTX_PRED
                          ? sizeof(uint32_t)
                          : (size_t)SIM_LANES * (bytes < 2 ? 2 : bytes);
        if (!trace->regs[r])
            hash = mix_bytes(hash, frame->slots + frame->function->reg_slots[r], size);
    }
    return hash;
}

/* What their threads hold: registers of all frames, and local memory. */
static uint64_t values_of(const Stall *stall, SimWarp *warp)
{
    uint64_t sum = 0;
    if (!stage_enter(warp))
        return 0;
    for (uint32_t i = 0; i < warp->split_count; i++) {
        uint64_t hash = warp->splits[i].mask;
        for (const Frame *frame = warp->splits[i].frame; frame; frame = frame->parent)
            hash = registers_of(stall, frame, hash ^ frame->depth);
        sum += hash;
    }
    for (uint32_t i = 0; i < warp->local_count; i++)
        if (warp->local[i])
            sum = mix_bytes(sum + i, warp->local[i], sizeof(*warp->local[i]));
    stage_leave(warp);
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

static bool host_rests(const Run *run)
{
    const EngineHost *host = run->launch->host;
    return host && host->rests && host->rests(host->state);
}

/* False: there is too much of it to be looked through by now, or the host may change it. */
static bool memory_of(const Stall *stall, const Run *run, Block *const *blocks, uint32_t count,
                      uint64_t *hash)
{
    *hash = 0;
    for (uint32_t i = 0; i < count; i++)
        *hash = mix_bytes(*hash, blocks[i]->shared, run->shared_bytes);
    return sim_memory_visit(run->launch->memory, stall->wait * MEMORY_PART, host_rests(run), hash,
                            add_memory);
}

static uint64_t passed_until_now(const Run *run)
{
    return run->result->warp_instructions + run->pauses * PAUSE;
}

void stall_forget(Stall *stall, const Run *run)
{
    stall->watching = false;
    stall->since = passed_until_now(run);
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

static bool begin_clocks(Stall *stall, const Run *run)
{
    const PtxModule *module = run->launch->module->ptx;
    if (!stall->clocks)
        stall->clocks = calloc((size_t)module->function_count + 1, sizeof(*stall->clocks));
    for (uint32_t i = 0; stall->clocks && i < module->function_count; i++)
        if (run->program->functions[i])
            clock_trace_begin(&stall->clocks[i], module->functions[i]);
    return stall->clocks != NULL;
}

static bool clock_leads_out(const Stall *stall, const Run *run)
{
    const PtxModule *module = run->launch->module->ptx;
    for (uint32_t i = 0; i < module->function_count; i++)
        if (clock_trace_leads_out(&stall->clocks[i], module->functions[i]))
            return true;
    return false;
}

static void begin(Stall *stall, const Run *run, Block *const *blocks, uint32_t count)
{
    uint32_t warps = blocks[0]->warp_count;
    stall->count = (size_t)count * warps;
    stall->back = 0;
    free(stall->warps);
    stall->warps = calloc(stall->count, sizeof(*stall->warps));
    stall->watching = stall->warps && begin_clocks(stall, run) &&
                      memory_of(stall, run, blocks, count, &stall->memory);
    if (!stall->watching) {
        give_up(stall);
        return;
    }
    stall->events = events_of(run);
    stall->generation = sim_memory_generation(run->launch->memory);
    stall->steps_left = stall->wait / STEPS_PART / count + 1;
    stall->looks_left = LOOKS + stall->count;
    for (size_t i = 0; i < stall->count; i++) {
        SimWarp *warp = &blocks[i / warps]->warps[i % warps];
        stall->warps[i] = (StallWarp){.place = place_of(warp),
                                      .values = values_of(stall, warp),
                                      .turn = warp->turn,
                                      .back = waits(warp)};
        stall->back += stall->warps[i].back;
    }
}

static void look_at(Stall *stall, StallWarp *known, SimWarp *warp)
{
    if (!stage_enter(warp))
        return;
    for (uint32_t i = 0; i < warp->split_count; i++) {
        const Split *split = &warp->splits[i];
        const PtxFunction *function = split->frame->function->source;
        clock_trace_see(&stall->clocks[function->index], function, split->pc->source);
        if (split->state == SPLIT_READY)
            stall_note_look(&known->look, warp, split);
    }
    stage_leave(warp);
    if (known->back || known->place != place_of(warp) || !every_split_ran(warp, known->turn))
        return;
    stall->looks_left -= stall->looks_left > 0;
    known->back = warp->copy_count == 0 && known->values == values_of(stall, warp);
    stall->back += known->back;
}

static bool memory_changed(const Stall *stall, const Run *run, Block *const *blocks, uint32_t count)
{
    uint64_t now;
    return !memory_of(stall, run, blocks, count, &now) || now != stall->memory ||
           events_of(run) != stall->events ||
           sim_memory_generation(run->launch->memory) != stall->generation;
}

bool stall_look(Stall *stall, const Run *run, Block *const *blocks, uint32_t count)
{
    uint64_t passed = passed_until_now(run) - stall->since;
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
    if (stall->back != stall->count)
        return false;
    if (!clock_leads_out(stall, run))
        return true;
    give_up(stall);
    return false;
}

void stall_free(Stall *stall, const Run *run)
{
    uint32_t functions = run->launch->module->ptx->function_count;
    for (uint32_t i = 0; stall->clocks && i < functions; i++)
        clock_trace_free(&stall->clocks[i]);
    free(stall->clocks);
    free(stall->warps);
}
