/* The calls that add nodes of each type, and tell and change their parameters. */
#include <string.h>

#include "sim/api/graph.h"

static CUresult add(CUgraphNode *out, CUgraph graph, const CUgraphNode *dependencies,
                    const CUgraphEdgeData *edges, size_t count, CUgraphNodeParams *given)
{
    Context *context;
    NodeParams params;
    bool nameless =
        given->type == CU_GRAPH_NODE_TYPE_KERNEL && !given->kernel.func && !given->kernel.kern;
    CUresult result = nameless ? api_enter_context(&context) : api_enter_graph(graph, &context);
    if (result != CUDA_SUCCESS)
        return result;
    if (nameless) /* told before all else; recorded on an H200 */
        return api_leave(CUDA_ERROR_INVALID_HANDLE);
    if (!out)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    result = params_make(given, context, &params);
    if (result == CUDA_SUCCESS)
        result = node_add(graph, dependencies, edges, count, &params, out);
    return api_leave(result);
}

/* Enters with a node of a type. */
static CUresult enter_typed(CUgraphNode node, CUgraphNodeType type)
{
    Context *context;
    CUresult result = api_enter_context(&context);
    if (result != CUDA_SUCCESS)
        return result;
    return node_is(node) && node->params.given.type == type ? CUDA_SUCCESS
                                                            : api_leave(CUDA_ERROR_INVALID_VALUE);
}

static CUresult set(CUgraphNode node, CUgraphNodeParams *given)
{
    NodeParams params;
    CUresult result = enter_typed(node, given->type);
    if (result != CUDA_SUCCESS)
        return result;
    if (given->type == CU_GRAPH_NODE_TYPE_MEM_ALLOC || given->type == CU_GRAPH_NODE_TYPE_MEM_FREE ||
        given->type == CU_GRAPH_NODE_TYPE_CONDITIONAL)
        return api_leave(CUDA_ERROR_NOT_SUPPORTED);
    result = params_make(given, node->params.context, &params);
    if (result != CUDA_SUCCESS)
        return api_leave(result);
    params.shape.cooperative = node->params.shape.cooperative;
    params.shape.cluster = node->params.shape.cluster;
    params.hints = node->params.hints;
    params_drop(&node->params);
    node->params = params;
    if (params.given.type == CU_GRAPH_NODE_TYPE_GRAPH)
        params.given.graph.graph->parent = node;
    return api_leave(CUDA_SUCCESS);
}

/* Copies `size` bytes of a node's parameters as they were given. */
static CUresult get(CUgraphNode node, CUgraphNodeType type, size_t offset, void *out, size_t size)
{
    CUresult result = enter_typed(node, type);
    if (result != CUDA_SUCCESS)
        return result;
    if (!out)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    memcpy(out, (const char *)&node->params.given + offset, size);
    return api_leave(CUDA_SUCCESS);
}

CUresult cuGraphAddNode_v2(CUgraphNode *out, CUgraph graph, const CUgraphNode *dependencies,
                           const CUgraphEdgeData *edges, size_t count, CUgraphNodeParams *given)
{
    if (!given || given->reserved2 || given->reserved0[0] || given->reserved0[1] ||
        given->reserved0[2])
        return CUDA_ERROR_INVALID_VALUE;
    return add(out, graph, dependencies, edges, count, given);
}

CUresult cuGraphAddNode(CUgraphNode *out, CUgraph graph, const CUgraphNode *dependencies,
                        size_t count, CUgraphNodeParams *given)
{
    return cuGraphAddNode_v2(out, graph, dependencies, NULL, count, given);
}

CUresult cuGraphNodeSetParams(CUgraphNode node, CUgraphNodeParams *params)
{
    if (!params || params->reserved2)
        return CUDA_ERROR_INVALID_VALUE;
    CUgraphNodeParams given = *params;
    return set(node, &given);
}

CUresult cuGraphAddEmptyNode(CUgraphNode *out, CUgraph graph, const CUgraphNode *dependencies,
                             size_t count)
{
    CUgraphNodeParams given = {.type = CU_GRAPH_NODE_TYPE_EMPTY};
    return add(out, graph, dependencies, NULL, count, &given);
}

/* The three calls of a type whose parameters are a struct: the older struct is the front part of
 * the member of CUgraphNodeParams. */
#define STRUCT_NODE(TYPE, Params, member, add_call, get_call, set_call)                      \
    CUresult add_call(CUgraphNode *out, CUgraph graph, const CUgraphNode *dependencies,      \
                      size_t count, const Params *params)                                    \
    {                                                                                        \
        CUgraphNodeParams given = {.type = TYPE};                                            \
        if (!params)                                                                         \
            return CUDA_ERROR_INVALID_VALUE;                                                 \
        memcpy(&given.member, params, sizeof *params);                                       \
        return add(out, graph, dependencies, NULL, count, &given);                           \
    }                                                                                        \
    CUresult get_call(CUgraphNode node, Params *params)                                      \
    {                                                                                        \
        return get(node, TYPE, offsetof(CUgraphNodeParams, member), params, sizeof(Params)); \
    }                                                                                        \
    CUresult set_call(CUgraphNode node, const Params *params)                                \
    {                                                                                        \
        CUgraphNodeParams given = {.type = TYPE};                                            \
        if (!params)                                                                         \
            return CUDA_ERROR_INVALID_VALUE;                                                 \
        memcpy(&given.member, params, sizeof *params);                                       \
        return set(node, &given);                                                            \
    }

