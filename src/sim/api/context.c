/* Contexts: made, closed, and their place in the stack of a thread. */
#include "sim/api/context.h"

#include <stdlib.h>

#include "sim/api/allocation.h"
#include "sim/api/array.h"
#include "sim/api/device.h"
#include "sim/api/event_slot.h"
#include "sim/api/leaks.h"
#include "sim/api/module.h"
#include "sim/api/stream.h"
#include "sim/api/texture.h"

enum { FIFO_A_MULTIPROCESSOR = 65536 };

/* What a card of the simulated generation answers at first; the others' defaults are the profile's.
 */
static const size_t limits_at_first[API_LIMITS] = {
    [CU_LIMIT_STACK_SIZE] = 1024,
    [CU_LIMIT_MALLOC_HEAP_SIZE] = 8388608,
    [CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH] = 2,
    [CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT] = 2048,
    [CU_LIMIT_MAX_L2_FETCH_GRANULARITY] = 64,
};

bool context_flags_valid(unsigned flags)
{
    unsigned schedule = flags & CU_CTX_SCHED_MASK;
    return !(flags & ~(unsigned)CU_CTX_FLAGS_MASK) && (schedule & (schedule - 1)) == 0;
}

bool context_revive(Context *context)
{
    context->id = ++library()->next_id; /* a context that comes again is another one */
    context->fault = CUDA_SUCCESS;
    for (int i = 0; i < API_LIMITS; i++)
        context->limits[i] = limits_at_first[i];
    const SimProfile *profile = library()->profile;
    int persisting = 0;
    device_attribute(profile, CU_DEVICE_ATTRIBUTE_MAX_PERSISTING_L2_CACHE_SIZE, &persisting);
    context->limits[CU_LIMIT_PRINTF_FIFO_SIZE] = (size_t)profile->sms * FIFO_A_MULTIPROCESSOR;
    context->limits[CU_LIMIT_PERSISTING_L2_CACHE_SIZE] = (size_t)persisting / 10 * 3;
    context->limits[CU_LIMIT_SHMEM_SIZE] = (size_t)profile->shared_per_block_optin;
    context->cache = CU_FUNC_CACHE_PREFER_NONE;
    context->banks = CU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE;
    context->legacy = stream_make(context, STREAM_LEGACY, CU_STREAM_DEFAULT, 0);
    context->active = context->legacy != NULL;
    return context->active;
}

Context *context_make(unsigned flags, unsigned api_version, bool primary)
{
    Library *lib = library();
    Context *context = calloc(1, sizeof *context);
    if (!context || !handle_add(context, HANDLE_CONTEXT)) {
        free(context);
        return NULL;
    }
    *context = (Context){
        .primary = primary,
        .flags = flags,
        .api_version = api_version,
    };
    if (!context_revive(context)) {
        handle_remove(context);
        free(context);
        return NULL;
    }
    context->next = lib->contexts;
    lib->contexts = context;
    return context;
}

void context_close(Context *context)
{
    queue_run_context(context);
    queue_wait_done();
    leaks_note(context);
    queue_drop_context(context);
    modules_free(context);
    textures_free(context);
    arrays_free(context);
    allocations_free(context);
    events_free(context);
    streams_free(context);
    foreign_streams_free(context);
    free(context->coredump);
    context->coredump = NULL;
    context->active = false;
    context->fault = CUDA_SUCCESS;
}

Context *context_of(CUcontext handle)
{
    if (!handle)
        return current_get();
    if (!handle_is(handle, HANDLE_CONTEXT))
        return NULL;
    return handle->green ? handle->whole : handle;
}

static CUresult context_create(CUcontext *out, unsigned flags, CUdevice device, unsigned version)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    if (!out || !context_flags_valid(flags))
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    if (device != 0)
        return api_leave(CUDA_ERROR_INVALID_DEVICE);
    if (flags & CU_CTX_USER_COREDUMP_ENABLE) /* which is read back as the other */
        flags = (flags & ~(unsigned)CU_CTX_USER_COREDUMP_ENABLE) | CU_CTX_COREDUMP_ENABLE;
    Context *context = context_make(flags, version, false);
    if (!context || !current_push(context))
        return api_leave(CUDA_ERROR_OUT_OF_MEMORY);
    *out = context;
    return api_leave(CUDA_SUCCESS);
}

