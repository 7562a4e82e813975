/* Green contexts: sets of multiprocessors, and streams that are meant to run on them. Which
 * multiprocessor runs a block has no influence on what it computes here; the sets are kept. */
#include <stdlib.h>
#include <string.h>

#include "sim/api/context.h"
#include "sim/api/event.h"
#include "sim/api/stream.h"

struct CUgreenCtx_st {
    bool gone; /* the handle stays known */
    uint64_t id;
    unsigned sms;
    Context *context; /* the primary one, retained */
    Context *face;    /* the context that this one is as well */
};

struct CUdevResourceDesc_st {
    unsigned sms;
};

/* Multiprocessors that a part must have at least, and of which its number is a multiple. */
typedef struct Grain {
    unsigned least, multiple;
} Grain;

static Grain grain_of_device(void)
{
    int major = library()->profile->major;
    return major >= 9 ? (Grain){8, 8} : major >= 8 ? (Grain){4, 2} : (Grain){2, 2};
}

static CUdevResource resource_make(unsigned sms)
{
    Grain grain = grain_of_device();
    CUdevResource resource = {.type = CU_DEV_RESOURCE_TYPE_SM};
    resource.sm = (CUdevSmResource){sms, grain.least, grain.multiple};
    return resource;
}

/* What a split gave can't be split again before a green context has it (Driver API,
 * cuDevSmResourceSplitByCount); that it is such stands in the bytes between. */
enum { PART_MARK = 0x9a };

static CUdevResource part_make(unsigned sms)
{
    CUdevResource part = resource_make(sms);
    part._internal_padding[0] = PART_MARK;
    return part;
}

static bool is_part(const CUdevResource *resource)
{
    return resource->_internal_padding[0] == PART_MARK;
}

static CUresult resource_give(CUdevResource *out, CUdevResourceType type, unsigned sms)
{
    if (!out)
        return CUDA_ERROR_INVALID_VALUE;
    if (type != CU_DEV_RESOURCE_TYPE_SM)
        return CUDA_ERROR_INVALID_RESOURCE_TYPE;
    *out = resource_make(sms);
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetDevResource(CUdevice device, CUdevResource *out, CUdevResourceType type)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    if (device != 0)
        return api_leave(CUDA_ERROR_INVALID_DEVICE);
    return api_leave(resource_give(out, type, (unsigned)library()->profile->sms));
}

CUresult cuCtxGetDevResource(CUcontext handle, CUdevResource *out, CUdevResourceType type)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    const Context *context = handle ? context_of(handle) : NULL;
    if (!context || !context->active)
        return api_leave(CUDA_ERROR_INVALID_CONTEXT);
    if (!handle->active)
        return api_leave(CUDA_ERROR_CONTEXT_IS_DESTROYED);
    unsigned sms = handle->green ? handle->green->sms : (unsigned)library()->profile->sms;
    return api_leave(resource_give(out, type, sms));
}

static bool resource_valid(const CUdevResource *resource)
{
    return resource->sm.smCount && resource->sm.smCount <= (unsigned)library()->profile->sms;
}

CUresult cuDevSmResourceSplitByCount(CUdevResource *out, unsigned int *count,
                                     const CUdevResource *input, CUdevResource *rest,
                                     unsigned int flags, unsigned int least)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    const unsigned both = CU_DEV_SM_RESOURCE_SPLIT_IGNORE_SM_COSCHEDULING |
                          CU_DEV_SM_RESOURCE_SPLIT_MAX_POTENTIAL_CLUSTER_SIZE;
    if (!count || !input || (flags & both) == both)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    if (input->type != CU_DEV_RESOURCE_TYPE_SM)
        return api_leave(CUDA_ERROR_INVALID_RESOURCE_TYPE);
    if (!resource_valid(input))
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    if (least > input->sm.smCount || is_part(input))
        return api_leave(CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION);
    Grain grain = grain_of_device();
    if (flags & CU_DEV_SM_RESOURCE_SPLIT_IGNORE_SM_COSCHEDULING)
        grain = (Grain){2, 2};
    unsigned size = least > grain.least ? least : grain.least;
    size = (size + grain.multiple - 1) / grain.multiple * grain.multiple;
    size = size < input->sm.smCount ? size : input->sm.smCount;
    unsigned groups = input->sm.smCount / size;
    if (!groups)
        return api_leave(CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION);
    if (out && groups > *count)
        groups = *count;
    for (unsigned i = 0; out && i < groups; i++)
        out[i] = part_make(size);
    unsigned left = input->sm.smCount - groups * size;
    if (rest)
        *rest = left ? part_make(left) : (CUdevResource){.type = CU_DEV_RESOURCE_TYPE_INVALID};
    *count = groups;
    return api_leave(CUDA_SUCCESS);
}

