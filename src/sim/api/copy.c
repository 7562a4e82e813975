/* Copies and fills: checked when they are asked for, done when their turn comes. */
#include "sim/api/copy.h"

#include <string.h>

#include "sim/api/allocation.h"
#include "sim/api/array.h"
#include "sim/api/capture.h"
#include "sim/api/graph.h"
#include "sim/api/host_pages.h"
#include "sim/api/host_past.h"
#include "sim/api/host_watch.h"
#include "sim/api/observers.h"
#include "sim/api/stray.h"
#include "sim/api/unwritten.h"

/* Simulated time: a fixed part, then bytes by the bandwidth of PCIe 3 x16 or of the memory. */
static const double copy_start_ns = 1500, host_bytes_a_ns = 12;

typedef struct CopyOp {
    Op op;
    Copy copy;
    CallSite call; /* that asked for it, where findings may name it */
} CopyOp;

typedef struct FillOp {
    Op op;
    Fill fill;
} FillOp;

static double memory_bytes_a_ns(void)
{
    const SimProfile *profile = library()->profile;
    return 2.0 * profile->memory_khz * (profile->bus_bits / 8) / 1e6;
}

/* Bytes from the box's first to its last; false: too many to count. */
static bool box_extent(const CopyEnd *end, const Copy *copy, uint64_t *extent)
{
    uint64_t slices, rows, sum;
    return !__builtin_mul_overflow(copy->depth - 1, end->slice, &slices) &&
           !__builtin_mul_overflow(copy->height - 1, end->pitch, &rows) &&
           !__builtin_add_overflow(slices, rows, &sum) &&
           !__builtin_add_overflow(sum, copy->width, extent);
}

static bool span_fits(uint64_t from, uint64_t count, uint64_t size)
{
    return from <= size && count <= size - from;
}

CUresult copy_end_of_array(CUarray array, uint64_t x, uint64_t y, uint64_t z, const Copy *copy,
                           CopyEnd *end)
{
    if (!handle_is(array, HANDLE_ARRAY))
        return CUDA_ERROR_INVALID_VALUE;
    const SimTextureLevel *level = &array->level;
    /* Parts of elements may be copied, but of compressed tiles only whole ones (recorded on an
     * H200). */
    uint32_t grain = array->format.tiles ? array->format.texel_bytes : 1;
    if (x % grain || copy->width % grain)
        return CUDA_ERROR_INVALID_VALUE;
    if (!span_fits(x, copy->width, level->pitch) ||
        !span_fits(y, copy->height, level->slice / level->pitch) ||
        !span_fits(z, copy->depth, level->depth)) {
        stray_tell_array(array, x, y, z,
                         &(Reach){.width = copy->width,
                                  .rows = copy->height,
                                  .slices = copy->depth,
                                  .writes = end == &copy->to});
        return CUDA_ERROR_INVALID_VALUE;
    }
    *end = (CopyEnd){.type = CU_MEMORYTYPE_ARRAY,
                     .address = level->address + z * level->slice + y * level->pitch + x,
                     .pitch = level->pitch,
                     .slice = level->slice,
                     .array = array,
                     .x = x,
                     .y = y,
                     .z = z};
    return CUDA_SUCCESS;
}

/* Settles what a unified address is, and whether the device end is all allocated. */
static bool end_resolve(CopyEnd *end, const Copy *copy, Reach *reach)
{
    if (end->type == CU_MEMORYTYPE_ARRAY) /* it may have gone since a graph was made */
        return copy_end_of_array(end->array, end->x, end->y, end->z, copy, end) == CUDA_SUCCESS;
    if (!box_extent(end, copy, &reach->extent))
        return false;
    reach->address = end->address;
    reach->pitch = end->pitch;
    if (!end->address)
        return false;
    if (end->type == CU_MEMORYTYPE_UNIFIED && !memory_reachable(end->address, 1)) {
        end->type = CU_MEMORYTYPE_HOST;
        return host_pages_are_there(end->address, end->address + reach->extent - 1);
    }
    if (end->type == CU_MEMORYTYPE_UNIFIED)
        end->type = CU_MEMORYTYPE_DEVICE;
    return end->type == CU_MEMORYTYPE_HOST ||
           (memory_reachable(end->address, reach->extent) && !allocation_is_going(end->address));
}

/* The same; what is astray is told. */
static bool end_check(CopyEnd *end, const Copy *copy, bool writes)
{
    Reach reach = {
        .width = copy->width, .rows = copy->height, .slices = copy->depth, .writes = writes};
    bool fine = end_resolve(end, copy, &reach);
    if (!fine && reach.extent)
        stray_tell_device(&reach);
    else if (fine && end->type == CU_MEMORYTYPE_HOST)
        stray_check_host(&reach);
    return fine;
}