CUresult cuCtxCreate(CUcontext *out, unsigned int flags, CUdevice device)
{
    return context_create(out, flags, device, 3010);
}

CUresult cuCtxCreate_v2(CUcontext *out, unsigned int flags, CUdevice device)
{
    return context_create(out, flags, device, 3020);
}

/* Limits on the multiprocessors that a context may use are for devices that are shared. */
CUresult cuCtxCreate_v3(CUcontext *out, CUexecAffinityParam *affinities, int count,
                        unsigned int flags, CUdevice device)
{
    if (count < 0 || (count > 0 && !affinities))
        return CUDA_ERROR_INVALID_VALUE;
    return count ? CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY : context_create(out, flags, device, 3020);
}

CUresult cuCtxCreate_v4(CUcontext *out, CUctxCreateParams *parameters, unsigned int flags,
                        CUdevice device)
{
    if (parameters && parameters->cigParams)
        return CUDA_ERROR_NOT_SUPPORTED;
    if (parameters && parameters->numExecAffinityParams)
        return parameters->execAffinityParams ? CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY
                                              : CUDA_ERROR_INVALID_VALUE;
    return context_create(out, flags, device, 3020);
}

CUresult cuCtxDestroy_v2(CUcontext context)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    if (!context)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    if (!handle_is(context, HANDLE_CONTEXT) || context->primary || context->green)
        return api_leave(CUDA_ERROR_INVALID_CONTEXT);
    if (!context->active)
        return api_leave(CUDA_ERROR_CONTEXT_IS_DESTROYED);
    context_close(context);
    Context *popped;
    if (current_get() == context)
        current_pop(&popped);
    return api_leave(CUDA_SUCCESS);
}

CUresult cuCtxDestroy(CUcontext context)
{
    return cuCtxDestroy_v2(context);
}

CUresult cuCtxPushCurrent_v2(CUcontext context)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    if (!context)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    if (!handle_is(context, HANDLE_CONTEXT))
        return api_leave(CUDA_ERROR_INVALID_CONTEXT);
    return api_leave(current_push(context) ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY);
}

CUresult cuCtxPushCurrent(CUcontext context)
{
    return cuCtxPushCurrent_v2(context);
}

CUresult cuCtxPopCurrent_v2(CUcontext *context)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    Context *popped;
    if (!current_pop(&popped))
        return api_leave(CUDA_ERROR_INVALID_CONTEXT);
    if (context)
        *context = popped;
    return api_leave(CUDA_SUCCESS);
}

CUresult cuCtxPopCurrent(CUcontext *context)
{
    return cuCtxPopCurrent_v2(context);
}

CUresult cuCtxSetCurrent(CUcontext context)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    if (context && !handle_is(context, HANDLE_CONTEXT))
        return api_leave(CUDA_ERROR_INVALID_CONTEXT);
    return api_leave(current_set(context) ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY);
}

CUresult cuCtxGetCurrent(CUcontext *context)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    if (!context)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    *context = current_handle();
    return api_leave(CUDA_SUCCESS);
}

/* The obsolete pair that counted uses: the count is of the current context and only goes up by one
 * and down again. */
CUresult cuCtxAttach(CUcontext *context, unsigned int flags)
{
    Context *current;
    CUresult result = api_enter_context(&current);
    if (result != CUDA_SUCCESS)
        return result;
    if (!context || flags)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    current->retained++;
    *context = current;
    return api_leave(CUDA_SUCCESS);
}

CUresult cuCtxDetach(CUcontext context)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    if (!handle_is(context, HANDLE_CONTEXT) || context != current_handle() ||
        (context->primary && !context->retained))
        return api_leave(CUDA_ERROR_INVALID_CONTEXT);
    if (context->retained) {
        context->retained--;
        return api_leave(CUDA_SUCCESS);
    }
    api_leave(CUDA_SUCCESS);
    return cuCtxDestroy_v2(context);
}
