/* Executable graphs that take over another graph's parameters. */
#include "sim/api/graph.h"

/* A difference between an executable graph and the graph that it is to become. */
typedef struct Difference {
    CUgraphExecUpdateResult result;
    const Node *node, *from;
} Difference;

static Difference edges_compare(const Node *old, const Node *fresh)
{
    if (old->in.count != fresh->in.count)
        return (Difference){CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED, fresh, NULL};
    for (size_t i = 0; i < fresh->in.count; i++) {
        const Node *from = fresh->in.items[i].node;
        if (!edge_find(old->graph->nodes[from->index], old))
            return (Difference){CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED, fresh, from};
    }
    return (Difference){CU_GRAPH_EXEC_UPDATE_SUCCESS, NULL, NULL};
}

/* Values and addresses may change, what is done with them may not. */
static CUgraphExecUpdateResult batches_compare(const CUDA_BATCH_MEM_OP_NODE_PARAMS_v2 *old,
                                               const CUDA_BATCH_MEM_OP_NODE_PARAMS_v2 *fresh)
{
    bool same = old->count == fresh->count;
    for (unsigned i = 0; same && i < old->count; i++)
        same = old->paramArray[i].operation == fresh->paramArray[i].operation;
    return same ? CU_GRAPH_EXEC_UPDATE_SUCCESS : CU_GRAPH_EXEC_UPDATE_ERROR_PARAMETERS_CHANGED;
}

static CUgraphExecUpdateResult params_compare(const NodeParams *old, const NodeParams *fresh)
{
    if (old->given.type != fresh->given.type)
        return CU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED;
    switch (old->given.type) {
    case CU_GRAPH_NODE_TYPE_KERNEL:
        return old->context == fresh->context ? CU_GRAPH_EXEC_UPDATE_SUCCESS
                                              : CU_GRAPH_EXEC_UPDATE_ERROR_FUNCTION_CHANGED;
    case CU_GRAPH_NODE_TYPE_MEMCPY:
        return old->context == fresh->context && old->copy.to.type == fresh->copy.to.type &&
                       old->copy.from.type == fresh->copy.from.type
                   ? CU_GRAPH_EXEC_UPDATE_SUCCESS
                   : CU_GRAPH_EXEC_UPDATE_ERROR_PARAMETERS_CHANGED;
    case CU_GRAPH_NODE_TYPE_MEMSET:
        return old->context == fresh->context &&
                       (old->given.memset.height > 1) == (fresh->given.memset.height > 1)
                   ? CU_GRAPH_EXEC_UPDATE_SUCCESS
                   : CU_GRAPH_EXEC_UPDATE_ERROR_PARAMETERS_CHANGED;
    case CU_GRAPH_NODE_TYPE_BATCH_MEM_OP:
        return batches_compare(&old->given.memOp, &fresh->given.memOp);
    case CU_GRAPH_NODE_TYPE_CONDITIONAL:
        return old->given.conditional.type == fresh->given.conditional.type &&
                       old->given.conditional.size == fresh->given.conditional.size
                   ? CU_GRAPH_EXEC_UPDATE_SUCCESS
                   : CU_GRAPH_EXEC_UPDATE_ERROR_PARAMETERS_CHANGED;
    case CU_GRAPH_NODE_TYPE_MEM_ALLOC:
    case CU_GRAPH_NODE_TYPE_MEM_FREE:
        return CU_GRAPH_EXEC_UPDATE_ERROR_PARAMETERS_CHANGED;
    default:
        return CU_GRAPH_EXEC_UPDATE_SUCCESS;
    }
}

static Difference graphs_compare(const Graph *old, const Graph *fresh);

static Difference children_compare(const NodeParams *old, const NodeParams *fresh)
{
    Difference difference = {CU_GRAPH_EXEC_UPDATE_SUCCESS, NULL, NULL};
    Graph *const *olds, *const *freshes;
    size_t count = node_children(old, &olds);
    node_children(fresh, &freshes);
    for (size_t i = 0; i < count && difference.result == CU_GRAPH_EXEC_UPDATE_SUCCESS; i++)
        difference = graphs_compare(olds[i], freshes[i]);
    return difference;
}

