/* Stream capture: what it forbids, and its streams' places in the graph. */
#include "sim/api/capture.h"

#include <stdlib.h>
#include <string.h>

#include "sim/api/event_slot.h"

static _Thread_local CUstreamCaptureMode thread_mode = CU_STREAM_CAPTURE_MODE_GLOBAL;

CUresult cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode *mode)
{
    if (!mode)
        return CUDA_ERROR_INVALID_VALUE;
    CUstreamCaptureMode old = thread_mode;
    thread_mode = *mode;
    *mode = old;
    return CUDA_SUCCESS;
}

CUresult capture_spoil(Capture *capture, CUresult result)
{
    capture->invalid = true;
    return result;
}

static bool waits_for_captures(const Stream *stream, const Stream *legacy)
{
    return legacy->kind == STREAM_LEGACY && stream->capture &&
           !(stream->flags & CU_STREAM_NON_BLOCKING);
}

CUresult capture_check_ask(const Stream *stream)
{
    for (const Stream *other = stream->context->streams; other; other = other->next)
        if (waits_for_captures(other, stream))
            return CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
    return CUDA_SUCCESS;
}

static CUresult implicit_check(const Stream *legacy)
{
    CUresult result = CUDA_SUCCESS;
    for (Stream *stream = legacy->context->streams; stream; stream = stream->next)
        if (waits_for_captures(stream, legacy))
            result = capture_spoil(stream->capture, CUDA_ERROR_STREAM_CAPTURE_IMPLICIT);
    return result;
}

CUresult capture_check(Stream *stream)
{
    if (!library()->captures)
        return CUDA_SUCCESS;
    if (stream->kind == STREAM_LEGACY)
        return implicit_check(stream);
    return stream->capture && stream->capture->invalid ? CUDA_ERROR_STREAM_CAPTURE_INVALIDATED
                                                       : CUDA_SUCCESS;
}

