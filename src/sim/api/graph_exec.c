/* Executable graphs: made from a graph, launched, updated, destroyed. */
#include <stdlib.h>
#include <string.h>

#include "sim/api/capture.h"
#include "sim/api/graph_device.h"
#include "sim/api/stream.h"

enum {
    FLAGS = CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH | CUDA_GRAPH_INSTANTIATE_FLAG_UPLOAD |
            CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH |
            CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY
};

CUresult api_enter_graph(CUgraph graph, Context **context)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    *context = current_get();
    result = !*context                           ? CUDA_ERROR_INVALID_CONTEXT
             : handle_check(graph, HANDLE_GRAPH) ? CUDA_SUCCESS
                                                 : CUDA_ERROR_INVALID_VALUE;
    return result == CUDA_SUCCESS ? CUDA_SUCCESS : api_leave(result);
}

static bool graph_has_cycle(const Graph *graph)
{
    Node **order = malloc((graph->count + 1) * sizeof *order);
    bool cycle = order && !graph_order(graph, order);
    free(order);
    return cycle;
}

/* Whether all memsets, in graphs within it too, write memory that there is. */
static bool memsets_reach(const Graph *graph)
{
    for (size_t i = 0; i < graph->count; i++) {
        const NodeParams *params = &graph->nodes[i]->params;
        Graph *const *children;
        size_t count = node_children(params, &children);
        for (size_t k = 0; k < count; k++)
            if (!memsets_reach(children[k]))
                return false;
        Fill fill = fill_of_node(params);
        if (params->given.type == CU_GRAPH_NODE_TYPE_MEMSET && fill_check(&fill) != CUDA_SUCCESS)
            return false;
    }
    return true;
}

static CUresult exec_make(Graph *graph, uint64_t flags, GraphExec **out)
{
    if (graph_has_cycle(graph) || !memsets_reach(graph))
        return CUDA_ERROR_INVALID_VALUE;
    if (graph->owns_memory && graph->instances)
        return CUDA_ERROR_NOT_SUPPORTED;
    GraphExec *exec = calloc(1, sizeof *exec);
    if (!exec || !handle_add(exec, HANDLE_GRAPH_EXEC)) {
        free(exec);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    *exec = (GraphExec){.source = graph->id, .flags = flags, .holders = 1};
    CUresult result = graph_clone(graph, true, &exec->graph);
    if (result != CUDA_SUCCESS) {
        handle_remove(exec);
        free(exec);
        return result;
    }
    graph->instances++;
    *out = exec;
    return CUDA_SUCCESS;
}

static void befores_free(GraphExec *exec)
{
    for (size_t i = 0; i < exec->before_count; i++)
        graph_free(exec->before[i]);
    free(exec->before);
    exec->before = NULL;
    exec->before_count = 0;
}

void graph_exec_release(GraphExec *exec)
{
    bool only_the_caller = --exec->holders == 1 && handle_is(exec, HANDLE_GRAPH_EXEC);
    if (only_the_caller)
        befores_free(exec);
    if (exec->holders)
        return;
    befores_free(exec);
    graph_free(exec->graph);
    free(exec);
}

/* Flags are looked at before whatever a capture forbids; recorded on an H200. */
static CUresult instantiate(CUgraphExec *out, CUgraph graph, uint64_t flags, uint64_t known)
{
    Context *context;
    CUresult result = api_enter_context(&context);
    if (result != CUDA_SUCCESS)
        return result;
    result = flags & ~known ? CUDA_ERROR_INVALID_VALUE : capture_check_unsafe();
    if (result != CUDA_SUCCESS)
        return api_leave(result);
    if (!out || !handle_check(graph, HANDLE_GRAPH) || graph->parent)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    bool by_kernels = flags & CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH;
    if (by_kernels && (flags & CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH ||
                       device_graph_check(graph) != CUDA_GRAPH_INSTANTIATE_SUCCESS))
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    return api_leave(exec_make(graph, flags, out));
}

/* Without a stream there is nothing to upload in. */
CUresult cuGraphInstantiateWithFlags(CUgraphExec *out, CUgraph graph, unsigned long long flags)
{
    return instantiate(out, graph, flags, FLAGS & ~(uint64_t)CUDA_GRAPH_INSTANTIATE_FLAG_UPLOAD);
}

static CUgraphInstantiateResult why_not(CUgraph graph, uint64_t flags)
{
    Context *context;
    CUgraphInstantiateResult why = CUDA_GRAPH_INSTANTIATE_SUCCESS;
    if (flags & CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH &&
        api_enter_graph(graph, &context) == CUDA_SUCCESS) {
        why = device_graph_check(graph);
        api_leave(CUDA_SUCCESS);
    }
    return why == CUDA_GRAPH_INSTANTIATE_SUCCESS ? CUDA_GRAPH_INSTANTIATE_ERROR : why;
}

CUresult cuGraphInstantiateWithParams(CUgraphExec *out, CUgraph graph,
                                      CUDA_GRAPH_INSTANTIATE_PARAMS *params)
{
    if (!params)
        return CUDA_ERROR_INVALID_VALUE;
    CUresult result = instantiate(out, graph, params->flags, FLAGS);
    params->hErrNode_out = NULL;
    params->result_out =
        result == CUDA_SUCCESS ? CUDA_GRAPH_INSTANTIATE_SUCCESS : why_not(graph, params->flags);
    return result;
}

CUresult cuGraphInstantiate(CUgraphExec *out, CUgraph graph, CUgraphNode *failed, char *log,
                            size_t size)
{
    CUresult result = cuGraphInstantiateWithFlags(out, graph, 0);
    if (failed && result != CUDA_SUCCESS)
        *failed = NULL;
    if (log && size)
        log[0] = '\0';
    return result;
}

CUresult cuGraphInstantiate_v2(CUgraphExec *out, CUgraph graph, CUgraphNode *failed, char *log,
                               size_t size)
{
    return cuGraphInstantiate(out, graph, failed, log, size);
}

/* Enters with an executable graph. */
static CUresult enter_exec(CUgraphExec exec)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    return handle_check(exec, HANDLE_GRAPH_EXEC) ? CUDA_SUCCESS
                                                 : api_leave(CUDA_ERROR_INVALID_VALUE);
}

