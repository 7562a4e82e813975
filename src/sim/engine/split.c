/* The splits of a warp: parting, meeting, waiting, and who runs next. */
#include <string.h>

#include "sim/engine/cluster.h"
#include "sim/engine/sync.h"
#include "sim/engine/tell.h"
#include "sim/engine/warp.h"

void warp_start(SimWarp *warp, uint32_t lanes)
{
    warp->exists = warp->live = lanes;
    warp->split_count = 0;
    warp->root->lanes = lanes;
    warp_add_split(warp, lanes, warp->run->kernel->insts, warp->root);
    warp->current = 0;
}

Split *warp_add_split(SimWarp *warp, uint32_t mask, const SimInst *pc, Frame *frame)
{
    Split *split = &warp->splits[warp->split_count++];
    *split =
        (Split){.mask = mask, .state = SPLIT_READY, .ran = warp->turn, .pc = pc, .frame = frame};
    return split;
}

void warp_remove_split(SimWarp *warp, uint32_t index)
{
    warp->splits[index] = warp->splits[--warp->split_count];
}

void warp_enter_split(SimWarp *warp, const Split *split)
{
    warp->active = split->mask;
    warp->top = split->frame;
    warp->frame.slots = split->frame->slots;
}

/* Whether `a` is behind `b` in the program: at the innermost function that both are in. */
static bool is_behind(const Split *a, const Split *b)
{
    const Frame *fa = a->frame, *fb = b->frame;
    const SimInst *pa = a->pc, *pb = b->pc;
    while (fa != fb) {
        bool up_a = fa->depth >= fb->depth, up_b = fb->depth >= fa->depth;
        if (up_a) {
            pa = fa->back;
            fa = fa->parent;
        }
        if (up_b) {
            pb = fb->back;
            fb = fb->parent;
        }
    }
    if (pa != pb)
        return pa < pb;
    return a->frame->depth > b->frame->depth;
}

static void merge_ready(SimWarp *warp)
{
    for (uint32_t i = 0; i < warp->split_count; i++) {
        Split *into = &warp->splits[i];
        if (into->state != SPLIT_READY)
            continue;
        for (uint32_t j = warp->split_count - 1; j > i; j--) {
            const Split *other = &warp->splits[j];
            if (other->state != SPLIT_READY || other->pc != into->pc || other->frame != into->frame)
                continue;
            into->mask |= other->mask;
            if (other->ran < into->ran)
                into->ran = other->ran;
            warp_remove_split(warp, j);
        }
    }
}

static uint32_t pick(const SimWarp *warp, bool rotate)
{
    uint32_t best = UINT32_MAX;
    for (uint32_t i = 0; i < warp->split_count; i++) {
        const Split *split = &warp->splits[i];
        if (split->state != SPLIT_READY)
            continue;
        if (best == UINT32_MAX)
            best = i;
        else if (rotate ? split->ran < warp->splits[best].ran
                        : is_behind(split, &warp->splits[best]))
            best = i;
    }
    return best;
}

static const SimInst *meeting_place(const SimWarp *warp, const Split *running)
{
    const SimFunction *function = running->frame->function;
    const SimInst *stop = function->insts + function->inst_count;
    for (uint32_t i = 0; i < warp->split_count; i++) {
        const Split *split = &warp->splits[i];
        if (split != running && split->state == SPLIT_READY && split->frame == running->frame &&
            split->pc > running->pc && split->pc < stop)
            stop = split->pc;
    }
    return stop;
}

/* Nothing but __syncwarp() and its kin promises that lanes that have parted go on together, from
 * sm_70 on: with a seed they may stay apart for a while, and any may go first. */
static bool stays_apart(const SimWarp *warp)
{
    return warp->split_count > 1 && warp->run->launch->module->ptx->target_sm >= 70 &&
           run_chance(warp->run, 2);
}

static uint32_t pick_by_chance(SimWarp *warp)
{
    uint32_t from = (uint32_t)run_chance(warp->run, warp->split_count);
    for (uint32_t i = 0; i < warp->split_count; i++) {
        uint32_t at = (from + i) % warp->split_count;
        if (warp->splits[at].state == SPLIT_READY)
            return at;
    }
    return UINT32_MAX;
}

bool warp_choose(SimWarp *warp, bool rotate, const SimInst **stop)
{
    bool apart = stays_apart(warp);
    if (warp->split_count > 1 && !apart)
        merge_ready(warp);
    uint32_t chosen = apart ? pick_by_chance(warp) : pick(warp, rotate);
    if (chosen == UINT32_MAX)
        return false;
    if (!stage_enter(warp)) {
        warp_no_memory(warp);
        return false;
    }
    Split *split = &warp->splits[chosen];
    warp->changed = true;
    split->ran = ++warp->turn;
    warp->current = chosen;
    warp_enter_split(warp, split);
    *stop = meeting_place(warp, split);
    return true;
}

