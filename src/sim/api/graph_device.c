/* Graphs that kernels of graphs launch ("Device Graph Launch" in the programming guide). */
#include "sim/api/graph_device.h"

#include <stdlib.h>

#include "sim/api/allocation.h"

/* cudaError_t, and the streams that only graphs are launched in. */
enum { ERROR_INVALID_VALUE = 1, ERROR_PENDING_COUNT = 69 };
static const uint64_t stream_tail = UINT64_C(1) << 56, stream_forget = UINT64_C(2) << 56,
                      stream_sibling = UINT64_C(3) << 56;

/* A device reaches its own memory, and what of the host's is mapped to it; arrays are not copied.
 */
static bool side_reached(CUmemorytype type, const void *host)
{
    return type != CU_MEMORYTYPE_ARRAY &&
           (type != CU_MEMORYTYPE_HOST || allocation_of((uint64_t)(uintptr_t)host));
}

static bool copy_reached(const CUDA_MEMCPY3D *copy)
{
    return side_reached(copy->srcMemoryType, copy->srcHost) &&
           side_reached(copy->dstMemoryType, copy->dstHost);
}

static CUgraphInstantiateResult nodes_check(const Graph *graph, const Context **context)
{
    CUgraphInstantiateResult result = CUDA_GRAPH_INSTANTIATE_SUCCESS;
    for (size_t i = 0; i < graph->count && result == CUDA_GRAPH_INSTANTIATE_SUCCESS; i++) {
        const NodeParams *params = &graph->nodes[i]->params;
        CUgraphNodeType type = params->given.type;
        if (type == CU_GRAPH_NODE_TYPE_GRAPH) {
            result = nodes_check(params->given.graph.graph, context);
            continue;
        }
        if (type != CU_GRAPH_NODE_TYPE_KERNEL && type != CU_GRAPH_NODE_TYPE_MEMCPY &&
            type != CU_GRAPH_NODE_TYPE_MEMSET)
            return CUDA_GRAPH_INSTANTIATE_NODE_OPERATION_NOT_SUPPORTED;
        if (type == CU_GRAPH_NODE_TYPE_MEMCPY && !copy_reached(&params->given.memcpy.copyParams))
            return CUDA_GRAPH_INSTANTIATE_NODE_OPERATION_NOT_SUPPORTED;
        if (*context && params->context != *context)
            return CUDA_GRAPH_INSTANTIATE_MULTIPLE_CTXS_NOT_SUPPORTED;
        *context = params->context;
    }
    return result;
}

CUgraphInstantiateResult device_graph_check(const Graph *graph)
{
    const Context *context = NULL;
    if (!graph->count)
        return CUDA_GRAPH_INSTANTIATE_ERROR; /* there is nothing to launch */
    return nodes_check(graph, &context);
}

static uint32_t note(DeviceGraphs *graphs, GraphExec *exec, uint64_t stream)
{
    bool known = stream == stream_tail || stream == stream_forget || stream == stream_sibling;
    if (!known || !handle_is(exec, HANDLE_GRAPH_EXEC) ||
        !(exec->flags & CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH))
        return ERROR_INVALID_VALUE;
    if (graphs->count == DEVICE_GRAPHS)
        return ERROR_PENDING_COUNT;
    exec->holders++;
    graphs->items[graphs->count++] = (struct DeviceGraph){exec, stream == stream_tail};
    return 0;
}

uint32_t device_graph_note(DeviceGraphs *graphs, bool in_graph, uint64_t exec, uint64_t stream)
{
    if (!in_graph)
        return ERROR_INVALID_VALUE;
    pthread_mutex_lock(&library()->lock);
    uint32_t error = note(graphs, (GraphExec *)(uintptr_t)exec, stream); /* NOLINT: a handle */
    pthread_mutex_unlock(&library()->lock);
    return error;
}

static const GraphRun *outermost(const GraphRun *run)
{
    while (run && run->outer)
        run = run->outer;
    return run;
}

/* The last operation of the launch that `op` is part of; they follow each other in the stream. */
static Op *last_of_run(Op *op)
{
    const GraphRun *run = outermost(op->graph);
    while (op->next && outermost(op->next->graph) == run)
        op = op->next;
    return op;
}

CUresult device_graphs_launch(DeviceGraphs *graphs, Op *op)
{
    CUresult result = CUDA_SUCCESS;
    for (unsigned i = 0; i < graphs->count; i++) {
        struct DeviceGraph *item = &graphs->items[i];
        queue_insert_begin(op->stream, item->tail ? last_of_run(op) : op);
        if (result == CUDA_SUCCESS)
            result = graph_launch(item->exec, op->stream);
        queue_insert_end(op->stream);
        graph_exec_release(item->exec);
    }
    graphs->count = 0;
    return result;
}