/* What could be unmapped since the copy was asked for. */
static bool end_touchable(const CopyEnd *end, const Copy *copy)
{
    uint64_t extent;
    return box_extent(end, copy, &extent) &&
           sim_memory_touchable(library()->memory, end->address, extent);
}

static double copy_run(Op *op)
{
    const CopyOp *self = (const CopyOp *)op;
    const Copy *copy = &self->copy;
    const bool of_device =
        copy->from.type != CU_MEMORYTYPE_HOST && !host_watch_reaches(copy->from.address);
    const bool seen = copy->to.type == CU_MEMORYTYPE_HOST || host_watch_reaches(copy->to.address);
    if (!end_touchable(&copy->to, copy) || !end_touchable(&copy->from, copy)) {
        op->stream->context->fault = CUDA_ERROR_ILLEGAL_ADDRESS;
        return 0;
    }
    host_watch_tell(op);
    if (of_device && seen)
        unwritten_check(copy, &self->call);
    for (uint64_t z = 0; z < copy->depth; z++)
        for (uint64_t y = 0; y < copy->height; y++) {
            uint64_t to = copy->to.address + z * copy->to.slice + y * copy->to.pitch;
            uint64_t from = copy->from.address + z * copy->from.slice + y * copy->from.pitch;
            if (copy->from.type != CU_MEMORYTYPE_HOST)
                observers_host_read(from, copy->width);
            memmove((void *)(uintptr_t)to, (const void *)(uintptr_t)from, copy->width);
            if (copy->to.type != CU_MEMORYTYPE_HOST)
                observers_host_write(to, copy->width);
            host_past_note(op, from, copy->width);
            host_past_note(op, to, copy->width);
            if (of_device && !seen)
                observers_copied(to, from, copy->width);
        }
    bool host = copy->to.type == CU_MEMORYTYPE_HOST || copy->from.type == CU_MEMORYTYPE_HOST;
    double bytes = (double)copy->width * (double)copy->height * (double)copy->depth;
    return copy_start_ns + (host ? bytes / host_bytes_a_ns : 2 * bytes / memory_bytes_a_ns());
}

static bool end_is_pageable(const CopyEnd *end)
{
    return end->type == CU_MEMORYTYPE_HOST && !memory_is_pinned(end->address);
}

/* A copy between two places of the host is the host's work. */
static int copy_kind(const Copy *copy)
{
    bool from_host = copy->from.type == CU_MEMORYTYPE_HOST;
    bool to_host = copy->to.type == CU_MEMORYTYPE_HOST;
    if (from_host && to_host)
        return CULAB_SIM_SPAN_HOST;
    return from_host ? CULAB_SIM_SPAN_TO_DEVICE
           : to_host ? CULAB_SIM_SPAN_TO_HOST
                     : CULAB_SIM_SPAN_ON_DEVICE;
}

static CUresult copy_settle(Copy *copy)
{
    return end_check(&copy->to, copy, true) && end_check(&copy->from, copy, false)
               ? CUDA_SUCCESS
               : CUDA_ERROR_INVALID_VALUE;
}

CUresult copy_check(const Copy *asked)
{
    Copy copy = *asked;
    return copy_settle(&copy);
}

/* Rows side by side, as most copies are. */
static void copy_watch(CopyOp *op)
{
    const Copy *copy = &op->copy;
    op->op.quiet = copy->to.type != CU_MEMORYTYPE_HOST && !host_watch_reaches(copy->to.address);
    if (copy->height != 1 || copy->depth != 1)
        return;
    host_watch_add(&op->op, copy->from.address, copy->width);
    host_watch_add(&op->op, copy->to.address, copy->width);
}

/* What a copy that no graph asks for may use of graphs' memory. */
static CUresult check_graph_memory(const Copy *copy)
{
    const CopyEnd *ends[] = {&copy->to, &copy->from};
    CUresult result = CUDA_SUCCESS;
    for (int i = 0; i < 2 && result == CUDA_SUCCESS; i++)
        if (ends[i]->type == CU_MEMORYTYPE_DEVICE)
            result = graph_memory_check(ends[i]->address, "A copy");
    return result;
}

