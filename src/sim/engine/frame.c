/* Frames and rooms for their slots: where they come from, and what stands in the slots before the
 * first instruction. */
#include <stdlib.h>
#include <string.h>

#include "ptx/effect.h"
#include "sim/engine/cluster.h"
#include "sim/engine/decoder.h"
#include "sim/engine/liveness.h"

enum { SLOTS_ALIGN = 64 };

/* Lies in front of slots, as long as an alignment. */
typedef struct SlotRoom {
    unsigned char *next_free; /* slots */
} SlotRoom;

static bool remember_frame(Run *run, Frame *frame)
{
    if (run->frame_count == run->frame_capacity) {
        size_t capacity = run->frame_capacity ? run->frame_capacity * 2 : 64;
        Frame **grown = realloc(run->frames, capacity * sizeof(*grown));
        if (!grown)
            return false;
        run->frames = grown;
        run->frame_capacity = capacity;
    }
    run->frames[run->frame_count++] = frame;
    return true;
}

static SlotRoom *room_of(unsigned char *slots)
{
    return (SlotRoom *)(void *)(slots - SLOTS_ALIGN);
}

static unsigned char *slots_make(Run *run, const SimFunction *function)
{
    size_t size = SLOTS_ALIGN + (size_t)function->slots_bytes;
    unsigned char *room = aligned_alloc(SLOTS_ALIGN, size);
    if (!room)
        return NULL;
    run->engine_bytes += size;
    unsigned char *slots = room + SLOTS_ALIGN;
    memset(slots, 0, function->fixed_slot);
    memcpy(slots + function->fixed_slot, function->fixed, function->fixed_bytes);
    *(uint32_t *)(slots + SIM_SLOT_TRUE) = UINT32_MAX;
    return slots;
}

bool frame_take_slots(SimWarp *warp, Frame *frame)
{
    FramePool *pool = &warp->run->pools[frame->function->source->index];
    frame->slots = pool->slots;
    if (frame->slots) {
        pool->slots = room_of(frame->slots)->next_free;
        pool->slots_count--;
    } else {
        frame->slots = slots_make(warp->run, frame->function);
    }
    if (frame->slots)
        frame_fill(warp, frame, true);
    return frame->slots != NULL;
}

void frame_give_slots(SimWarp *warp, Frame *frame)
{
    Run *run = warp->run;
    FramePool *pool = &run->pools[frame->function->source->index];
    SlotRoom *room = room_of(frame->slots);
    if (pool->slots_count >= warp->block->warp_count) { /* no block needs so many */
        run->engine_bytes -= SLOTS_ALIGN + (size_t)frame->function->slots_bytes;
        free(room);
    } else {
        room->next_free = pool->slots;
        pool->slots = frame->slots;
        pool->slots_count++;
    }
    frame->slots = NULL;
}

void frames_free(Run *run)
{
    const uint32_t functions = run->launch->module->ptx->function_count;
    for (size_t i = 0; i < run->frame_count; i++) {
        if (run->frames[i]->slots)
            free(room_of(run->frames[i]->slots));
        free(run->frames[i]);
    }
    free(run->frames);
    for (uint32_t i = 0; run->pools && i <= functions; i++) {
        for (unsigned char *slots = run->pools[i].slots; slots;) {
            SlotRoom *room = room_of(slots);
            slots = room->next_free;
            free(room);
        }
        liveness_free(run->pools[i].liveness);
    }
    free(run->pools);
}

static Frame *frame_make(Run *run, const SimFunction *function)
{
    Frame *frame = calloc(1, sizeof(*frame));
    if (!frame)
        return NULL;
    if (!remember_frame(run, frame)) {
        free(frame);
        return NULL;
    }
    run->engine_bytes += sizeof(*frame);
    frame->function = function;
    return frame;
}

static uint32_t tid_part(const Run *run, uint32_t linear, uint32_t component)
{
    const SimDim *block = &run->launch->block;
    if (component == 0)
        return linear % block->x;
    if (component == 1)
        return linear / block->x % block->y;
    return linear / block->x / block->y;
}

static uint32_t dim_part(SimDim dim, uint32_t component)
{
    return component == 0 ? dim.x : component == 1 ? dim.y : component == 2 ? dim.z : 0;
}

static uint64_t clock_ns(const SimWarp *warp)
{
    uint64_t cycles = warp->run->cycles + warp->block->issued;
    uint64_t khz = (uint64_t)warp->run->launch->profile->clock_khz;
    uint64_t ns = khz ? (uint64_t)((double)cycles * 1e6 / (double)khz) : cycles;
    return warp->run->started_ns + ns;
}

