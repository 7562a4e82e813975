/* The device runtime's copies and fills: cudaMemcpyAsync, cudaMemsetAsync and their kin. */
#include <stdlib.h>

#include "sim/engine/device_call.h"

typedef struct Extent {
    uint64_t width, height, depth;
} Extent;

typedef struct Pitched {
    uint64_t address, pitch, width, height;
} Pitched;

/* cudaMemcpy3DParms: arrays, which kernels cannot copy, are NULL. */
typedef struct Copy3d {
    uint64_t from_array;
    Extent from_at;
    Pitched from;
    uint64_t to_array;
    Extent to_at;
    Pitched to;
    Extent extent;
    uint32_t kind, pad;
} Copy3d;

static bool is_private(uint64_t address)
{
    return SIM_WINDOW_OF(address) != 0;
}

static uint64_t queue_box(DeviceCall *call, WorkKind kind, const WorkBox *box, uint64_t stream)
{
    bool rows = box->height > 1 || box->depth > 1;
    if (is_private(box->to) || (kind == WORK_COPY && is_private(box->from)))
        return device_fail(call, cudaErrorInvalidValue);
    if (rows && (box->to_pitch < box->width || (kind == WORK_COPY && box->from_pitch < box->width)))
        return device_fail(call, cudaErrorInvalidPitchValue);
    Work *work = calloc(1, sizeof(*work));
    if (!work)
        return device_fail(call, cudaErrorMemoryAllocation);
    work->kind = kind;
    work->origin = device_origin(call, NULL);
    work->box = *box;
    return device_queue(call, work, stream);
}

/* (void *dst, const void *src, size_t count, cudaMemcpyKind, cudaStream_t) */
uint64_t device_copy(DeviceCall *call)
{
    WorkBox box = {.to = device_arg(call, 0),
                   .from = device_arg(call, 1),
                   .width = device_arg(call, 2),
                   .height = 1,
                   .depth = 1};
    return queue_box(call, WORK_COPY, &box, device_arg(call, 4));
}

/* (void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height,
 * cudaMemcpyKind, cudaStream_t) */
uint64_t device_copy_2d(DeviceCall *call)
{
    WorkBox box = {.to = device_arg(call, 0),
                   .to_pitch = device_arg(call, 1),
                   .from = device_arg(call, 2),
                   .from_pitch = device_arg(call, 3),
                   .width = device_arg(call, 4),
                   .height = device_arg(call, 5),
                   .depth = 1};
    return queue_box(call, WORK_COPY, &box, device_arg(call, 7));
}

static uint64_t place_of(const Pitched *base, const Extent *at)
{
    return base->address + at->width + base->pitch * (at->height + base->height * at->depth);
}

/* (const cudaMemcpy3DParms *, cudaStream_t) */
uint64_t device_copy_3d(DeviceCall *call)
{
    Copy3d copy;
    if (!access_read(call->warp, call->lane, device_arg(call, 0), &copy, sizeof(copy)) ||
        copy.from_array || copy.to_array)
        return device_fail(call, cudaErrorInvalidValue);
    WorkBox box = {.to = place_of(&copy.to, &copy.to_at),
                   .to_pitch = copy.to.pitch,
                   .to_slice = copy.to.pitch * copy.to.height,
                   .from = place_of(&copy.from, &copy.from_at),
                   .from_pitch = copy.from.pitch,
                   .from_slice = copy.from.pitch * copy.from.height,
                   .width = copy.extent.width,
                   .height = copy.extent.height,
                   .depth = copy.extent.depth};
    if (box.depth > 1 && (copy.to.height < box.height || copy.from.height < box.height))
        return device_fail(call, cudaErrorInvalidValue);
    return queue_box(call, WORK_COPY, &box, device_arg(call, 1));
}

/* (void *devPtr, int value, size_t count, cudaStream_t) */
uint64_t device_set(DeviceCall *call)
{
    WorkBox box = {.to = device_arg(call, 0),
                   .from = device_arg(call, 1),
                   .width = device_arg(call, 2),
                   .height = 1,
                   .depth = 1};
    return queue_box(call, WORK_FILL, &box, device_arg(call, 3));
}

/* (void *devPtr, size_t pitch, int value, size_t width, size_t height, cudaStream_t) */
uint64_t device_set_2d(DeviceCall *call)
{
    WorkBox box = {.to = device_arg(call, 0),
                   .to_pitch = device_arg(call, 1),
                   .from = device_arg(call, 2),
                   .width = device_arg(call, 3),
                   .height = device_arg(call, 4),
                   .depth = 1};
    return queue_box(call, WORK_FILL, &box, device_arg(call, 5));
}

/* (cudaPitchedPtr, int value, cudaExtent, cudaStream_t) */
uint64_t device_set_3d(DeviceCall *call)
{
    Pitched to;
    Extent extent;
    device_arg_copy(call, 0, 0, &to, sizeof(to));
    device_arg_copy(call, 2, 0, &extent, sizeof(extent));
    WorkBox box = {.to = to.address,
                   .to_pitch = to.pitch,
                   .to_slice = to.pitch * to.height,
                   .from = device_arg(call, 1),
                   .width = extent.width,
                   .height = extent.height,
                   .depth = extent.depth};
    if (box.depth > 1 && to.height < box.height)
        return device_fail(call, cudaErrorInvalidValue);
    return queue_box(call, WORK_FILL, &box, device_arg(call, 3));
}