/* Nodes go with those that were made in the same order. */
static Difference graphs_compare(const Graph *old, const Graph *fresh)
{
    Difference difference = {CU_GRAPH_EXEC_UPDATE_SUCCESS, NULL, NULL};
    if (old->count != fresh->count)
        return (Difference){CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED, NULL, NULL};
    for (size_t i = 0; i < old->count && difference.result == CU_GRAPH_EXEC_UPDATE_SUCCESS; i++) {
        const Node *node = fresh->nodes[i];
        difference.result = params_compare(&old->nodes[i]->params, &node->params);
        difference.node = node;
        if (difference.result == CU_GRAPH_EXEC_UPDATE_SUCCESS)
            difference = edges_compare(old->nodes[i], node);
        if (difference.result == CU_GRAPH_EXEC_UPDATE_SUCCESS)
            difference = children_compare(&old->nodes[i]->params, &node->params);
    }
    return difference;
}

CUresult exec_params_check(const NodeParams *old, const NodeParams *fresh)
{
    CUgraphExecUpdateResult result = params_compare(old, fresh);
    if (result == CU_GRAPH_EXEC_UPDATE_SUCCESS)
        result = children_compare(old, fresh).result;
    return result == CU_GRAPH_EXEC_UPDATE_SUCCESS ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

/* What the graph's values begin with is the fresh one's, and so are their handles. */
static bool conditions_take(Graph *old, const Graph *fresh)
{
    Graph before = *old;
    old->conditions = NULL;
    old->condition_count = 0;
    if (conditions_copy(fresh, old)) {
        conditions_drop(&before);
        return true;
    }
    conditions_drop(old);
    old->conditions = before.conditions;
    old->condition_count = before.condition_count;
    return false;
}

/* The nodes stay, with the ids they were made from: only what they do is taken over. */
static CUresult graph_take(Graph *old, const Graph *fresh)
{
    if (!conditions_take(old, fresh))
        return CUDA_ERROR_OUT_OF_MEMORY;
    for (size_t i = 0; i < old->count; i++) {
        NodeParams params, *mine = &old->nodes[i]->params;
        CUresult result = CUDA_SUCCESS;
        Graph *const *olds, *const *freshes;
        size_t count = node_children(mine, &olds);
        node_children(&fresh->nodes[i]->params, &freshes);
        for (size_t k = 0; k < count && result == CUDA_SUCCESS; k++)
            result = graph_take(olds[k], freshes[k]);
        if (mine->given.type == CU_GRAPH_NODE_TYPE_CONDITIONAL)
            mine->given.conditional.handle = fresh->nodes[i]->params.given.conditional.handle;
        if (!count && (result = params_clone(&fresh->nodes[i]->params, &params)) == CUDA_SUCCESS) {
            params_drop(mine);
            *mine = params;
        }
        if (result != CUDA_SUCCESS)
            return result;
    }
    return CUDA_SUCCESS;
}

CUresult cuGraphExecUpdate_v2(CUgraphExec exec, CUgraph graph, CUgraphExecUpdateResultInfo *info)
{
    Context *context;
    CUgraphExecUpdateResultInfo unasked;
    CUresult result = api_enter_graph(graph, &context);
    if (result != CUDA_SUCCESS)
        return result;
    if (!handle_is(exec, HANDLE_GRAPH_EXEC))
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    info = info ? info : &unasked;
    Difference difference = graphs_compare(exec->graph, graph);
    *info = (CUgraphExecUpdateResultInfo){difference.result, NULL, NULL};
    if (difference.result != CU_GRAPH_EXEC_UPDATE_SUCCESS) {
        info->errorNode = (Node *)difference.node;
        info->errorFromNode = (Node *)difference.from;
        return api_leave(CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE);
    }
    result = graph_exec_detach(exec);
    if (result == CUDA_SUCCESS)
        result = graph_take(exec->graph, graph);
    if (result == CUDA_SUCCESS && !user_references_take(exec->graph, graph))
        result = CUDA_ERROR_OUT_OF_MEMORY;
    if (result != CUDA_SUCCESS)
        info->result = CU_GRAPH_EXEC_UPDATE_ERROR;
    return api_leave(result);
}

CUresult cuGraphExecUpdate(CUgraphExec exec, CUgraph graph, CUgraphNode *failed,
                           CUgraphExecUpdateResult *update)
{
    CUgraphExecUpdateResultInfo info = {CU_GRAPH_EXEC_UPDATE_ERROR, NULL, NULL};
    if (!update)
        return CUDA_ERROR_INVALID_VALUE;
    CUresult result = cuGraphExecUpdate_v2(exec, graph, &info);
    *update = info.result;
    if (failed)
        *failed = info.errorNode;
    return result;
}
