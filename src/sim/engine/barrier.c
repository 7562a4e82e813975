/* Block barriers (ISA 9.7.13.1): arrivals are counted for each thread, as on Volta and later. */
#include "sim/engine/barrier.h"

#include <stdio.h>

#include "sim/engine/fault.h"
#include "sim/engine/lanes_fault.h"
#include "sim/engine/tell.h"

static uint32_t *arrivals(Block *block, uint32_t warp, uint32_t id)
{
    return &block->arrived[warp * BLOCK_BARRIERS + id];
}

/* A warp counts whole once all its threads that are left have come, so that exited and never
 * existing lanes don't keep others waiting. */
static uint32_t count_arrived(Block *block, uint32_t id)
{
    uint32_t total = 0;
    for (uint32_t w = 0; w < block->warp_count; w++) {
        uint32_t came = *arrivals(block, w, id);
        if (came)
            total += block->warps[w].live & ~came ? (uint32_t)__builtin_popcount(came) : SIM_LANES;
    }
    return total;
}

static bool all_came(Block *block, uint32_t id)
{
    for (uint32_t w = 0; w < block->warp_count; w++)
        if (block->warps[w].live & ~*arrivals(block, w, id))
            return false;
    return true;
}

static bool is_complete(Block *block, uint32_t id)
{
    Barrier *barrier = &block->barriers[id];
    if (!barrier->expected)
        return barrier->arrived >= block->live && all_came(block, id);
    barrier->arrived = count_arrived(block, id);
    return barrier->arrived >= barrier->expected;
}

static void give_result(SimWarp *warp, const SimInst *inst, uint32_t mask, const Barrier *barrier)
{
    const BarrierForm *form = inst->extra;
    warp->changed |= form->reduce != BARRIER_PLAIN;
    if (form->reduce == BARRIER_POPC) {
        uint32_t *d = SIM_LANE(uint32_t, warp, inst->d);
        for (uint32_t left = mask; left; left &= left - 1)
            d[__builtin_ctz(left)] = barrier->popc;
    } else if (form->reduce != BARRIER_PLAIN) {
        bool value = form->reduce == BARRIER_AND ? barrier->and_all : barrier->or_any;
        uint32_t *p = &SIM_PRED(warp, inst->d);
        *p = value ? *p | mask : *p & ~mask;
    }
}

static void tell(SimWarp *warp, const SimInst *inst, uint32_t mask, SimSyncKind kind, uint32_t id,
                 uint32_t expected)
{
    if (!warp->run->observed)
        return;
    SimSync sync = {.site = warp_site(warp, inst),
                    .kind = kind,
                    .mask = mask,
                    .id = id,
                    .expected = expected,
                    .orders_memory = true};
    tell_sync(warp, &sync);
}

static const Split *next_waiting(const Block *block, uint32_t id, uint32_t *w, uint32_t *i)
{
    for (; *w < block->warp_count; ++*w, *i = 0)
        for (; *i < block->warps[*w].split_count; ++*i) {
            const Split *split = &block->warps[*w].splits[*i];
            if (split->state == SPLIT_BARRIER && split->barrier == id)
                return split;
        }
    return NULL;
}

/* A barrier for the whole block is to be one instruction for all its threads (ISA 9.7.13.1,
 * .aligned; CUDA guide, __syncthreads() in conditional code). */
static void look_for_divergence(Block *block, uint32_t id)
{
    uint32_t w = 0, i = 0;
    const Split *first = next_waiting(block, id, &w, &i);
    SimWarp *warp = first ? &block->warps[w] : NULL;
    while (first && (i++, true)) {
        const Split *other = next_waiting(block, id, &w, &i);
        const BarrierForm *form = first->pc->extra, *form_there = other ? other->pc->extra : NULL;
        if (!other)
            return;
        if (other->pc != first->pc && (form->aligned || form_there->aligned)) {
            fault_divergent_barrier(warp, first, &block->warps[w], other);
            return;
        }
    }
}

static void let_go(Block *block, uint32_t id)
{
    if (!block->barriers[id].expected)
        look_for_divergence(block, id);
    Barrier barrier = block->barriers[id];
    block->barriers[id] = (Barrier){.and_all = true};
    for (uint32_t w = 0; w < block->warp_count; w++) {
        SimWarp *warp = &block->warps[w];
        *arrivals(block, w, id) = 0;
        for (uint32_t i = 0; i < warp->split_count; i++) {
            Split *split = &warp->splits[i];
            if (split->state != SPLIT_BARRIER || split->barrier != id)
                continue;
            const BarrierForm *form = split->pc->extra;
            if (form->reduce != BARRIER_PLAIN && !stage_enter(warp)) {
                warp_no_memory(warp);
                return;
            }
            SimFrame running = warp->frame;
            Frame *top = warp->top;
            warp->frame.slots = split->frame->slots;
            warp->top = split->frame;
            give_result(warp, split->pc, split->mask, &barrier);
            tell(warp, split->pc, split->mask, SIM_SYNC_BARRIER_LEAVE, id, barrier.expected);
            warp->frame = running;
            warp->top = top;
            split->state = SPLIT_READY;
            split->pc++;
        }
    }
    block->barriers_used &= ~(UINT32_C(1) << id);
}