CUresult cuDevResourceGenerateDesc(CUdevResourceDesc *out, CUdevResource *resources,
                                   unsigned int count)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    if (!out || !resources || !count)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    unsigned sms = 0;
    for (unsigned i = 0; i < count; i++) {
        if (resources[i].type != CU_DEV_RESOURCE_TYPE_SM)
            return api_leave(CUDA_ERROR_INVALID_RESOURCE_TYPE);
        if (!resource_valid(&resources[i]))
            return api_leave(CUDA_ERROR_INVALID_VALUE);
        sms += resources[i].sm.smCount;
    }
    if (sms > (unsigned)library()->profile->sms)
        return api_leave(CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION);
    CUdevResourceDesc made = calloc(1, sizeof *made); /* there is no call that destroys one */
    if (!made || !handle_add(made, HANDLE_RESOURCE_DESC)) {
        free(made);
        return api_leave(CUDA_ERROR_OUT_OF_MEMORY);
    }
    made->sms = sms;
    *out = made;
    return api_leave(CUDA_SUCCESS);
}

/* A context that differs from the primary one in its resources, and in the streams made there. */
static Context *face_make(CUgreenCtx green)
{
    Context *face = calloc(1, sizeof *face);
    if (!face || !handle_add(face, HANDLE_CONTEXT)) {
        free(face);
        return NULL;
    }
    *face = (Context){.id = green->id, .active = true, .green = green, .whole = green->context};
    return face;
}

/* NULL: no memory. */
static CUgreenCtx green_make(Context *primary, unsigned sms)
{
    CUgreenCtx green = calloc(1, sizeof *green);
    if (!green)
        return NULL;
    *green = (struct CUgreenCtx_st){.id = ++library()->next_id, .sms = sms, .context = primary};
    green->face = face_make(green);
    if (green->face && handle_add(green, HANDLE_GREEN_CONTEXT)) {
        library()->green_contexts++;
        return green;
    }
    if (green->face)
        handle_remove(green->face);
    free(green->face);
    free(green);
    return NULL;
}

CUresult cuGreenCtxCreate(CUgreenCtx *out, CUdevResourceDesc desc, CUdevice device,
                          unsigned int flags)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    bool wrong =
        !out || !handle_is(desc, HANDLE_RESOURCE_DESC) || flags != CU_GREEN_CTX_DEFAULT_STREAM;
    api_leave(CUDA_SUCCESS);
    if (wrong)
        return CUDA_ERROR_INVALID_VALUE;
    Context *context;
    result = cuDevicePrimaryCtxRetain(&context, device);
    if (result != CUDA_SUCCESS)
        return result;
    result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    CUgreenCtx green = green_make(context, desc->sms);
    if (!green) {
        api_leave(CUDA_SUCCESS);
        cuDevicePrimaryCtxRelease_v2(device);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    *out = green;
    return api_leave(CUDA_SUCCESS);
}

/* Enters with a green context whose primary one is alive. */
static CUresult enter_green(CUgreenCtx green)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    if (!handle_is(green, HANDLE_GREEN_CONTEXT))
        return api_leave(CUDA_ERROR_INVALID_CONTEXT);
    if (green->gone || !green->context->active)
        return api_leave(CUDA_ERROR_CONTEXT_IS_DESTROYED);
    return green->context->fault == CUDA_SUCCESS ? CUDA_SUCCESS : api_leave(green->context->fault);
}