static uint64_t block_special(const SimWarp *warp, uint32_t special, uint32_t component)
{
    const Run *run = warp->run;
    const EngineLaunch *launch = run->launch;
    switch (special) {
    case PTX_SPECIAL_NTID:
        return dim_part(launch->block, component);
    case PTX_SPECIAL_CTAID:
        return dim_part(warp->block->index, component);
    case PTX_SPECIAL_NCTAID:
        return dim_part(launch->grid, component);
    case PTX_SPECIAL_CLUSTERID:
        return dim_part(warp->block->cluster->index, component);
    case PTX_SPECIAL_NCLUSTERID:
        return dim_part(launch->grid, component) / dim_part(cluster_dim(launch), component);
    case PTX_SPECIAL_CLUSTER_CTAID:
        return dim_part(cluster_rank_index(launch, warp->block->rank), component);
    case PTX_SPECIAL_CLUSTER_NCTAID:
        return dim_part(cluster_dim(launch), component);
    case PTX_SPECIAL_CLUSTER_CTARANK:
        return warp->block->rank;
    case PTX_SPECIAL_CLUSTER_NCTARANK:
        return warp->block->cluster->size;
    case PTX_SPECIAL_IS_EXPLICIT_CLUSTER:
        return launch->cluster.x != 0;
    case PTX_SPECIAL_WARPID:
        return warp->index;
    case PTX_SPECIAL_NWARPID:
        return (uint64_t)launch->profile->warps_per_sm;
    case PTX_SPECIAL_SMID:
        return warp->block->linear % (uint32_t)launch->profile->sms;
    case PTX_SPECIAL_NSMID:
        return (uint64_t)launch->profile->sms;
    case PTX_SPECIAL_GRIDID:
        return launch->id;
    case PTX_SPECIAL_TOTAL_SMEM_SIZE:
    case PTX_SPECIAL_AGGR_SMEM_SIZE:
        return run->shared_bytes + (uint64_t)launch->profile->shared_reserved;
    case PTX_SPECIAL_DYNAMIC_SMEM_SIZE:
        return launch->dynamic_shared;
    case PTX_SPECIAL_CLOCK:
    case PTX_SPECIAL_CLOCK64:
        return run->cycles + warp->block->issued;
    case PTX_SPECIAL_CLOCK_HI:
        return (run->cycles + warp->block->issued) >> 32;
    case PTX_SPECIAL_GLOBALTIMER:
    case PTX_SPECIAL_GLOBALTIMER_LO:
        return clock_ns(warp);
    case PTX_SPECIAL_GLOBALTIMER_HI:
        return clock_ns(warp) >> 32;
    case PTX_SPECIAL_ENVREG1:
        return run->workspace >> 32;
    case PTX_SPECIAL_ENVREG2:
        return run->workspace;
    case PTX_SPECIAL_RESERVED_SMEM_OFFSET_BEGIN:
    case PTX_SPECIAL_RESERVED_SMEM_OFFSET_0:
    case PTX_SPECIAL_RESERVED_SMEM_OFFSET_1:
        return warp->shared_base + SHARED_RESERVED_AT;
    case PTX_SPECIAL_RESERVED_SMEM_OFFSET_END:
        return warp->shared_base + SHARED_RESERVED_AT + SHARED_RESERVED_BYTES;
    case PTX_SPECIAL_RESERVED_SMEM_OFFSET_CAP:
        return SHARED_RESERVED_BYTES;
    case PTX_SPECIAL_WARP_SZ:
        return SIM_LANES;
    default: /* what a driver or a profiler that isn't there sets up: %envreg, %pm */
        return 0;
    }
}

uint64_t special_value(const SimWarp *warp, uint32_t lane, uint32_t special, uint32_t component)
{
    uint32_t bit = UINT32_C(1) << lane;
    switch (special) {
    case PTX_SPECIAL_TID:
        return tid_part(warp->run, warp->index * SIM_LANES + lane, component);
    case PTX_SPECIAL_LANEID:
        return lane;
    case PTX_SPECIAL_LANEMASK_EQ:
        return bit;
    case PTX_SPECIAL_LANEMASK_LT:
        return bit - 1;
    case PTX_SPECIAL_LANEMASK_LE:
        return bit | (bit - 1);
    case PTX_SPECIAL_LANEMASK_GT:
        return ~(bit | (bit - 1));
    case PTX_SPECIAL_LANEMASK_GE:
        return ~(bit - 1);
    default:
        return block_special(warp, special, component);
    }
}