CUresult copy_enqueue(Stream *stream, const Copy *asked, CopyWait wait)
{
    Copy copy = *asked;
    CUresult result = capture_check(stream);
    if (result != CUDA_SUCCESS)
        return result;
    if (stream->capture)
        return capture_copy(stream, asked);
    if (!copy.width || !copy.height || !copy.depth)
        return CUDA_SUCCESS;
    result = copy_settle(&copy);
    if (result != CUDA_SUCCESS)
        return result;
    result = wait == COPY_QUEUED ? CUDA_SUCCESS : check_graph_memory(&copy);
    if (result != CUDA_SUCCESS)
        return result;
    CopyOp *op = op_new(sizeof *op, copy_run);
    if (!op)
        return CUDA_ERROR_OUT_OF_MEMORY;
    op->copy = copy;
    if (library()->options.checks & OBSERVE_INIT)
        op->call = call_site();
    op->op.bytes = copy.width * copy.height * copy.depth;
    op->op.kind = copy_kind(&copy);
    bool pageable = end_is_pageable(&copy.to) || end_is_pageable(&copy.from);
    bool host = copy.to.type == CU_MEMORYTYPE_HOST || copy.from.type == CU_MEMORYTYPE_HOST;
    bool waits = wait != COPY_QUEUED && (pageable || (wait == COPY_TO_HOST && host));
    if (!waits)
        copy_watch(op);
    queue_add(stream, &op->op);
    if (wait == COPY_QUEUED)
        return CUDA_SUCCESS;
    if (pageable || (wait == COPY_TO_HOST && host))
        return queue_run_stream(stream);
    return CUDA_SUCCESS;
}

static void row_fill(void *row, uint32_t value, uint32_t bytes, uint64_t count)
{
    if (bytes == 1)
        memset(row, (int)value, count);
    for (uint64_t i = 0; bytes == 2 && i < count; i++)
        ((uint16_t *)row)[i] = (uint16_t)value;
    for (uint64_t i = 0; bytes == 4 && i < count; i++)
        ((uint32_t *)row)[i] = value;
}

static double fill_run(Op *op)
{
    const Fill *fill = &((FillOp *)op)->fill;
    uint64_t extent = (fill->height - 1) * fill->pitch + fill->width * fill->bytes;
    if (!sim_memory_touchable(library()->memory, fill->address, extent)) {
        op->stream->context->fault = CUDA_ERROR_ILLEGAL_ADDRESS;
        return 0;
    }
    for (uint64_t y = 0; y < fill->height; y++) {
        uint64_t row = fill->address + y * fill->pitch;
        row_fill((void *)(uintptr_t)row, fill->value, fill->bytes, fill->width);
        observers_host_write(row, fill->width * fill->bytes);
    }
    return copy_start_ns +
           (double)fill->width * fill->bytes * (double)fill->height / memory_bytes_a_ns();
}

/* Bytes from the first to the last. False: more than there are. */
static bool fill_extent(const Fill *fill, uint64_t *extent)
{
    uint64_t row, rows;
    return !__builtin_mul_overflow(fill->width, fill->bytes, &row) &&
           !__builtin_mul_overflow(fill->height - 1, fill->pitch, &rows) &&
           !__builtin_add_overflow(rows, row, extent);
}

CUresult fill_check_shape(const Fill *fill)
{
    uint64_t extent;
    bool crooked = fill->address % fill->bytes || (fill->height > 1 && fill->pitch % fill->bytes);
    if (!fill_extent(fill, &extent) || crooked ||
        (fill->height > 1 && fill->pitch < fill->width * fill->bytes))
        return CUDA_ERROR_INVALID_VALUE;
    return CUDA_SUCCESS;
}

CUresult fill_check(const Fill *fill)
{
    uint64_t extent;
    CUresult result = fill_check_shape(fill);
    if (result != CUDA_SUCCESS)
        return result;
    if (!fill_extent(fill, &extent))
        return CUDA_ERROR_INVALID_VALUE;
    if (memory_reachable(fill->address, extent) && !allocation_is_going(fill->address))
        return CUDA_SUCCESS;
    stray_tell_device(&(Reach){.address = fill->address,
                               .width = fill->width * fill->bytes,
                               .pitch = fill->pitch,
                               .rows = fill->height,
                               .slices = 1,
                               .extent = extent,
                               .writes = true});
    return CUDA_ERROR_INVALID_VALUE;
}

CUresult fill_enqueue(Stream *stream, const Fill *fill)
{
    CUresult result = capture_check(stream);
    if (result != CUDA_SUCCESS)
        return result;
    if (stream->capture)
        return capture_fill(stream, fill);
    /* A product that leaves 64 bits is what is left of it, for the driver too. */
    if (!fill->width || !fill->height || fill->width * fill->bytes == 0)
        return CUDA_SUCCESS;
    result = fill_check(fill);
    if (result != CUDA_SUCCESS)
        return result;
    FillOp *op = op_new(sizeof *op, fill_run);
    if (!op)
        return CUDA_ERROR_OUT_OF_MEMORY;
    op->fill = *fill;
    op->op.bytes = fill->width * fill->bytes * fill->height;
    op->op.kind = CULAB_SIM_SPAN_FILL;
    queue_add(stream, &op->op);
    return CUDA_SUCCESS;
}
