/* Who has slots: all warps, as long as they fit; in crowded runs, where many blocks wait for each
 * other, those of the block that runs. Those that wait keep what their lanes may still read,
 * registers and local memory, in as little room as it takes, and what observers could look at as
 * long as there is room for it. Constants and special registers, half of a frame or more, are put
 * in anew. */
#include <stdlib.h>
#include <string.h>

#include "sim/engine/liveness.h"
#include "sim/engine/pack.h"
#include "sim/engine/warp.h"

#define CROWD_BYTES (UINT64_C(40) << 20)

typedef struct Packer {
    SimWarp *warp;
    size_t size, spare;
    bool failed;
} Packer;

void stage_look(Run *run, uint32_t blocks)
{
    if (blocks > 1 && run->engine_bytes > CROWD_BYTES)
        run->crowded = true;
}

/* -- which registers may still be read */

static Liveness *liveness_of(Run *run, const PtxFunction *function)
{
    FramePool *pool = &run->pools[function->index];
    if (!pool->searched)
        pool->liveness = liveness_new(function);
    pool->searched = true;
    return pool->liveness;
}

/* Adds those that lanes read from `at` on. False: all of them, for all that is known. */
static bool add_live(Liveness *liveness, const PtxFunction *function, const SimInst *at,
                     uint64_t *set)
{
    const PtxInst *inst = at->source;
    if (inst < function->insts || inst >= function->insts + function->inst_count)
        return false;
    const uint64_t *live = liveness_at(liveness, (uint32_t)(inst - function->insts));
    for (uint32_t w = 0; w < liveness_words(liveness); w++)
        set[w] |= live[w];
    return true;
}

/* Of all lanes that are in the frame or will come back to it. NULL: not known, or no memory. */
static uint64_t *live_in(const SimWarp *warp, const Frame *frame)
{
    const PtxFunction *function = frame->function->source;
    Liveness *liveness = liveness_of(warp->run, function);
    uint64_t *set = liveness ? calloc(liveness_words(liveness), sizeof(*set)) : NULL;
    bool known = set != NULL;
    for (uint32_t i = 0; known && i < warp->split_count; i++) {
        const SimInst *at = warp->splits[i].pc;
        const Frame *one = warp->splits[i].frame;
        for (; one && one != frame; one = one->parent)
            at = one->back;
        known = !one || add_live(liveness, function, at, set);
    }
    if (known)
        return set;
    free(set);
    return NULL;
}

/* -- keeping */

static unsigned char *room_for(Packer *packer, size_t size)
{
    Run *run = packer->warp->run;
    if (run->packed_room - packer->size < size) {
        size_t room = 2 * (packer->size + size);
        unsigned char *packed = realloc(run->packed, room);
        if (!packed) {
            packer->failed = true;
            return NULL;
        }
        run->packed = packed;
        run->packed_room = room;
    }
    return run->packed + packer->size;
}

static uint32_t lane_bytes(const PtxReg *reg)
{
    uint32_t bytes = ptx_type_bytes(reg->type);
    return bytes < 2 ? 2 : bytes;
}

static void pack_value(Packer *packer, const PtxReg *reg, const unsigned char *slot, bool needed)
{
    if (ptx_type_kind(reg->type) == PTX_KIND_PRED) {
        unsigned char *out = room_for(packer, sizeof(uint32_t));
        if (out)
            memcpy(out, slot, sizeof(uint32_t));
        packer->size += sizeof(uint32_t);
        return;
    }
    const uint32_t bytes = lane_bytes(reg);
    unsigned char *out = room_for(packer, PACK_ROW_MOST(bytes));
    if (!out)
        return;
    size_t used = pack_row(slot, bytes, needed ? SIZE_MAX : packer->spare, out);
    packer->size += used;
    packer->spare -= needed || used == 1 ? 0 : used;
}

static void pack_frame(Packer *packer, const Frame *frame)
{
    static const PtxReg carry = {.type = PTX_PRED};
    const SimFunction *function = frame->function;
    uint64_t *live = live_in(packer->warp, frame);
    for (uint32_t i = 0; i < function->named_count && !packer->failed; i++) {
        const uint32_t r = function->named[i];
        pack_value(packer, &function->source->regs[r], frame->slots + function->reg_slots[r],
                   !live || live[r / 64] >> r % 64 & 1);
    }
    if (function->carry_slot && !packer->failed)
        pack_value(packer, &carry, frame->slots + function->carry_slot, true);
    free(live);
}