CUresult cuGreenCtxDestroy(CUgreenCtx green)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    if (!handle_is(green, HANDLE_GREEN_CONTEXT))
        return api_leave(CUDA_ERROR_INVALID_CONTEXT);
    if (green->gone)
        return api_leave(CUDA_ERROR_CONTEXT_IS_DESTROYED);
    for (Stream *stream = green->context->streams; stream; stream = stream->next)
        if (stream->green == green) {
            stream->green = NULL;
            stream->detached = true;
        }
    green->gone = true;
    green->face->active = false;
    library()->green_contexts--;
    api_leave(CUDA_SUCCESS);
    return cuDevicePrimaryCtxRelease_v2(0);
}

CUresult cuCtxFromGreenCtx(CUcontext *out, CUgreenCtx green)
{
    CUresult result = enter_green(green);
    if (result != CUDA_SUCCESS)
        return result;
    if (!out)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    *out = green->face;
    return api_leave(CUDA_SUCCESS);
}

CUresult cuGreenCtxGetDevResource(CUgreenCtx green, CUdevResource *out, CUdevResourceType type)
{
    CUresult result = enter_green(green);
    return result == CUDA_SUCCESS ? api_leave(resource_give(out, type, green->sms)) : result;
}

CUresult cuGreenCtxGetId(CUgreenCtx green, unsigned long long *id)
{
    CUresult result = enter_green(green);
    if (result != CUDA_SUCCESS)
        return result;
    if (!id)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    *id = green->id;
    return api_leave(CUDA_SUCCESS);
}

CUresult cuGreenCtxStreamCreate(CUstream *out, CUgreenCtx green, unsigned int flags, int priority)
{
    CUresult result = enter_green(green);
    if (result != CUDA_SUCCESS)
        return result;
    if (!out || flags != CU_STREAM_NON_BLOCKING)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    Stream *stream = stream_make(green->context, STREAM_ORDINARY, flags, priority);
    if (!stream)
        return api_leave(CUDA_ERROR_OUT_OF_MEMORY);
    stream->green = green;
    *out = stream;
    return api_leave(CUDA_SUCCESS);
}

CUresult cuGreenCtxRecordEvent(CUgreenCtx green, CUevent event)
{
    CUresult result = enter_green(green);
    if (result != CUDA_SUCCESS)
        return result;
    if (!handle_is(event, HANDLE_EVENT) || event->context != green->context)
        return api_leave(CUDA_ERROR_INVALID_HANDLE);
    queue_run_context(green->context);
    return api_leave(event_record(event, green->context->legacy));
}

CUresult cuGreenCtxWaitEvent(CUgreenCtx green, CUevent event)
{
    CUresult result = enter_green(green);
    if (result != CUDA_SUCCESS)
        return result;
    if (!handle_is(event, HANDLE_EVENT))
        return api_leave(CUDA_ERROR_INVALID_HANDLE);
    Mark *mark = event_mark(event);
    return api_leave(mark ? queue_run_mark(event->context, mark) : CUDA_SUCCESS);
}

CUgreenCtx stream_green(const Stream *stream)
{
    if (stream->kind == STREAM_ORDINARY)
        return stream->green;
    const Context *current = current_handle();
    return current ? current->green : NULL;
}

unsigned stream_multiprocessors(const Stream *stream)
{
    CUgreenCtx green = stream_green(stream);
    return green ? green->sms : (unsigned)library()->profile->sms;
}

CUresult cuStreamGetCtx(CUstream handle, CUcontext *context)
{
    Stream *stream;
    CUresult result = api_enter_stream(handle, &stream);
    if (result != CUDA_SUCCESS)
        return result;
    if (!context)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    CUgreenCtx green = stream_green(stream);
    *context = green ? green->face : stream->context;
    return api_leave(CUDA_SUCCESS);
}

CUresult cuStreamGetCtx_v2(CUstream handle, CUcontext *context, CUgreenCtx *green)
{
    Stream *stream;
    CUresult result = api_enter_stream(handle, &stream);
    if (result != CUDA_SUCCESS)
        return result;
    if (!context && !green)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    if (context)
        *context = stream->context;
    if (green)
        *green = stream_green(stream);
    return api_leave(CUDA_SUCCESS);
}

CUresult cuStreamGetGreenCtx(CUstream handle, CUgreenCtx *out)
{
    Stream *stream;
    CUresult result = api_enter_stream(handle, &stream);
    if (result != CUDA_SUCCESS)
        return result;
    if (!out)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    *out = stream_green(stream);
    return api_leave(CUDA_SUCCESS);
}