CUresult cuGraphExecDestroy(CUgraphExec exec)
{
    CUresult result = enter_exec(exec);
    if (result != CUDA_SUCCESS)
        return result;
    result = capture_check_unsafe();
    if (result != CUDA_SUCCESS)
        return api_leave(result);
    Graph *source = graph_of_id(exec->source);
    if (source)
        source->instances--;
    handle_remove(exec);
    graph_exec_release(exec);
    return api_leave(CUDA_SUCCESS);
}

CUresult cuGraphExecGetFlags(CUgraphExec exec, uint64_t *flags)
{
    CUresult result = enter_exec(exec);
    if (result != CUDA_SUCCESS)
        return result;
    if (!flags)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    *flags = exec->flags &
             ~(uint64_t)CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY; /* recorded on an H200 */
    return api_leave(CUDA_SUCCESS);
}

/* Enters with a stream and an executable graph. */
static CUresult enter_launch(CUgraphExec exec, CUstream handle, Stream **stream)
{
    CUresult result = api_enter_stream(handle, stream);
    if (result != CUDA_SUCCESS)
        return result;
    result = capture_check_wait(*stream); /* an executable graph is no part of another */
    if (result == CUDA_SUCCESS && !handle_is(exec, HANDLE_GRAPH_EXEC))
        result = CUDA_ERROR_INVALID_VALUE;
    return result == CUDA_SUCCESS ? CUDA_SUCCESS : api_leave(result);
}

CUresult cuGraphLaunch(CUgraphExec exec, CUstream handle)
{
    Stream *stream;
    CUresult result = enter_launch(exec, handle, &stream);
    return result == CUDA_SUCCESS ? api_leave(graph_launch(exec, stream)) : result;
}