static void pack_local(Packer *packer)
{
    SimWarp *warp = packer->warp;
    for (uint32_t i = 0; i < warp->local_count && !packer->failed; i++) {
        const LocalChunk *chunk = warp->local[i];
        unsigned char *out = chunk ? room_for(packer, LOCAL_PACKED_MOST) : NULL;
        if (out)
            packer->size += local_pack(chunk, out);
    }
}

/* Moves what was packed to the warp. */
static bool keep(Packer *packer)
{
    SimWarp *warp = packer->warp;
    if (packer->failed)
        return false;
    if (packer->size > warp->kept_room) {
        free(warp->kept);
        warp->run->engine_bytes += packer->size - warp->kept_room;
        warp->kept = malloc(packer->size);
        warp->kept_room = warp->kept ? packer->size : 0;
    }
    warp->kept_size = warp->kept ? packer->size : 0;
    if (packer->size)
        memcpy(warp->kept, warp->run->packed, warp->kept_size);
    return warp->kept_size == packer->size;
}

static bool is_first_visit(const SimWarp *warp, uint32_t split, const Frame *frame)
{
    for (uint32_t i = 0; i < split; i++)
        for (const Frame *one = warp->splits[i].frame; one; one = one->parent)
            if (one == frame)
                return false;
    return true;
}

/* In the order in which frames get their slots again. */
static void pack_all(Packer *packer)
{
    const SimWarp *warp = packer->warp;
    packer->size = 0;
    for (uint32_t i = 0; i < warp->split_count; i++)
        for (const Frame *frame = warp->splits[i].frame;
             frame && is_first_visit(warp, i, frame) && !packer->failed; frame = frame->parent)
            pack_frame(packer, frame);
    pack_local(packer);
}

/* False: no memory. */
static bool pack_warp(SimWarp *warp)
{
    const Run *run = warp->run;
    Packer packer = {.warp = warp};
    pack_all(&packer);
    if (run->observed && packer.size < run->kept_share) {
        packer.spare = run->kept_share - packer.size;
        pack_all(&packer);
    }
    return keep(&packer);
}

void stage_leave(SimWarp *warp)
{
    if (!warp->run->crowded || !warp->staged)
        return;
    if (warp->changed && warp->split_count && !pack_warp(warp)) {
        warp_no_memory(warp);
        return;
    }
    for (uint32_t i = 0; i < warp->split_count; i++)
        for (Frame *frame = warp->splits[i].frame; frame && frame->slots; frame = frame->parent)
            frame_give_slots(warp, frame);
    if (warp->root->slots) /* all have exited */
        frame_give_slots(warp, warp->root);
    local_leave(warp, warp->split_count != 0);
    warp->staged = warp->changed = false;
}

void stage_leave_block(Block *block)
{
    for (uint32_t w = 0; block->run->crowded && w < block->warp_count; w++)
        stage_leave(&block->warps[w]);
}

/* -- having it back */

static const unsigned char *unpack_value(const PtxReg *reg, const unsigned char *kept,
                                         unsigned char *slot)
{
    if (ptx_type_kind(reg->type) != PTX_KIND_PRED)
        return kept + unpack_row(kept, lane_bytes(reg), slot);
    memcpy(slot, kept, sizeof(uint32_t));
    return kept + sizeof(uint32_t);
}

static const unsigned char *unpack_frame(const Frame *frame, const unsigned char *kept)
{
    static const PtxReg carry = {.type = PTX_PRED};
    const SimFunction *function = frame->function;
    for (uint32_t i = 0; i < function->named_count; i++) {
        const uint32_t r = function->named[i];
        kept =
            unpack_value(&function->source->regs[r], kept, frame->slots + function->reg_slots[r]);
    }
    if (function->carry_slot)
        kept = unpack_value(&carry, kept, frame->slots + function->carry_slot);
    return kept;
}

/* Nothing has run in it yet. */
static void begin_frame(const Frame *frame)
{
    memset(frame->slots, 0, frame->function->fixed_slot);
    *(uint32_t *)(void *)(frame->slots + SIM_SLOT_TRUE) = UINT32_MAX;
}

bool stage_enter(SimWarp *warp)
{
    const unsigned char *kept = warp->kept_size ? warp->kept : NULL;
    if (warp->staged)
        return true;
    for (uint32_t i = 0; i < warp->split_count; i++)
        for (Frame *frame = warp->splits[i].frame; frame && !frame->slots; frame = frame->parent) {
            if (!frame_take_slots(warp, frame))
                return false;
            if (kept)
                kept = unpack_frame(frame, kept);
            else
                begin_frame(frame);
        }
    warp->staged = !kept || local_enter(warp, kept);
    return warp->staged;
}
