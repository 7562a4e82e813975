/* Device and managed memory: allocated, freed, measured. */
#include "sim/api/allocation.h"
#include "sim/api/capture.h"
#include "sim/api/free_told.h"
#include "sim/api/queue.h"
#include "sim/api/virtual_memory.h"

enum { ALIGNMENT = 256, PITCH_ALIGNMENT = 512 };

static CUresult device_alloc(Context *context, CUdeviceptr *out, uint64_t size, SimAllocKind kind)
{
    CUresult result = capture_check_unsafe();
    if (result != CUDA_SUCCESS)
        return result;
    Allocation *allocation = allocation_make(context, size, ALIGNMENT, kind, NULL);
    if (!allocation)
        return CUDA_ERROR_OUT_OF_MEMORY;
    *out = allocation->address;
    return CUDA_SUCCESS;
}

CUresult cuMemAlloc_v2(CUdeviceptr *out, size_t size)
{
    Context *context;
    CUresult result = api_enter_context(&context);
    if (result != CUDA_SUCCESS)
        return result;
    result = capture_check_unsafe();
    if (result == CUDA_SUCCESS && (!out || !size))
        result = CUDA_ERROR_INVALID_VALUE;
    return api_leave(result == CUDA_SUCCESS ? device_alloc(context, out, size, SIM_ALLOC_DEVICE)
                                            : result);
}

CUresult cuMemAllocPitch_v2(CUdeviceptr *out, size_t *pitch, size_t width, size_t height,
                            unsigned int element)
{
    Context *context;
    CUresult result = api_enter_context(&context);
    if (result != CUDA_SUCCESS)
        return result;
    if (!out || !pitch || !width || !height || (element != 4 && element != 8 && element != 16))
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    size_t row, bytes;
    if (__builtin_add_overflow(width, PITCH_ALIGNMENT - 1, &row) ||
        __builtin_mul_overflow(row / PITCH_ALIGNMENT * PITCH_ALIGNMENT, height, &bytes))
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    *pitch = row / PITCH_ALIGNMENT * PITCH_ALIGNMENT;
    return api_leave(device_alloc(context, out, bytes, SIM_ALLOC_DEVICE));
}

CUresult cuMemAllocManaged(CUdeviceptr *out, size_t size, unsigned int flags)
{
    Context *context;
    bool wrong = !out || !size || (flags != CU_MEM_ATTACH_GLOBAL && flags != CU_MEM_ATTACH_HOST);
    CUresult result = wrong ? api_wrong() : api_enter_context(&context);
    if (result != CUDA_SUCCESS)
        return result;
    return api_leave(device_alloc(context, out, size, SIM_ALLOC_MANAGED));
}

/* Freeing waits for the work that may still use the memory, as the driver does. */
CUresult cuMemFree_v2(CUdeviceptr address)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    Allocation *allocation = allocation_at(address);
    result = allocation_check_context(allocation);
    if (result == CUDA_SUCCESS && address)
        result = capture_check_unsafe();
    if (result != CUDA_SUCCESS || !address)
        return api_leave(result);
    if (!allocation || allocation->kind == SIM_ALLOC_HOST ||
        allocation->kind == SIM_ALLOC_REGISTERED) {
        free_tell(address, "cuMemFree");
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    }
    if (allocation->opened && !allocation->pool) /* cuIpcCloseMemHandle is its end */
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    if (allocation->opened > 1) { /* other opens of it last */
        allocation->opened--;
        return api_leave(CUDA_SUCCESS);
    }
    result = queue_run_context(allocation->context);
    queue_wait_idle();
    if (allocation_at(address) != allocation)
        return api_leave(result);
    if (!allocation->graph_holders)
        allocation_free_by(allocation, "cuMemFree");
    else if (!allocation->graph_live)
        result = CUDA_ERROR_INVALID_VALUE;
    else
        allocation->graph_live = false;
    return api_leave(result);
}

CUresult cuMemGetInfo_v2(size_t *left, size_t *total)
{
    Context *context;
    CUresult result = api_enter_context(&context);
    if (result != CUDA_SUCCESS)
        return result;
    uint64_t left_bytes, total_bytes;
    sim_memory_usage(library()->memory, &left_bytes, &total_bytes);
    if (left)
        *left = left_bytes;
    if (total)
        *total = total_bytes;
    return api_leave(CUDA_SUCCESS);
}

CUresult cuMemGetAddressRange_v2(CUdeviceptr *base, size_t *size, CUdeviceptr address)
{
    Context *context;
    CUresult result = base || size ? api_enter_context(&context) : api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    if (!base && !size)
        return api_leave(CUDA_SUCCESS); /* nothing was asked */
    const SimAlloc *found = sim_memory_find(library()->memory, address, 1);
    const Mapping *mapping = mapping_of(address);
    if (!found && !mapping)
        return api_leave(CUDA_ERROR_NOT_FOUND);
    if (base)
        *base = mapping ? mapping->address : found->address;
    if (size)
        *size = mapping ? mapping->size : found->size;
    return api_leave(CUDA_SUCCESS);
}