const SimInst *warp_part(SimWarp *warp, uint32_t taken, const SimInst *target,
                         const SimInst *otherwise)
{
    Split *split = &warp->splits[warp->current];
    uint32_t rest = split->mask & ~taken;
    warp->stop = WARP_SPLITS;
    if (!rest) {
        split->pc = target;
        return NULL;
    }
    split->mask = rest;
    split->pc = otherwise;
    Split *other = warp_add_split(warp, taken, target, split->frame);
    other->ran = split->ran;
    return NULL;
}

Split *warp_wait(SimWarp *warp, const SimInst *inst, uint32_t mask, SplitState state)
{
    Split *split = &warp->splits[warp->current];
    warp->stop = WARP_SPLITS;
    if (mask != split->mask) {
        split->mask &= ~mask;
        split->pc = inst + 1;
        split = warp_add_split(warp, mask, inst, split->frame);
    }
    split->pc = inst;
    split->state = state;
    return split;
}

static void leave_frames(Run *run, Frame *frame, uint32_t lanes)
{
    while (frame) {
        Frame *parent = frame->parent;
        frame->lanes &= ~lanes;
        if (!frame->lanes && parent)
            frame_release(run, frame);
        frame = parent;
    }
}

const SimInst *warp_exit(SimWarp *warp, const SimInst *inst, uint32_t lanes)
{
    Split *split = &warp->splits[warp->current];
    leave_frames(warp->run, split->frame, lanes);
    warp->live &= ~lanes;
    warp->block->live -= (uint32_t)__builtin_popcount(lanes);
    warp->stop = WARP_SPLITS;
    split->mask &= ~lanes;
    split->pc = inst + 1;
    if (!split->mask)
        warp_remove_split(warp, warp->current);
    if (warp->split_count)
        warp_check_syncs(warp);
    block_check_barriers(warp->block);
    cluster_exit(warp, lanes);
    return NULL;
}

void warp_abandon(SimWarp *warp)
{
    for (uint32_t i = 0; i < warp->split_count; i++)
        leave_frames(warp->run, warp->splits[i].frame, warp->splits[i].mask);
    warp->split_count = 0;
}

/* -- warp-wide instructions */

static const SyncForm *form_of(const Split *split)
{
    return split->pc->extra;
}

static bool same_sync(const Split *a, const Split *b)
{
    if (b->state != SPLIT_SYNC || a->wait != b->wait || form_of(a)->kind != form_of(b)->kind)
        return false;
    if (form_of(a)->again)
        return a->pc == b->pc && a->frame == b->frame;
    return form_of(a)->form == form_of(b)->form;
}

/* Lanes that wait together with `split`, or 0 while one is missing. */
static uint32_t met_lanes(const SimWarp *warp, const Split *split)
{
    uint32_t met = 0;
    for (uint32_t i = 0; i < warp->split_count; i++)
        if (same_sync(split, &warp->splits[i]))
            met |= warp->splits[i].mask;
    return split->wait & warp->live & ~met ? 0 : met;
}

/* Once for all that have met, wherever they stand in the program. */
static void tell_met(SimWarp *warp, const Split *split, uint32_t met)
{
    if (!warp->run->observed || form_of(split)->again)
        return;
    warp_enter_split(warp, split);
    SimSync sync = {.site = warp_site(warp, split->pc),
                    .kind = SIM_SYNC_WARP,
                    .mask = met,
                    .orders_memory = form_of(split)->kind == SYNC_BAR};
    tell_sync(warp, &sync);
}

static void release(SimWarp *warp, const Split *first, uint32_t met)
{
    Split key = *first;
    uint32_t current = warp->current;
    tell_met(warp, first, met);
    for (uint32_t i = 0; i < warp->split_count; i++) {
        Split *split = &warp->splits[i];
        if (!same_sync(&key, split))
            continue;
        warp->current = i;
        warp_enter_split(warp, split);
        form_of(split)->finish(warp, split->pc, split->mask, met);
        split->state = SPLIT_READY;
        split->pc += !form_of(split)->again;
    }
    warp->current = current;
}

void warp_check_syncs(SimWarp *warp)
{
    for (uint32_t i = 0; i < warp->split_count; i++) {
        if (warp->splits[i].state != SPLIT_SYNC)
            continue;
        uint32_t met = met_lanes(warp, &warp->splits[i]);
        if (met)
            release(warp, &warp->splits[i], met);
    }
}

const SimInst *sync_part(SimWarp *warp, const SimInst *inst, uint32_t mask, uint32_t same,
                         uint32_t named)
{
    Split *split = &warp->splits[warp->current];
    Frame *frame = split->frame;
    uint32_t others = split->mask & ~mask;
    split->mask = same;
    split->pc = inst;
    split->state = SPLIT_SYNC;
    split->wait = named;
    warp_add_split(warp, mask & ~same, inst, frame);
    if (others)
        warp_add_split(warp, others, inst + 1, frame);
    warp_check_syncs(warp);
    warp->stop = WARP_SPLITS;
    return NULL;
}
