/* What a context answers and takes: synchronisation, limits, flags, preferences. */
#include "sim/api/capture.h"
#include "sim/api/context.h"
#include "sim/api/device.h"
#include "sim/api/stream.h"

enum {
    STACK_MAX = 512 * 1024,
    FIFO_MIN = 512 * 1024,
    HEAP_MIN = 4 << 20,
    ROUND_SMALL = 16,
    PENDING_MIN = 32,
    PENDING_MAX = 599186, /* as recorded */
    L2_FETCH_MAX = 128,
    PERSISTING_WAYS = 10,
    CTX_LMEM_RESIZE_TO_MAX = 0x10,
};

CUresult cuCtxSynchronize(void)
{
    Context *context;
    CUresult result = api_enter_context(&context);
    if (result != CUDA_SUCCESS)
        return result;
    result = capture_check_context(context);
    if (result == CUDA_SUCCESS)
        result = capture_check_unsafe();
    return api_leave(result == CUDA_SUCCESS ? queue_run_context(context) : result);
}

CUresult cuCtxSynchronize_v2(CUcontext handle)
{
    Context *current;
    CUresult result = api_enter_context(&current);
    if (result != CUDA_SUCCESS)
        return result;
    Context *context = context_of(handle);
    if (!context || !context->active)
        return api_leave(CUDA_ERROR_INVALID_CONTEXT);
    return api_leave(context->fault != CUDA_SUCCESS ? context->fault : queue_run_context(context));
}

CUresult cuCtxGetDevice_v2(CUdevice *device, CUcontext handle)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    if (!device)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    if (!context_of(handle))
        return api_leave(CUDA_ERROR_INVALID_CONTEXT);
    *device = 0;
    return api_leave(CUDA_SUCCESS);
}

CUresult cuCtxGetDevice(CUdevice *device)
{
    return cuCtxGetDevice_v2(device, NULL);
}

/* Enters with a context that lives; it may have met a fault. */
static CUresult enter_flags(Context **context)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    *context = current_get();
    if (*context && (*context)->active)
        return CUDA_SUCCESS;
    return api_leave(*context ? CUDA_ERROR_CONTEXT_IS_DESTROYED : CUDA_ERROR_INVALID_CONTEXT);
}

CUresult cuCtxGetFlags(unsigned int *flags)
{
    Context *context = NULL;
    CUresult result = flags ? enter_flags(&context) : api_wrong();
    if (result != CUDA_SUCCESS)
        return result;
    *flags = context->flags;
    return api_leave(CUDA_SUCCESS);
}

CUresult cuCtxSetFlags(unsigned int flags)
{
    Context *context;
    CUresult result = enter_flags(&context);
    if (result != CUDA_SUCCESS)
        return result;
    if (!context_flags_valid(flags))
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    context->flags = (flags & (CU_CTX_SCHED_MASK | CTX_LMEM_RESIZE_TO_MAX | CU_CTX_SYNC_MEMOPS)) |
                     (context->flags & CU_CTX_MAP_HOST); /* the others stay */
    return api_leave(CUDA_SUCCESS);
}

CUresult cuCtxGetId(CUcontext handle, unsigned long long *id)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    const Context *context = context_of(handle), *asked = handle ? handle : current_handle();
    if (!context)
        return api_leave(CUDA_ERROR_INVALID_CONTEXT);
    if (!context->active || !asked->active)
        return api_leave(CUDA_ERROR_CONTEXT_IS_DESTROYED);
    if (!id)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    *id = asked->id;
    return api_leave(CUDA_SUCCESS);
}

CUresult cuCtxGetApiVersion(CUcontext handle, unsigned int *version)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    const Context *context = context_of(handle), *asked = handle ? handle : current_handle();
    if (!context || !context->active || !asked->active)
        return api_leave(CUDA_ERROR_INVALID_CONTEXT);
    if (!version)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    *version = context->api_version;
    return api_leave(CUDA_SUCCESS);
}

static size_t persisting_most(void)
{
    int bytes = 0;
    device_attribute(library()->profile, CU_DEVICE_ATTRIBUTE_MAX_PERSISTING_L2_CACHE_SIZE, &bytes);
    return (size_t)bytes;
}

static bool limit_valid(CUlimit limit, size_t value)
{
    switch (limit) {
    case CU_LIMIT_STACK_SIZE:
        return value <= STACK_MAX;
    case CU_LIMIT_MAX_L2_FETCH_GRANULARITY:
        return value <= L2_FETCH_MAX;
    case CU_LIMIT_PERSISTING_L2_CACHE_SIZE:
        return value <= persisting_most();
    default:
        return true;
    }
}

static size_t up_to_multiple(size_t value, size_t unit)
{
    return unit ? (value + unit - 1) / unit * unit : value;
}

static size_t within(size_t value, size_t least, size_t most)
{
    return value < least ? least : value > most ? most : value;
}