STRUCT_NODE(CU_GRAPH_NODE_TYPE_KERNEL, CUDA_KERNEL_NODE_PARAMS, kernel, cuGraphAddKernelNode_v2,
            cuGraphKernelNodeGetParams_v2, cuGraphKernelNodeSetParams_v2)
STRUCT_NODE(CU_GRAPH_NODE_TYPE_KERNEL, CUDA_KERNEL_NODE_PARAMS_v1, kernel, cuGraphAddKernelNode,
            cuGraphKernelNodeGetParams, cuGraphKernelNodeSetParams)
STRUCT_NODE(CU_GRAPH_NODE_TYPE_BATCH_MEM_OP, CUDA_BATCH_MEM_OP_NODE_PARAMS, memOp,
            cuGraphAddBatchMemOpNode, cuGraphBatchMemOpNodeGetParams,
            cuGraphBatchMemOpNodeSetParams)
STRUCT_NODE(CU_GRAPH_NODE_TYPE_HOST, CUDA_HOST_NODE_PARAMS, host, cuGraphAddHostNode,
            cuGraphHostNodeGetParams, cuGraphHostNodeSetParams)

CUresult cuGraphAddMemcpyNode(CUgraphNode *out, CUgraph graph, const CUgraphNode *dependencies,
                              size_t count, const CUDA_MEMCPY3D *params, CUcontext context)
{
    if (!params)
        return CUDA_ERROR_INVALID_VALUE;
    CUgraphNodeParams given = {.type = CU_GRAPH_NODE_TYPE_MEMCPY,
                               .memcpy = {.copyCtx = context, .copyParams = *params}};
    return add(out, graph, dependencies, NULL, count, &given);
}

CUresult cuGraphMemcpyNodeGetParams(CUgraphNode node, CUDA_MEMCPY3D *params)
{
    return get(node, CU_GRAPH_NODE_TYPE_MEMCPY, offsetof(CUgraphNodeParams, memcpy.copyParams),
               params, sizeof *params);
}

CUresult cuGraphMemcpyNodeSetParams(CUgraphNode node, const CUDA_MEMCPY3D *params)
{
    if (!params)
        return CUDA_ERROR_INVALID_VALUE;
    CUgraphNodeParams given = {.type = CU_GRAPH_NODE_TYPE_MEMCPY,
                               .memcpy = {.copyParams = *params}};
    return set(node, &given);
}

CUresult cuGraphAddMemsetNode(CUgraphNode *out, CUgraph graph, const CUgraphNode *dependencies,
                              size_t count, const CUDA_MEMSET_NODE_PARAMS *params,
                              CUcontext context)
{
    CUgraphNodeParams given = {.type = CU_GRAPH_NODE_TYPE_MEMSET};
    if (!params)
        return CUDA_ERROR_INVALID_VALUE;
    memcpy(&given.memset, params, sizeof *params);
    given.memset.ctx = context;
    return add(out, graph, dependencies, NULL, count, &given);
}

CUresult cuGraphMemsetNodeGetParams(CUgraphNode node, CUDA_MEMSET_NODE_PARAMS *params)
{
    return get(node, CU_GRAPH_NODE_TYPE_MEMSET, offsetof(CUgraphNodeParams, memset), params,
               sizeof *params);
}

CUresult cuGraphMemsetNodeSetParams(CUgraphNode node, const CUDA_MEMSET_NODE_PARAMS *params)
{
    CUgraphNodeParams given = {.type = CU_GRAPH_NODE_TYPE_MEMSET};
    if (!params)
        return CUDA_ERROR_INVALID_VALUE;
    memcpy(&given.memset, params, sizeof *params);
    return set(node, &given);
}

CUresult cuGraphAddChildGraphNode(CUgraphNode *out, CUgraph graph, const CUgraphNode *dependencies,
                                  size_t count, CUgraph child)
{
    CUgraphNodeParams given = {.type = CU_GRAPH_NODE_TYPE_GRAPH, .graph = {.graph = child}};
    return add(out, graph, dependencies, NULL, count, &given);
}

CUresult cuGraphChildGraphNodeGetGraph(CUgraphNode node, CUgraph *graph)
{
    return get(node, CU_GRAPH_NODE_TYPE_GRAPH, offsetof(CUgraphNodeParams, graph.graph), graph,
               sizeof *graph);
}

#define EVENT_NODE(TYPE, member, add_call, get_call, set_call)                             \
    CUresult add_call(CUgraphNode *out, CUgraph graph, const CUgraphNode *dependencies,    \
                      size_t count, CUevent event)                                         \
    {                                                                                      \
        CUgraphNodeParams given = {.type = TYPE, .member = {event}};                       \
        return add(out, graph, dependencies, NULL, count, &given);                         \
    }                                                                                      \
    CUresult get_call(CUgraphNode node, CUevent *event)                                    \
    {                                                                                      \
        return get(node, TYPE, offsetof(CUgraphNodeParams, member), event, sizeof *event); \
    }                                                                                      \
    CUresult set_call(CUgraphNode node, CUevent event)                                     \
    {                                                                                      \
        CUgraphNodeParams given = {.type = TYPE, .member = {event}};                       \
        return set(node, &given);                                                          \
    }

