/* Streams: made, found, destroyed, asked. */
#include "sim/api/stream.h"

#include <stdlib.h>

#include "sim/api/capture.h"

enum { PRIORITY_LEAST = 0, PRIORITY_GREATEST = -5 };

void stream_priority_set(Stream *stream, int priority)
{
    stream->priority = priority > PRIORITY_LEAST      ? PRIORITY_LEAST
                       : priority < PRIORITY_GREATEST ? PRIORITY_GREATEST
                                                      : priority;
}

Stream *stream_make(Context *context, StreamKind kind, unsigned flags, int priority)
{
    Stream *stream = calloc(1, sizeof *stream);
    if (!stream || !handle_add(stream, HANDLE_STREAM)) {
        free(stream);
        return NULL;
    }
    *stream = (Stream){
        .context = context,
        .kind = kind,
        .thread = kind == STREAM_PER_THREAD ? thread_number() : 0,
        .id = ++library()->next_id,
        .flags = flags,
        .time = library()->host_time,
        .next = context->streams,
    };
    stream_priority_set(stream, priority);
    hints_begin(&stream->hints);
    context->streams = stream;
    return stream;
}

static void stream_free(Stream *stream)
{
    Stream **link = &stream->context->streams;
    while (*link != stream)
        link = &(*link)->next;
    *link = stream->next;
    if (stream->capture && stream->capture->origin == stream) {
        Graph *graph = stream->capture->own_graph ? stream->capture->graph : NULL;
        capture_close(stream->capture);
        if (graph)
            graph_free(graph);
    }
    capture_stream_leave(stream);
    handle_remove(stream);
    free(stream);
}

void streams_free(Context *context)
{
    while (context->streams)
        stream_free(context->streams);
    context->legacy = NULL;
}

static Stream *stream_of_thread(Context *context)
{
    for (Stream *stream = context->streams; stream; stream = stream->next)
        if (stream->kind == STREAM_PER_THREAD && stream->thread == thread_number())
            return stream;
    return stream_make(context, STREAM_PER_THREAD, CU_STREAM_DEFAULT, 0);
}

Stream *stream_resolve(Context *context, CUstream handle)
{
    if (handle == CU_STREAM_PER_THREAD && current_handle()->green)
        return NULL; /* green contexts have none */
    if (handle == CU_STREAM_PER_THREAD || (!handle && per_thread_default()))
        return stream_of_thread(context);
    if (!handle || handle == CU_STREAM_LEGACY)
        return context->legacy;
    return handle_is(handle, HANDLE_STREAM) ? handle : NULL;
}

/* A stream made by cuStreamCreate belongs to its own context, whichever is current. */
CUresult api_enter_stream(CUstream handle, Stream **stream)
{
    Context *context = NULL;
    bool own = handle && handle != CU_STREAM_LEGACY && handle != CU_STREAM_PER_THREAD;
    CUresult result = own ? api_enter_handle(handle, HANDLE_STREAM) : api_enter_context(&context);
    if (result != CUDA_SUCCESS)
        return result;
    *stream = own ? handle : stream_resolve(context, handle);
    if (!*stream)
        return api_leave(CUDA_ERROR_INVALID_HANDLE);
    result = api_check_context((*stream)->context);
    if (result == CUDA_SUCCESS && (*stream)->detached)
        result = CUDA_ERROR_CONTEXT_IS_DESTROYED;
    return result == CUDA_SUCCESS ? CUDA_SUCCESS : api_leave(result);
}

CUresult stream_priority_range(int *least, int *greatest)
{
    if (least)
        *least = PRIORITY_LEAST;
    if (greatest)
        *greatest = PRIORITY_GREATEST;
    return CUDA_SUCCESS;
}