/* There is no device to upload to: the first launch is as fast as any. */
CUresult cuGraphUpload(CUgraphExec exec, CUstream handle)
{
    Stream *stream;
    CUresult result = enter_launch(exec, handle, &stream);
    return result == CUDA_SUCCESS ? api_leave(CUDA_SUCCESS) : result;
}

static void origins_keep(Graph *copy, const Graph *of)
{
    for (size_t i = 0; i < of->count; i++) {
        Graph *const *copies, *const *originals;
        size_t count = node_children(&copy->nodes[i]->params, &copies);
        node_children(&of->nodes[i]->params, &originals);
        copy->nodes[i]->origin = of->nodes[i]->origin;
        copy->nodes[i]->disabled = of->nodes[i]->disabled;
        for (size_t k = 0; k < count; k++)
            origins_keep(copies[k], originals[k]);
    }
}

CUresult graph_exec_detach(GraphExec *exec)
{
    if (exec->holders == 1)
        return CUDA_SUCCESS;
    Graph *copy, **grown = realloc(exec->before, (exec->before_count + 1) * sizeof *grown);
    if (!grown)
        return CUDA_ERROR_OUT_OF_MEMORY;
    exec->before = grown;
    CUresult result = graph_clone(exec->graph, true, &copy);
    if (result != CUDA_SUCCESS)
        return result;
    origins_keep(copy, exec->graph);
    grown[exec->before_count++] = exec->graph;
    exec->graph = copy;
    return CUDA_SUCCESS;
}

static CUresult enter_exec_node(CUgraphExec exec, CUgraphNode handle, Node **node)
{
    CUresult result = enter_exec(exec);
    if (result != CUDA_SUCCESS)
        return result;
    *node = node_is(handle) ? graph_find_origin(exec->graph, handle->id) : NULL;
    return *node ? CUDA_SUCCESS : api_leave(CUDA_ERROR_INVALID_VALUE);
}

static bool node_can_be_disabled(const Node *node)
{
    CUgraphNodeType type = node->params.given.type;
    return type == CU_GRAPH_NODE_TYPE_KERNEL || type == CU_GRAPH_NODE_TYPE_MEMCPY ||
           type == CU_GRAPH_NODE_TYPE_MEMSET;
}

CUresult cuGraphNodeSetEnabled(CUgraphExec exec, CUgraphNode handle, unsigned int enabled)
{
    Node *node;
    CUresult result = enter_exec_node(exec, handle, &node);
    if (result != CUDA_SUCCESS)
        return result;
    if (!node_can_be_disabled(node))
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    node->disabled = !enabled;
    return api_leave(CUDA_SUCCESS);
}

CUresult cuGraphNodeGetEnabled(CUgraphExec exec, CUgraphNode handle, unsigned int *enabled)
{
    Node *node;
    CUresult result = enter_exec_node(exec, handle, &node);
    if (result != CUDA_SUCCESS)
        return result;
    if (!enabled || !node_can_be_disabled(node))
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    *enabled = !node->disabled;
    return api_leave(CUDA_SUCCESS);
}

static CUresult exec_node_set(CUgraphExec exec, CUgraphNode handle, CUgraphNodeParams *given)
{
    Node *node;
    NodeParams params;
    CUresult result = enter_exec_node(exec, handle, &node);
    if (result != CUDA_SUCCESS)
        return result;
    result = graph_exec_detach(exec);
    if (result != CUDA_SUCCESS)
        return api_leave(result);
    node = graph_find_origin(exec->graph, handle->id);
    if (given->type != node->params.given.type || given->type == CU_GRAPH_NODE_TYPE_MEM_ALLOC ||
        given->type == CU_GRAPH_NODE_TYPE_MEM_FREE || given->type == CU_GRAPH_NODE_TYPE_CONDITIONAL)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    result = params_make(given, node->params.context, &params);
    if (result != CUDA_SUCCESS)
        return api_leave(result);
    result = exec_params_check(&node->params, &params);
    if (result != CUDA_SUCCESS) {
        params_drop(&params);
        return api_leave(result);
    }
    params_drop(&node->params);
    node->params = params;
    return api_leave(CUDA_SUCCESS);
}