EVENT_NODE(CU_GRAPH_NODE_TYPE_EVENT_RECORD, eventRecord, cuGraphAddEventRecordNode,
           cuGraphEventRecordNodeGetEvent, cuGraphEventRecordNodeSetEvent)
EVENT_NODE(CU_GRAPH_NODE_TYPE_WAIT_EVENT, eventWait, cuGraphAddEventWaitNode,
           cuGraphEventWaitNodeGetEvent, cuGraphEventWaitNodeSetEvent)

CUresult cuGraphAddMemAllocNode(CUgraphNode *out, CUgraph graph, const CUgraphNode *dependencies,
                                size_t count, CUDA_MEM_ALLOC_NODE_PARAMS *params)
{
    CUgraphNodeParams given = {.type = CU_GRAPH_NODE_TYPE_MEM_ALLOC};
    if (!params)
        return CUDA_ERROR_INVALID_VALUE;
    memcpy(&given.alloc, params, sizeof *params);
    CUresult result = add(out, graph, dependencies, NULL, count, &given);
    if (result == CUDA_SUCCESS)
        params->dptr = given.alloc.dptr;
    return result;
}

CUresult cuGraphMemAllocNodeGetParams(CUgraphNode node, CUDA_MEM_ALLOC_NODE_PARAMS *params)
{
    return get(node, CU_GRAPH_NODE_TYPE_MEM_ALLOC, offsetof(CUgraphNodeParams, alloc), params,
               sizeof *params);
}

CUresult cuGraphAddMemFreeNode(CUgraphNode *out, CUgraph graph, const CUgraphNode *dependencies,
                               size_t count, CUdeviceptr address)
{
    CUgraphNodeParams given = {.type = CU_GRAPH_NODE_TYPE_MEM_FREE, .free = {address}};
    return add(out, graph, dependencies, NULL, count, &given);
}

CUresult cuGraphMemFreeNodeGetParams(CUgraphNode node, CUdeviceptr *address)
{
    return get(node, CU_GRAPH_NODE_TYPE_MEM_FREE, offsetof(CUgraphNodeParams, free), address,
               sizeof *address);
}

CUresult cuGraphKernelNodeGetAttribute(CUgraphNode node, CUkernelNodeAttrID attribute,
                                       CUkernelNodeAttrValue *value)
{
    CUresult result = enter_typed(node, CU_GRAPH_NODE_TYPE_KERNEL);
    if (result != CUDA_SUCCESS)
        return result;
    if (!value || attribute <= CU_LAUNCH_ATTRIBUTE_IGNORE ||
        attribute > CU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    memset(value, 0, sizeof *value);
    if (attribute == CU_LAUNCH_ATTRIBUTE_COOPERATIVE) {
        value->cooperative = node->params.shape.cooperative;
    } else if (attribute == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION) {
        value->clusterDim.x = node->params.shape.cluster.x;
        value->clusterDim.y = node->params.shape.cluster.y;
        value->clusterDim.z = node->params.shape.cluster.z;
    }
    hint_get(&node->params.hints, attribute, value);
    return api_leave(CUDA_SUCCESS);
}

CUresult cuGraphKernelNodeSetAttribute(CUgraphNode node, CUkernelNodeAttrID attribute,
                                       const CUkernelNodeAttrValue *value)
{
    CUkernelNodeAttrValue old;
    if (!value)
        return CUDA_ERROR_INVALID_VALUE;
    CUresult result = cuGraphKernelNodeGetAttribute(node, attribute, &old);
    if (result != CUDA_SUCCESS)
        return result;
    result = enter_typed(node, CU_GRAPH_NODE_TYPE_KERNEL);
    if (result != CUDA_SUCCESS)
        return result;
    if (attribute == CU_LAUNCH_ATTRIBUTE_COOPERATIVE)
        node->params.shape.cooperative = value->cooperative != 0;
    else if (attribute == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION)
        node->params.shape.cluster =
            (SimDim){value->clusterDim.x, value->clusterDim.y, value->clusterDim.z};
    return api_leave(hint_set(&node->params.hints, attribute, value));
}

CUresult cuGraphKernelNodeCopyAttributes(CUgraphNode to, CUgraphNode from)
{
    CUresult result = enter_typed(to, CU_GRAPH_NODE_TYPE_KERNEL);
    if (result != CUDA_SUCCESS)
        return result;
    if (!node_is(from) || from->params.given.type != CU_GRAPH_NODE_TYPE_KERNEL)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    to->params.shape.cooperative = from->params.shape.cooperative;
    to->params.shape.cluster = from->params.shape.cluster;
    to->params.hints = from->params.hints;
    return api_leave(CUDA_SUCCESS);
}
