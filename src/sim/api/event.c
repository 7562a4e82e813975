/* Events: made, recorded, waited for, and the simulated time between two. */
#include <stdlib.h>

#include "sim/api/capture.h"
#include "sim/api/context.h"
#include "sim/api/event.h"
#include "sim/api/stream.h"

enum {
    EVENT_FLAGS = CU_EVENT_BLOCKING_SYNC | CU_EVENT_DISABLE_TIMING | CU_EVENT_INTERPROCESS,
    NANOSECONDS_A_MILLISECOND = 1000000,
    RECORD_NS = 1
};

static void event_free(Event *event)
{
    Event **link = &event->context->events;
    while (*link != event)
        link = &(*link)->next;
    *link = event->next;
    mark_release(event->mark);
    event_slot_release(event);
    event_capture_forget(event);
    handle_remove(event);
    free(event);
}

void events_free(Context *context)
{
    while (context->events)
        event_free(context->events);
}

/* Enters with an event whose context is alive and without a fault. */
static CUresult enter_event(CUevent handle)
{
    CUresult result = api_enter_handle(handle, HANDLE_EVENT);
    if (result != CUDA_SUCCESS)
        return result;
    result = api_check_context(handle->context);
    return result == CUDA_SUCCESS ? CUDA_SUCCESS : api_leave(result);
}

Event *event_make(Context *context, unsigned flags)
{
    Event *event = calloc(1, sizeof *event);
    if (!event || !handle_add(event, HANDLE_EVENT)) {
        free(event);
        return NULL;
    }
    *event = (Event){.context = context, .flags = flags, .next = context->events};
    context->events = event;
    return event;
}

CUresult cuEventCreate(CUevent *out, unsigned int flags)
{
    Context *context;
    CUresult result = api_enter_context(&context);
    if (result != CUDA_SUCCESS)
        return result;
    /* An event for other processes cannot measure time. */
    bool odd = flags & CU_EVENT_INTERPROCESS && !(flags & CU_EVENT_DISABLE_TIMING);
    if (!out || flags & ~(unsigned)EVENT_FLAGS || odd)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    Event *event = event_make(context, flags);
    if (!event)
        return api_leave(CUDA_ERROR_OUT_OF_MEMORY);
    *out = event;
    return api_leave(CUDA_SUCCESS);
}

CUresult cuEventDestroy_v2(CUevent event)
{
    CUresult result = enter_event(event);
    if (result != CUDA_SUCCESS)
        return result;
    event_free(event);
    return api_leave(CUDA_SUCCESS);
}

CUresult cuEventDestroy(CUevent event)
{
    return cuEventDestroy_v2(event);
}

/* Of two records one is later, as on a device. */
static double time_run(Op *op)
{
    (void)op;
    return RECORD_NS;
}