CUresult cuGraphExecNodeSetParams(CUgraphExec exec, CUgraphNode node, CUgraphNodeParams *params)
{
    if (!params || params->reserved2)
        return CUDA_ERROR_INVALID_VALUE;
    CUgraphNodeParams given = *params;
    return exec_node_set(exec, node, &given);
}

CUresult cuGraphExecKernelNodeSetParams_v2(CUgraphExec exec, CUgraphNode node,
                                           const CUDA_KERNEL_NODE_PARAMS *params)
{
    if (!params)
        return CUDA_ERROR_INVALID_VALUE;
    CUgraphNodeParams given = {.type = CU_GRAPH_NODE_TYPE_KERNEL};
    memcpy(&given.kernel, params, sizeof *params);
    return exec_node_set(exec, node, &given);
}

CUresult cuGraphExecKernelNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                        const CUDA_KERNEL_NODE_PARAMS_v1 *params)
{
    if (!params)
        return CUDA_ERROR_INVALID_VALUE;
    CUgraphNodeParams given = {.type = CU_GRAPH_NODE_TYPE_KERNEL};
    memcpy(&given.kernel, params, sizeof *params);
    return exec_node_set(exec, node, &given);
}

CUresult cuGraphExecMemcpyNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                        const CUDA_MEMCPY3D *params, CUcontext context)
{
    if (!params)
        return CUDA_ERROR_INVALID_VALUE;
    CUgraphNodeParams given = {.type = CU_GRAPH_NODE_TYPE_MEMCPY,
                               .memcpy = {.copyCtx = context, .copyParams = *params}};
    return exec_node_set(exec, node, &given);
}

CUresult cuGraphExecMemsetNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                        const CUDA_MEMSET_NODE_PARAMS *params, CUcontext context)
{
    if (!params)
        return CUDA_ERROR_INVALID_VALUE;
    CUgraphNodeParams given = {.type = CU_GRAPH_NODE_TYPE_MEMSET};
    memcpy(&given.memset, params, sizeof *params);
    given.memset.ctx = context;
    return exec_node_set(exec, node, &given);
}

CUresult cuGraphExecHostNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                      const CUDA_HOST_NODE_PARAMS *params)
{
    if (!params)
        return CUDA_ERROR_INVALID_VALUE;
    CUgraphNodeParams given = {.type = CU_GRAPH_NODE_TYPE_HOST,
                               .host = {params->fn, params->userData}};
    return exec_node_set(exec, node, &given);
}

CUresult cuGraphExecBatchMemOpNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                            const CUDA_BATCH_MEM_OP_NODE_PARAMS *params)
{
    if (!params)
        return CUDA_ERROR_INVALID_VALUE;
    CUgraphNodeParams given = {.type = CU_GRAPH_NODE_TYPE_BATCH_MEM_OP};
    memcpy(&given.memOp, params, sizeof *params);
    return exec_node_set(exec, node, &given);
}

CUresult cuGraphExecChildGraphNodeSetParams(CUgraphExec exec, CUgraphNode node, CUgraph graph)
{
    CUgraphNodeParams given = {.type = CU_GRAPH_NODE_TYPE_GRAPH, .graph = {.graph = graph}};
    return exec_node_set(exec, node, &given);
}

CUresult cuGraphExecEventRecordNodeSetEvent(CUgraphExec exec, CUgraphNode node, CUevent event)
{
    CUgraphNodeParams given = {.type = CU_GRAPH_NODE_TYPE_EVENT_RECORD, .eventRecord = {event}};
    return exec_node_set(exec, node, &given);
}

CUresult cuGraphExecEventWaitNodeSetEvent(CUgraphExec exec, CUgraphNode node, CUevent event)
{
    CUgraphNodeParams given = {.type = CU_GRAPH_NODE_TYPE_WAIT_EVENT, .eventWait = {event}};
    return exec_node_set(exec, node, &given);
}
