/* The device runtime's streams, events and memory. */
#include "sim/engine/device_call.h"
#include "sim/engine/device_runtime.h"

/* -- streams and events: what is launched runs in order, so that waits are over when they begin */

static uint64_t handle_make(DeviceCall *call, TreeHandle kind)
{
    uint64_t handle = device_handle_new(call->warp->run->tree, kind);
    if (!handle)
        return device_fail(call, cudaErrorMemoryAllocation);
    return device_store(call, device_arg(call, 0), &handle, sizeof(handle));
}

static uint64_t handle_drop(DeviceCall *call, TreeHandle kind)
{
    LaunchTree *tree = call->warp->run->tree;
    uint64_t handle = device_arg(call, 0);
    if (!device_handle_is(tree, handle, kind))
        return device_fail(call, cudaErrorInvalidResourceHandle);
    device_handle_end(tree, handle);
    return cudaSuccess;
}

/* Device streams must be non-blocking, and events without timing. */
uint64_t device_stream_create(DeviceCall *call)
{
    enum { NON_BLOCKING = 1 };
    return device_arg(call, 1) == NON_BLOCKING ? handle_make(call, TREE_STREAM)
                                               : device_fail(call, cudaErrorInvalidValue);
}

uint64_t device_stream_destroy(DeviceCall *call)
{
    return handle_drop(call, TREE_STREAM);
}

uint64_t device_event_create(DeviceCall *call)
{
    enum { DISABLE_TIMING = 2 };
    return device_arg(call, 1) == DISABLE_TIMING ? handle_make(call, TREE_EVENT)
                                                 : device_fail(call, cudaErrorInvalidValue);
}

uint64_t device_event_destroy(DeviceCall *call)
{
    return handle_drop(call, TREE_EVENT);
}

static bool is_stream(const DeviceCall *call, uint64_t handle)
{
    enum { NAMED = 5 };
    return handle < NAMED || device_handle_is(call->warp->run->tree, handle, TREE_STREAM);
}

static uint64_t event_and_stream(DeviceCall *call, SimWorkKind kind, uint32_t event,
                                 uint32_t stream)
{
    bool fine = device_handle_is(call->warp->run->tree, device_arg(call, event), TREE_EVENT) &&
                is_stream(call, device_arg(call, stream));
    if (!fine)
        return device_fail(call, cudaErrorInvalidResourceHandle);
    device_tell(call, &(SimLaunched){.kind = kind,
                                     .stream = device_arg(call, stream),
                                     .event = device_arg(call, event)});
    return cudaSuccess;
}

uint64_t device_event_record(DeviceCall *call)
{
    return event_and_stream(call, SIM_WORK_EVENT, 0, 1);
}

uint64_t device_stream_wait_event(DeviceCall *call)
{
    return event_and_stream(call, SIM_WORK_WAIT, 1, 0);
}

/* -- memory */

uint64_t device_memory_take(DeviceCall *call)
{
    uint64_t size = device_arg(call, 1);
    uint64_t at = device_heap_take(call->warp, size);
    if (size && !at)
        return device_fail(call, cudaErrorMemoryAllocation);
    return device_store(call, device_arg(call, 0), &at, sizeof(at));
}

uint64_t device_memory_give_back(DeviceCall *call)
{
    uint64_t address = device_arg(call, 0);
    if (address)
        device_heap_give_back(call->warp, call->inst, call->lane, address);
    return cudaSuccess;
}