CUresult capture_check_wait(Stream *stream)
{
    if (stream->capture)
        return capture_spoil(stream->capture, CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
    return capture_check(stream);
}

/* A thread's own mode decides whether captures of other threads matter to it. */
static bool capture_forbids(const Capture *capture)
{
    bool own = capture->thread == thread_number();
    if (thread_mode == CU_STREAM_CAPTURE_MODE_RELAXED ||
        capture->mode == CU_STREAM_CAPTURE_MODE_RELAXED)
        return false;
    return own || (thread_mode == CU_STREAM_CAPTURE_MODE_GLOBAL &&
                   capture->mode == CU_STREAM_CAPTURE_MODE_GLOBAL);
}

CUresult capture_check_unsafe(void)
{
    CUresult result = CUDA_SUCCESS;
    for (Capture *capture = library()->captures; capture; capture = capture->next)
        if (capture_forbids(capture))
            result = capture_spoil(capture, CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
    return result;
}

CUresult capture_check_context(const Context *context)
{
    CUresult result = CUDA_SUCCESS;
    for (const Stream *stream = context->streams; stream; stream = stream->next)
        if (stream->capture)
            result = capture_spoil(stream->capture, CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
    return result;
}

bool capture_nodes_set(Stream *stream, Node *const *nodes, size_t count)
{
    Node **copy = calloc(count + 1, sizeof *copy);
    CUgraphEdgeData *edges = calloc(count + 1, sizeof *edges);
    if (!copy || !edges) {
        free(copy);
        free(edges);
        return false;
    }
    if (count)
        memcpy(copy, nodes, count * sizeof *copy);
    free(stream->capture_nodes);
    free(stream->capture_edges);
    stream->capture_nodes = copy;
    stream->capture_edges = edges;
    stream->capture_count = count;
    return true;
}

bool capture_nodes_add(Stream *stream, Node *const *nodes, size_t count)
{
    size_t have = stream->capture_count;
    Node **joined = malloc((have + count + 1) * sizeof *joined);
    if (!joined)
        return false;
    if (have)
        memcpy(joined, stream->capture_nodes, have * sizeof *joined);
    for (size_t i = 0; i < count; i++) {
        size_t k = 0;
        while (k < have && joined[k] != nodes[i])
            k++;
        if (k == have)
            joined[have++] = nodes[i];
    }
    bool set = capture_nodes_set(stream, joined, have);
    free(joined);
    return set;
}

void capture_stream_leave(Stream *stream)
{
    free(stream->capture_nodes);
    free(stream->capture_edges);
    stream->capture_nodes = NULL;
    stream->capture_edges = NULL;
    stream->capture_count = 0;
    stream->capture = NULL;
}

void capture_close(Capture *capture)
{
    for (Context *context = library()->contexts; context; context = context->next)
        for (Stream *stream = context->streams; stream; stream = stream->next)
            if (stream->capture == capture)
                capture_stream_leave(stream);
    Capture **link = &library()->captures;
    while (*link != capture)
        link = &(*link)->next;
    *link = capture->next;
    capture->graph->captured = false;
    free(capture);
}

static Capture *capture_of(uint64_t id)
{
    Capture *capture = id ? library()->captures : NULL;
    while (capture && capture->id != id)
        capture = capture->next;
    return capture;
}

bool event_is_captured(const Event *event)
{
    return event->capture != 0;
}

CUresult capture_check_event(const Event *event, bool spoil)
{
    Capture *capture = capture_of(event->capture);
    if (!event->capture)
        return CUDA_SUCCESS;
    if (!capture || capture->invalid)
        return CUDA_ERROR_INVALID_VALUE;
    return spoil ? capture_spoil(capture, CUDA_ERROR_CAPTURED_EVENT) : CUDA_ERROR_CAPTURED_EVENT;
}

void event_capture_forget(Event *event)
{
    free(event->capture_nodes);
    event->capture_nodes = NULL;
    event->capture_count = 0;
    event->capture = 0;
}

CUresult capture_record(Stream *stream, Event *event, unsigned flags)
{
    if (flags & CU_EVENT_RECORD_EXTERNAL) {
        Node *node;
        CUgraphNodeParams given = {.type = CU_GRAPH_NODE_TYPE_EVENT_RECORD, .eventRecord = {event}};
        return capture_node(stream, &given, &node);
    }
    Node **copy = malloc((stream->capture_count + 1) * sizeof *copy);
    if (!copy)
        return CUDA_ERROR_OUT_OF_MEMORY;
    if (stream->capture_count)
        memcpy(copy, stream->capture_nodes, stream->capture_count * sizeof *copy);
    event_capture_forget(event);
    event->capture_nodes = copy;
    event->capture_count = stream->capture_count;
    event->capture = stream->capture->id;
    return CUDA_SUCCESS;
}

/* A stream that waits for a captured event takes part in that capture from then on. */
CUresult capture_wait(Stream *stream, Event *event, unsigned flags)
{
    Capture *capture = capture_of(event->capture);
    if (stream->capture && flags & CU_EVENT_WAIT_EXTERNAL) {
        Node *node;
        CUgraphNodeParams given = {.type = CU_GRAPH_NODE_TYPE_WAIT_EVENT, .eventWait = {event}};
        return capture_node(stream, &given, &node);
    }
    if (!capture && !event->capture && !event_mark(event))
        return CUDA_SUCCESS; /* never recorded: nothing to wait for */
    if (!capture) {
        CUresult result =
            event->capture ? CUDA_ERROR_INVALID_VALUE : CUDA_ERROR_STREAM_CAPTURE_ISOLATION;
        return stream->capture ? capture_spoil(stream->capture, result) : result;
    }
    if (stream->capture && stream->capture != capture) {
        capture_spoil(capture, CUDA_SUCCESS);
        return capture_spoil(stream->capture, CUDA_ERROR_STREAM_CAPTURE_MERGE);
    }
    if (capture->invalid)
        return CUDA_ERROR_INVALID_VALUE;
    if (stream->kind == STREAM_LEGACY)
        return capture_spoil(capture, CUDA_ERROR_STREAM_CAPTURE_IMPLICIT);
    if (!capture_nodes_add(stream, event->capture_nodes, event->capture_count))
        return CUDA_ERROR_OUT_OF_MEMORY;
    stream->capture = capture;
    return CUDA_SUCCESS;
}