CUresult cuStreamCreateWithPriority(CUstream *out, unsigned int flags, int priority)
{
    Context *context;
    bool wrong = !out || flags & ~(unsigned)CU_STREAM_NON_BLOCKING;
    CUresult result = wrong ? api_wrong() : api_enter_context(&context);
    if (result != CUDA_SUCCESS)
        return result;
    CUgreenCtx green = current_handle()->green;
    if (green) /* all its streams are such */
        flags = CU_STREAM_NON_BLOCKING;
    Stream *stream = stream_make(context, STREAM_ORDINARY, flags, priority);
    if (!stream)
        return api_leave(CUDA_ERROR_OUT_OF_MEMORY);
    stream->green = green;
    *out = stream;
    return api_leave(CUDA_SUCCESS);
}

CUresult cuStreamCreate(CUstream *out, unsigned int flags)
{
    return cuStreamCreateWithPriority(out, flags, PRIORITY_LEAST);
}

/* The work that is pending still happens; doing it now is one way. */
CUresult cuStreamDestroy_v2(CUstream handle)
{
    CUresult result = api_enter_handle(handle, HANDLE_STREAM);
    if (result != CUDA_SUCCESS)
        return result;
    if (handle->kind != STREAM_ORDINARY)
        return api_leave(CUDA_ERROR_INVALID_HANDLE);
    result =
        handle->detached ? CUDA_ERROR_CONTEXT_IS_DESTROYED : api_check_context(handle->context);
    if (result != CUDA_SUCCESS)
        return api_leave(result);
    queue_run_stream(handle);
    /* While the lock was free another thread may have destroyed it. */
    if (handle_is(handle, HANDLE_STREAM))
        stream_free(handle);
    return api_leave(CUDA_SUCCESS);
}

CUresult cuStreamDestroy(CUstream handle)
{
    return cuStreamDestroy_v2(handle);
}

/* Enters with a stream that a call may wait for. */
static CUresult enter_wait(CUstream handle, Stream **stream)
{
    CUresult result = api_enter_stream(handle, stream);
    if (result != CUDA_SUCCESS)
        return result;
    result = capture_check_wait(*stream);
    if (result == CUDA_SUCCESS)
        result = capture_check_unsafe();
    return result == CUDA_SUCCESS ? CUDA_SUCCESS : api_leave(result);
}

CUresult cuStreamSynchronize(CUstream handle)
{
    Stream *stream;
    CUresult result = enter_wait(handle, &stream);
    return result == CUDA_SUCCESS ? api_leave(queue_run_stream(stream)) : result;
}

CUresult cuStreamQuery(CUstream handle)
{
    Stream *stream;
    CUresult result = enter_wait(handle, &stream);
    return result == CUDA_SUCCESS ? api_leave(queue_poll_stream(stream)) : result;
}

CUresult cuStreamGetFlags(CUstream handle, unsigned int *flags)
{
    Stream *stream = NULL;
    CUresult result = flags ? api_enter_stream(handle, &stream) : api_wrong();
    if (result != CUDA_SUCCESS)
        return result;
    if (stream->capture)
        return api_leave(capture_spoil(stream->capture, CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED));
    *flags = stream->flags | (stream_green(stream) ? CU_STREAM_NON_BLOCKING : 0u);
    return api_leave(CUDA_SUCCESS);
}

CUresult cuStreamGetPriority(CUstream handle, int *priority)
{
    Stream *stream = NULL;
    CUresult result = priority ? api_enter_stream(handle, &stream) : api_wrong();
    if (result != CUDA_SUCCESS)
        return result;
    *priority = stream->priority;
    return api_leave(CUDA_SUCCESS);
}

CUresult cuStreamGetId(CUstream handle, unsigned long long *id)
{
    Stream *stream;
    CUresult result = api_enter_stream(handle, &stream);
    if (result != CUDA_SUCCESS)
        return result;
    if (!id)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    if (stream->capture)
        return api_leave(capture_spoil(stream->capture, CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED));
    *id = stream->id;
    return api_leave(CUDA_SUCCESS);
}

CUresult cuStreamGetDevice(CUstream handle, CUdevice *device)
{
    Stream *stream;
    CUresult result = api_enter_stream(handle, &stream);
    if (result != CUDA_SUCCESS)
        return result;
    if (!device)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    *device = 0;
    return api_leave(CUDA_SUCCESS);
}