/* An operation without work: it only is a place in the stream. */
CUresult event_record(Event *event, Stream *stream)
{
    if (stream->context != event->context)
        return CUDA_ERROR_INVALID_HANDLE;
    bool timed = !(event->flags & CU_EVENT_DISABLE_TIMING);
    Op *op = op_new(sizeof *op, timed ? time_run : NULL);
    Mark *mark = op ? mark_new(stream) : NULL;
    if (!mark) {
        free(op);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    op->kind = CULAB_SIM_SPAN_RECORD;
    op->mark = mark_hold(mark);
    mark_release(event->mark);
    event->mark = mark;
    event_slot_recorded(event, mark);
    queue_add(stream, op);
    return CUDA_SUCCESS;
}

CUresult cuEventRecordWithFlags(CUevent event, CUstream handle, unsigned int flags)
{
    Stream *stream;
    CUresult result = api_enter_stream(handle, &stream);
    if (result != CUDA_SUCCESS)
        return result;
    if (!handle_is(event, HANDLE_EVENT))
        return api_leave(CUDA_ERROR_INVALID_HANDLE);
    if (flags & ~(unsigned)CU_EVENT_RECORD_EXTERNAL)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    result = capture_check(stream);
    if (result == CUDA_SUCCESS && flags && !stream->capture)
        result = CUDA_ERROR_ILLEGAL_STATE; /* a node of a graph is what that makes */
    if (result != CUDA_SUCCESS)
        return api_leave(result);
    if (stream->capture)
        return api_leave(capture_record(stream, event, flags));
    event_capture_forget(event);
    return api_leave(event_record(event, stream));
}

CUresult cuEventRecord(CUevent event, CUstream handle)
{
    return cuEventRecordWithFlags(event, handle, 0);
}

/* Whether a capture forbids to ask whether the event has happened. */
static CUresult check_wait(const Event *event)
{
    CUresult result = capture_check_event(event, true);
    return result == CUDA_SUCCESS ? capture_check_unsafe() : result;
}

CUresult cuEventQuery(CUevent event)
{
    CUresult result = enter_event(event);
    if (result != CUDA_SUCCESS)
        return result;
    result = check_wait(event);
    if (result != CUDA_SUCCESS)
        return api_leave(result);
    Mark *mark = event_mark(event);
    return api_leave(mark ? queue_poll_mark(event->context, mark) : CUDA_SUCCESS);
}

CUresult cuEventSynchronize(CUevent event)
{
    CUresult result = enter_event(event);
    if (result != CUDA_SUCCESS)
        return result;
    result = check_wait(event);
    if (result != CUDA_SUCCESS)
        return api_leave(result);
    Mark *mark = event_mark(event);
    return api_leave(mark ? queue_run_mark(event->context, mark) : CUDA_SUCCESS);
}

static bool event_measures(const Event *event)
{
    return event->mark && !(event->flags & CU_EVENT_DISABLE_TIMING);
}

CUresult cuEventElapsedTime_v2(float *milliseconds, CUevent from, CUevent to)
{
    CUresult result = enter_event(from);
    if (result != CUDA_SUCCESS)
        return result;
    if (!handle_is(to, HANDLE_EVENT) || !milliseconds)
        return api_leave(CUDA_ERROR_INVALID_HANDLE);
    result = capture_check_event(from, false);
    if (result == CUDA_SUCCESS)
        result = capture_check_event(to, false);
    bool measure = event_measures(from) && event_measures(to) && from->context == to->context;
    if (result == CUDA_SUCCESS && !measure)
        result = CUDA_ERROR_INVALID_HANDLE;
    if (result != CUDA_SUCCESS)
        return api_leave(result);
    if (!from->mark->done || !to->mark->done)
        return api_leave(CUDA_ERROR_NOT_READY);
    *milliseconds = (float)((to->mark->time - from->mark->time) / NANOSECONDS_A_MILLISECOND);
    return api_leave(CUDA_SUCCESS);
}

CUresult cuEventElapsedTime(float *milliseconds, CUevent from, CUevent to)
{
    return cuEventElapsedTime_v2(milliseconds, from, to);
}

CUresult stream_wait(Stream *stream, Mark *mark)
{
    if (!mark || mark->stream == stream)
        return CUDA_SUCCESS;
    Op *op = op_new(sizeof *op, NULL);
    if (!op)
        return CUDA_ERROR_OUT_OF_MEMORY;
    op->kind = CULAB_SIM_SPAN_WAIT;
    op->wait = mark_hold(mark);
    queue_add(stream, op);
    return CUDA_SUCCESS;
}

CUresult cuStreamWaitEvent(CUstream handle, CUevent event, unsigned int flags)
{
    Stream *stream;
    CUresult result = api_enter_stream(handle, &stream);
    if (result != CUDA_SUCCESS)
        return result;
    if (flags & ~(unsigned)CU_EVENT_WAIT_EXTERNAL)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    if (!handle_is(event, HANDLE_EVENT) && stream->capture)
        return api_leave(capture_spoil(stream->capture, CUDA_ERROR_INVALID_HANDLE));
    if (!handle_is(event, HANDLE_EVENT))
        return api_leave(CUDA_ERROR_INVALID_HANDLE);
    result = capture_check(stream);
    if (result == CUDA_SUCCESS && flags && !stream->capture)
        result = CUDA_ERROR_ILLEGAL_STATE;
    if (result == CUDA_SUCCESS && (stream->capture || event_is_captured(event)))
        return api_leave(capture_wait(stream, event, flags));
    return api_leave(result == CUDA_SUCCESS ? stream_wait(stream, event_mark(event)) : result);
}

/* Enters with a context and an event. */
static CUresult enter_both(CUcontext handle, CUevent event, Context **context)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    *context = handle ? context_of(handle) : NULL;
    if (!*context)
        return api_leave(CUDA_ERROR_INVALID_CONTEXT);
    if (!handle_is(event, HANDLE_EVENT))
        return api_leave(CUDA_ERROR_INVALID_HANDLE);
    result = api_check_context(*context);
    return result == CUDA_SUCCESS ? CUDA_SUCCESS : api_leave(result);
}

/* Everything in the context so far: the default stream stands for it, since it waits for all. */
CUresult cuCtxRecordEvent(CUcontext handle, CUevent event)
{
    Context *context;
    CUresult result = enter_both(handle, event, &context);
    if (result != CUDA_SUCCESS)
        return result;
    queue_run_context(context);
    return api_leave(event_record(event, context->legacy));
}

CUresult cuCtxWaitEvent(CUcontext handle, CUevent event)
{
    Context *context;
    CUresult result = enter_both(handle, event, &context);
    if (result != CUDA_SUCCESS)
        return result;
    Mark *mark = event_mark(event);
    return api_leave(mark ? queue_run_mark(event->context, mark) : CUDA_SUCCESS);
}