/* What a valid value becomes. */
static size_t limit_rounded(CUlimit limit, size_t value)
{
    switch (limit) {
    case CU_LIMIT_STACK_SIZE:
        return up_to_multiple(value, ROUND_SMALL);
    case CU_LIMIT_PRINTF_FIFO_SIZE:
        return within(value, FIFO_MIN, SIZE_MAX);
    case CU_LIMIT_MALLOC_HEAP_SIZE:
        return within(value, HEAP_MIN, SIZE_MAX);
    case CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT:
        return within(value, PENDING_MIN, PENDING_MAX);
    case CU_LIMIT_PERSISTING_L2_CACHE_SIZE:
        return up_to_multiple(value, persisting_most() / PERSISTING_WAYS);
    default:
        return value;
    }
}

/* Waiting on the device for its own launches ended with compute capability 9.0. */
static bool limit_supported(CUlimit limit)
{
    if (limit == CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH)
        return library()->profile->major < 9;
    return limit != CU_LIMIT_CIG_SHMEM_FALLBACK_ENABLED;
}

CUresult cuCtxSetLimit(CUlimit limit, size_t value)
{
    Context *context;
    CUresult result = api_enter_context(&context);
    if (result != CUDA_SUCCESS)
        return result;
    if ((unsigned)limit >= API_LIMITS || !limit_valid(limit, value))
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    if (!limit_supported(limit))
        return api_leave(CUDA_ERROR_UNSUPPORTED_LIMIT);
    if (limit >= CU_LIMIT_SHMEM_SIZE) /* these are only told */
        return api_leave(CUDA_ERROR_NOT_PERMITTED);
    result = capture_check_unsafe();
    if (result != CUDA_SUCCESS)
        return api_leave(result);
    queue_run_context(context);
    value = limit_rounded(limit, value);
    if (limit == CU_LIMIT_MALLOC_HEAP_SIZE)
        sim_memory_set_heap_limit(library()->memory, value);
    context->limits[limit] = value;
    return api_leave(context->fault);
}

CUresult cuCtxGetLimit(size_t *value, CUlimit limit)
{
    Context *context;
    CUresult result = api_enter_context(&context);
    if (result != CUDA_SUCCESS)
        return result;
    if (!value || (unsigned)limit >= API_LIMITS)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    if (!limit_supported(limit))
        return api_leave(CUDA_ERROR_UNSUPPORTED_LIMIT);
    *value = context->limits[limit];
    return api_leave(CUDA_SUCCESS);
}

CUresult cuCtxGetCacheConfig(CUfunc_cache *config)
{
    Context *context;
    CUresult result = api_enter_context(&context);
    if (result != CUDA_SUCCESS)
        return result;
    if (!config)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    *config = context->cache;
    return api_leave(CUDA_SUCCESS);
}

CUresult cuCtxSetCacheConfig(CUfunc_cache config)
{
    Context *context;
    CUresult result = api_enter_context(&context);
    if (result != CUDA_SUCCESS)
        return result;
    if ((unsigned)config > CU_FUNC_CACHE_PREFER_EQUAL)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    context->cache = config;
    return api_leave(CUDA_SUCCESS);
}

CUresult cuCtxGetSharedMemConfig(CUsharedconfig *config)
{
    Context *context;
    CUresult result = api_enter_context(&context);
    if (result != CUDA_SUCCESS)
        return result;
    if (!config)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    *config = context->banks;
    return api_leave(CUDA_SUCCESS);
}

/* Banks are four bytes wide on every device from compute capability 5 on: accepted, without effect.
 */
CUresult cuCtxSetSharedMemConfig(CUsharedconfig config)
{
    Context *context;
    CUresult result = api_enter_context(&context);
    if (result != CUDA_SUCCESS)
        return result;
    return api_leave((unsigned)config > CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE
                         ? CUDA_ERROR_INVALID_VALUE
                         : CUDA_SUCCESS);
}

CUresult cuCtxGetStreamPriorityRange(int *least, int *greatest)
{
    Context *context;
    CUresult result = api_enter_context(&context);
    if (result != CUDA_SUCCESS)
        return result;
    return api_leave(stream_priority_range(least, greatest));
}

CUresult cuCtxResetPersistingL2Cache(void)
{
    Context *context;
    CUresult result = api_enter_context(&context);
    return result == CUDA_SUCCESS ? api_leave(CUDA_SUCCESS) : result;
}

CUresult cuCtxGetExecAffinity(CUexecAffinityParam *out, CUexecAffinityType type)
{
    Context *context;
    CUresult result = api_enter_context(&context);
    if (result != CUDA_SUCCESS)
        return result;
    if (!out)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    if (current_handle()->green)
        return api_leave(CUDA_ERROR_INVALID_CONTEXT);
    if (type != CU_EXEC_AFFINITY_TYPE_SM_COUNT)
        return api_leave(CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY);
    out->type = type;
    out->param.smCount.val = (unsigned)library()->profile->sms;
    return api_leave(CUDA_SUCCESS);
}
