/* The calls that begin, end and tell stream capture. */
#include <stdlib.h>

#include "sim/api/beside.h"
#include "sim/api/capture.h"
#include "sim/api/stream.h"

static CUresult capture_begin(Stream *stream, CUstreamCaptureMode mode, Graph *graph,
                              const CUgraphNode *nodes, size_t count)
{
    Capture *capture = calloc(1, sizeof *capture);
    Graph *into = capture && !graph ? graph_new() : graph;
    if (!into || !capture_nodes_set(stream, nodes, count)) {
        if (into && !graph)
            graph_free(into);
        free(capture);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    *capture = (Capture){.id = ++library()->next_id,
                         .graph = into,
                         .own_graph = !graph,
                         .mode = mode,
                         .thread = thread_number(),
                         .origin = stream,
                         .next = library()->captures};
    library()->captures = capture;
    into->captured = true;
    stream->capture = capture;
    return CUDA_SUCCESS;
}

static CUresult begin(CUstream handle, CUstreamCaptureMode mode, Graph *graph,
                      const CUgraphNode *nodes, size_t count)
{
    Stream *stream;
    if ((unsigned)mode > CU_STREAM_CAPTURE_MODE_RELAXED)
        return api_wrong();
    CUresult result = api_enter_stream(handle, &stream);
    if (result != CUDA_SUCCESS)
        return result;
    if (stream->kind == STREAM_LEGACY)
        return api_leave(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
    if (stream->capture)
        return api_leave(CUDA_ERROR_ILLEGAL_STATE);
    if (count && !nodes)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    for (size_t i = 0; i < count; i++)
        if (!node_is(nodes[i]) || nodes[i]->graph != graph)
            return api_leave(CUDA_ERROR_INVALID_VALUE);
    beside_hide_order();
    return api_leave(capture_begin(stream, mode, graph, nodes, count));
}

CUresult cuStreamBeginCapture_v2(CUstream handle, CUstreamCaptureMode mode)
{
    return begin(handle, mode, NULL, NULL, 0);
}

CUresult cuStreamBeginCapture(CUstream handle)
{
    return begin(handle, CU_STREAM_CAPTURE_MODE_GLOBAL, NULL, NULL, 0);
}

CUresult cuStreamBeginCaptureToGraph(CUstream handle, CUgraph graph,
                                     const CUgraphNode *dependencies, const CUgraphEdgeData *edges,
                                     size_t count, CUstreamCaptureMode mode)
{
    (void)edges; /* only those of plain dependencies have an effect */
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    bool wrong = !graph_is(graph) || graph->captured;
    api_leave(CUDA_SUCCESS);
    return wrong ? CUDA_ERROR_INVALID_VALUE : begin(handle, mode, graph, dependencies, count);
}

/* Marks the nodes that the origin's place depends on. False: no memory. */
static bool ancestors_mark(const Capture *capture)
{
    const Graph *graph = capture->graph;
    Node **stack = malloc((graph->count + 1) * sizeof *stack);
    size_t depth = 0;
    if (!stack)
        return false;
    for (size_t i = 0; i < graph->count; i++)
        graph->nodes[i]->mark = 0;
    for (size_t i = 0; i < capture->origin->capture_count; i++) {
        Node *node = capture->origin->capture_nodes[i];
        if (node_is(node) && !node->mark++)
            stack[depth++] = node;
    }
    while (depth) {
        const Node *node = stack[--depth];
        for (size_t i = 0; i < node->in.count; i++)
            if (!node->in.items[i].node->mark++)
                stack[depth++] = node->in.items[i].node;
    }
    free(stack);
    return true;
}

static bool stream_is_joined(const Stream *stream)
{
    for (size_t i = 0; i < stream->capture_count; i++)
        if (node_is(stream->capture_nodes[i]) && !stream->capture_nodes[i]->mark)
            return false;
    return true;
}

static CUresult joins_check(const Capture *capture)
{
    if (!ancestors_mark(capture))
        return CUDA_ERROR_OUT_OF_MEMORY;
    for (Context *context = library()->contexts; context; context = context->next)
        for (const Stream *stream = context->streams; stream; stream = stream->next)
            if (stream->capture == capture && !stream_is_joined(stream))
                return CUDA_ERROR_STREAM_CAPTURE_UNJOINED;
    return CUDA_SUCCESS;
}

CUresult cuStreamEndCapture(CUstream handle, CUgraph *out)
{
    Stream *stream;
    CUresult result = api_enter_stream(handle, &stream);
    if (result != CUDA_SUCCESS)
        return result;
    Capture *capture = stream->capture;
    if (!capture)
        return api_leave(CUDA_ERROR_ILLEGAL_STATE);
    if (capture->origin != stream)
        return api_leave(capture_spoil(capture, CUDA_ERROR_STREAM_CAPTURE_UNMATCHED));
    /* The wrong thread ends it, too, but is given nothing. */
    if (capture->mode != CU_STREAM_CAPTURE_MODE_RELAXED && capture->thread != thread_number())
        result = CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD;
    else
        result = capture->invalid ? CUDA_ERROR_STREAM_CAPTURE_INVALIDATED : joins_check(capture);
    Graph *graph = capture->graph;
    bool drop = (result != CUDA_SUCCESS || !out) && capture->own_graph;
    capture_close(capture);
    if (drop)
        graph_free(graph);
    if (out)
        *out = result == CUDA_SUCCESS ? graph : NULL;
    return api_leave(result);
}

static CUstreamCaptureStatus status_of(const Stream *stream)
{
    if (!stream->capture)
        return CU_STREAM_CAPTURE_STATUS_NONE;
    return stream->capture->invalid ? CU_STREAM_CAPTURE_STATUS_INVALIDATED
                                    : CU_STREAM_CAPTURE_STATUS_ACTIVE;
}

/* Enters with a stream whose capture may be asked for. */
static CUresult enter_query(CUstream handle, Stream **stream)
{
    CUresult result = api_enter_stream(handle, stream);
    if (result != CUDA_SUCCESS)
        return result;
    result = capture_check_ask(*stream);
    return result == CUDA_SUCCESS ? CUDA_SUCCESS : api_leave(result);
}

CUresult cuStreamIsCapturing(CUstream handle, CUstreamCaptureStatus *status)
{
    Stream *stream;
    CUresult result = status ? enter_query(handle, &stream) : api_wrong();
    if (result != CUDA_SUCCESS)
        return result;
    *status = status_of(stream);
    return api_leave(CUDA_SUCCESS);
}

CUresult cuStreamGetCaptureInfo_v3(CUstream handle, CUstreamCaptureStatus *status, uint64_t *id,
                                   CUgraph *graph, const CUgraphNode **nodes,
                                   const CUgraphEdgeData **edges, size_t *count)
{
    Stream *stream;
    CUresult result = enter_query(handle, &stream);
    if (result != CUDA_SUCCESS)
        return result;
    if (!status)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    *status = status_of(stream);
    if (*status != CU_STREAM_CAPTURE_STATUS_ACTIVE)
        return api_leave(CUDA_SUCCESS);
    if (id)
        *id = stream->capture->id;
    if (graph)
        *graph = stream->capture->graph;
    if (nodes)
        *nodes = stream->capture_nodes;
    if (edges)
        *edges = stream->capture_edges;
    if (count)
        *count = stream->capture_count;
    return api_leave(CUDA_SUCCESS);
}

CUresult cuStreamGetCaptureInfo_v2(CUstream handle, CUstreamCaptureStatus *status, uint64_t *id,
                                   CUgraph *graph, const CUgraphNode **nodes, size_t *count)
{
    return cuStreamGetCaptureInfo_v3(handle, status, id, graph, nodes, NULL, count);
}

CUresult cuStreamGetCaptureInfo(CUstream handle, CUstreamCaptureStatus *status, uint64_t *id)
{
    return cuStreamGetCaptureInfo_v3(handle, status, id, NULL, NULL, NULL, NULL);
}

CUresult cuStreamUpdateCaptureDependencies_v2(CUstream handle, CUgraphNode *nodes,
                                              const CUgraphEdgeData *edges, size_t count,
                                              unsigned int flags)
{
    Stream *stream;
    (void)edges;
    CUresult result = api_enter_stream(handle, &stream);
    if (result != CUDA_SUCCESS)
        return result;
    if (flags > CU_STREAM_SET_CAPTURE_DEPENDENCIES || (count && !nodes))
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    if (!stream->capture)
        return api_leave(CUDA_ERROR_ILLEGAL_STATE);
    if (stream->capture->invalid)
        return api_leave(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
    for (size_t i = 0; i < count; i++)
        if (!node_is(nodes[i]) || nodes[i]->graph != stream->capture->graph)
            return api_leave(CUDA_ERROR_INVALID_VALUE);
    bool set = flags == CU_STREAM_SET_CAPTURE_DEPENDENCIES
                   ? capture_nodes_set(stream, nodes, count)
                   : capture_nodes_add(stream, nodes, count);
    return api_leave(set ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY);
}

CUresult cuStreamUpdateCaptureDependencies(CUstream handle, CUgraphNode *nodes, size_t count,
                                           unsigned int flags)
{
    return cuStreamUpdateCaptureDependencies_v2(handle, nodes, NULL, count, flags);
}