void block_check_barriers(Block *block)
{
    for (uint32_t left = block->barriers_used; left; left &= left - 1) {
        uint32_t id = (uint32_t)__builtin_ctz(left);
        if (block->barriers[id].waiting && is_complete(block, id))
            let_go(block, id);
    }
}

static const SimInst *refuse(SimWarp *warp, const SimInst *inst, uint32_t mask, const char *why,
                             uint32_t value)
{
    FaultText what = {
        .fault = ENGINE_FAULT_INSTRUCTION, .rule = "invalid-barrier", .checker = "synchronisation"};
    return warp_fault(warp, inst, (uint32_t)__builtin_ctz(mask), &what,
                      "executes a barrier instruction with %s (%u)", why, value);
}

/* A count as an instruction could have given it; 0 is the whole block. */
static uint32_t in_words(const Block *block, uint32_t expected)
{
    return expected ? expected : block->warp_count * SIM_LANES;
}

/* Another count of threads than those gave who wait there, or have arrived and gone on. */
static const SimInst *refuse_count(SimWarp *warp, const SimInst *inst, uint32_t mask, uint32_t id,
                                   uint32_t expected)
{
    Block *block = warp->block;
    uint32_t w = 0, i = 0, before = block->barriers[id].expected;
    const Split *there = next_waiting(block, id, &w, &i);
    FaultText what = {
        .fault = ENGINE_FAULT_INSTRUCTION, .rule = "invalid-barrier", .checker = "synchronisation"};
    FaultLine who = {0};
    if (there) {
        SimWarp *other = &block->warps[w];
        Frame *top = other->top;
        other->top = there->frame;
        what.has_other = true;
        what.other_site = warp_site(other, there->pc);
        what.other_thread = warp_thread(other, (uint32_t)__builtin_ctz(there->mask));
        other->top = top;
        fault_add(&who, "thread (%u,%u,%u) has come", what.other_thread.x, what.other_thread.y,
                  what.other_thread.z);
        fault_add_place(&who, &what.other_site);
    } else {
        fault_add(&who, "others have come");
    }
    return warp_fault(warp, inst, (uint32_t)__builtin_ctz(mask), &what,
                      "executes a barrier instruction for %u threads where %s for %u",
                      in_words(block, expected), who.text, in_words(block, before));
}

static bool same_in_all(const uint32_t *value, uint32_t mask)
{
    uint32_t first = value[__builtin_ctz(mask)], differs = 0;
    for (uint32_t left = mask; left; left &= left - 1)
        differs |= value[__builtin_ctz(left)] ^ first;
    return differs == 0;
}

/* bar.red: what the lanes bring. */
static void collect(SimWarp *warp, const BarrierForm *form, uint32_t mask, Barrier *barrier)
{
    if (form->reduce == BARRIER_PLAIN)
        return;
    uint32_t brought = (SIM_PRED(warp, form->pred) ^ form->flip) & mask;
    barrier->popc += (uint32_t)__builtin_popcount(brought);
    barrier->and_all &= brought == mask;
    barrier->or_any |= brought != 0;
}

const SimInst *warp_barrier(SimWarp *warp, const SimInst *inst, uint32_t mask)
{
    const BarrierForm *form = inst->extra;
    Block *block = warp->block;
    uint32_t first = (uint32_t)__builtin_ctz(mask);
    const uint32_t *ids = SIM_LANE(uint32_t, warp, inst->a);
    const uint32_t *counts = SIM_LANE(uint32_t, warp, inst->b);
    uint32_t id = ids[first], expected = form->has_count ? counts[first] : 0;
    if (!same_in_all(ids, mask) || (form->has_count && !same_in_all(counts, mask)))
        return refuse(warp, inst, mask, "a number that differs between the threads of a warp", id);
    if (form->has_count && (expected == 0 || expected % SIM_LANES))
        return refuse(warp, inst, mask, "a thread count that is not a multiple of the warp size",
                      expected);
    if (id >= BLOCK_BARRIERS)
        lanes_fault_barrier(warp, inst, first, id);
    id %= BLOCK_BARRIERS;
    Barrier *barrier = &block->barriers[id];
    if (block->barriers_used >> id & 1 && barrier->expected != expected) {
        if (in_words(block, barrier->expected) != in_words(block, expected))
            return refuse_count(warp, inst, mask, id, expected);
        expected = 0;
    }
    block->barriers_used |= UINT32_C(1) << id;
    barrier->expected = expected;
    barrier->arrived += (uint32_t)__builtin_popcount(mask);
    *arrivals(block, warp->index, id) |= mask;
    collect(warp, form, mask, barrier);
    tell(warp, inst, mask, SIM_SYNC_BARRIER_ARRIVE, id, expected);
    if (!form->arrive) {
        barrier->waiting += (uint32_t)__builtin_popcount(mask);
        Split *split = warp_wait(warp, inst, mask, SPLIT_BARRIER);
        split->barrier = id;
    }
    block_check_barriers(block);
    return form->arrive ? inst + 1 : NULL;
}