static bool differs_by_lane(uint32_t special)
{
    switch (special) {
    case PTX_SPECIAL_TID:
    case PTX_SPECIAL_LANEID:
    case PTX_SPECIAL_LANEMASK_EQ:
    case PTX_SPECIAL_LANEMASK_LT:
    case PTX_SPECIAL_LANEMASK_LE:
    case PTX_SPECIAL_LANEMASK_GT:
    case PTX_SPECIAL_LANEMASK_GE:
        return true;
    default:
        return false;
    }
}

static void put_lane(unsigned char *slot, uint32_t bytes, uint32_t lane, uint64_t value)
{
    if (bytes == 8)
        ((uint64_t *)slot)[lane] = value;
    else if (bytes == 4)
        ((uint32_t *)slot)[lane] = (uint32_t)value;
    else
        ((uint16_t *)slot)[lane] = (uint16_t)value;
}

static uint64_t fill_value(const SimWarp *warp, const Frame *frame, const SlotFill *fill)
{
    const SharedPlace *place;
    switch (fill->kind) {
    case SLOT_SHARED:
        place = layout_find(warp->run->layout, fill->symbol);
        return warp->shared_base + (place ? place->offset : 0) + (uint64_t)fill->addend;
    case SLOT_LOCAL:
        return frame->local_base + (uint64_t)fill->addend;
    default:
        return block_special(warp, fill->what, fill->component);
    }
}

/* Whether a frame that has had the value in another block has it still. */
static bool stays(const SlotFill *fill)
{
    if (fill->kind != SLOT_SPECIAL)
        return true;
    switch (fill->what) {
    case PTX_SPECIAL_CTAID:
    case PTX_SPECIAL_CLUSTERID:
    case PTX_SPECIAL_SMID:
        return false;
    default:
        return !ptx_special_is_clock((PtxSpecial)fill->what);
    }
}

static void put_all(unsigned char *slot, uint32_t bytes, uint64_t value)
{
    if (bytes == 4)
        for (uint32_t lane = 0; lane < SIM_LANES; lane++)
            ((uint32_t *)slot)[lane] = (uint32_t)value;
    else
        for (uint32_t lane = 0; lane < SIM_LANES; lane++)
            put_lane(slot, bytes, lane, value);
}

void frame_fill(SimWarp *warp, Frame *frame, bool fresh)
{
    const SimFunction *function = frame->function;
    if (!frame->slots)
        return; /* when it gets them */
    for (uint32_t i = 0; i < function->fill_count; i++) {
        const SlotFill *fill = &function->fills[i];
        unsigned char *slot = frame->slots + fill->slot;
        if (!fresh && stays(fill))
            continue;
        if (fill->kind != SLOT_SPECIAL || !differs_by_lane(fill->what)) {
            put_all(slot, fill->bytes, fill_value(warp, frame, fill));
            continue;
        }
        for (uint32_t lane = 0; lane < SIM_LANES; lane++)
            put_lane(slot, fill->bytes, lane,
                     special_value(warp, lane, fill->what, fill->component));
    }
}

Frame *frame_new(SimWarp *warp, const SimFunction *function, Frame *parent, uint32_t lanes)
{
    Run *run = warp->run;
    FramePool *pool = &run->pools[function->source->index];
    Frame *frame = pool->free;
    if (frame)
        pool->free = frame->next_free;
    else
        frame = frame_make(run, function);
    if (!frame)
        return NULL;
    frame->function = function; /* or the same one in another view */
    frame->parent = parent;
    frame->lanes = lanes;
    frame->depth = parent ? parent->depth + 1 : 0;
    frame->local_base = parent ? parent->local_top : 0;
    frame->local_top = frame->local_base + function->local_bytes;
    frame->stack_used = (parent ? parent->stack_used : 0) + function->stack_bytes;
    if (frame->slots)
        frame_fill(warp, frame, true);
    else if (parent && !frame_take_slots(warp, frame)) /* the kernel's: when the warp begins */
        return NULL;
    return frame;
}

void frame_release(Run *run, Frame *frame)
{
    FramePool *pool = &run->pools[frame->function->source->index];
    frame->next_free = pool->free;
    pool->free = frame;
}
