/* The calls that make graphs and tell their nodes and edges. */
#include "sim/api/graph.h"

CUresult cuGraphCreate(CUgraph *out, unsigned int flags)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    if (!out || flags)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    Graph *graph = graph_new();
    if (!graph)
        return api_leave(CUDA_ERROR_OUT_OF_MEMORY);
    *out = graph;
    return api_leave(CUDA_SUCCESS);
}

CUresult cuGraphDestroy(CUgraph graph)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    if (!graph_is(graph) || graph->parent || graph->captured)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    graph_free(graph);
    return api_leave(CUDA_SUCCESS);
}

CUresult cuGraphClone(CUgraph *out, CUgraph graph)
{
    Context *context;
    CUresult result = api_enter_graph(graph, &context);
    if (result != CUDA_SUCCESS)
        return result;
    return api_leave(out ? graph_clone(graph, false, out) : CUDA_ERROR_INVALID_VALUE);
}

/* Enters with a node that exists. */
static CUresult enter_node(CUgraphNode node)
{
    Context *context;
    CUresult result = api_enter_context(&context);
    if (result != CUDA_SUCCESS)
        return result;
    return node_is(node) ? CUDA_SUCCESS : api_leave(CUDA_ERROR_INVALID_VALUE);
}

CUresult cuGraphNodeFindInClone(CUgraphNode *out, CUgraphNode original, CUgraph clone)
{
    CUresult result = enter_node(original);
    if (result != CUDA_SUCCESS)
        return result;
    Node *found = out && graph_is(clone) ? graph_find_origin(clone, original->id) : NULL;
    if (!found)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    *out = found;
    return api_leave(CUDA_SUCCESS);
}

CUresult cuGraphDestroyNode(CUgraphNode node)
{
    CUresult result = enter_node(node);
    if (result != CUDA_SUCCESS)
        return result;
    if (node->graph->owns_memory)
        return api_leave(CUDA_ERROR_NOT_SUPPORTED);
    node_free(node);
    return api_leave(CUDA_SUCCESS);
}

CUresult cuGraphNodeGetType(CUgraphNode node, CUgraphNodeType *type)
{
    CUresult result = enter_node(node);
    if (result != CUDA_SUCCESS)
        return result;
    if (!type)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    *type = node->params.given.type;
    return api_leave(CUDA_SUCCESS);
}

/* Ports and programmatic edges are for kernels that start before others have ended. */
static bool edge_data_valid(const CUgraphEdgeData *data)
{
    return !data || (!data->to_port && data->from_port <= 2 &&
                     data->type <= CU_GRAPH_DEPENDENCY_TYPE_PROGRAMMATIC);
}

static CUresult edges_check(const Graph *graph, const CUgraphNode *from, const CUgraphNode *to,
                            const CUgraphEdgeData *data, size_t count)
{
    if (count && (!from || !to))
        return CUDA_ERROR_INVALID_VALUE;
    for (size_t i = 0; i < count; i++)
        if (!node_is(from[i]) || !node_is(to[i]) || from[i] == to[i] || from[i]->graph != graph ||
            to[i]->graph != graph || !edge_data_valid(data ? &data[i] : NULL))
            return CUDA_ERROR_INVALID_VALUE;
    return CUDA_SUCCESS;
}

static CUresult edges_add(const CUgraphNode *from, const CUgraphNode *to,
                          const CUgraphEdgeData *data, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (edge_find(from[i], to[i]))
            return CUDA_ERROR_INVALID_VALUE;
        CUresult result = edge_add(from[i], to[i], data ? &data[i] : NULL);
        if (result != CUDA_SUCCESS)
            return result;
    }
    return CUDA_SUCCESS;
}

CUresult cuGraphAddDependencies_v2(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to,
                                   const CUgraphEdgeData *data, size_t count)
{
    Context *context;
    CUresult result = api_enter_graph(graph, &context);
    if (result != CUDA_SUCCESS)
        return result;
    result = edges_check(graph, from, to, data, count);
    return api_leave(result == CUDA_SUCCESS ? edges_add(from, to, data, count) : result);
}

CUresult cuGraphAddDependencies(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to,
                                size_t count)
{
    return cuGraphAddDependencies_v2(graph, from, to, NULL, count);
}

CUresult cuGraphRemoveDependencies_v2(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to,
                                      const CUgraphEdgeData *data, size_t count)
{
    Context *context;
    CUresult result = api_enter_graph(graph, &context);
    if (result != CUDA_SUCCESS)
        return result;
    result =
        graph->owns_memory ? CUDA_ERROR_NOT_SUPPORTED : edges_check(graph, from, to, data, count);
    for (size_t i = 0; i < count && result == CUDA_SUCCESS; i++)
        if (!edge_remove(from[i], to[i], data ? &data[i] : NULL))
            result = CUDA_ERROR_INVALID_VALUE;
    return api_leave(result);
}

CUresult cuGraphRemoveDependencies(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to,
                                   size_t count)
{
    return cuGraphRemoveDependencies_v2(graph, from, to, NULL, count);
}

/* Lists have this form: without a place for items their number is told; else as many as fit, the
 * rest of the places is NULL, and the number of those there are is told. Room for none is wrong. */
typedef struct List {
    CUgraphNode *items, *seconds;
    CUgraphEdgeData *data;
    size_t room, count;
    bool lost; /* an edge's data would be lost by a call that has no place for them */
} List;

static List list_begin(CUgraphNode *items, CUgraphNode *seconds, CUgraphEdgeData *data,
                       const size_t *count)
{
    return (List){items, seconds, data, items || seconds ? *count : 0, 0, false};
}

static void list_add(List *list, Node *item, Node *second, const CUgraphEdgeData *data)
{
    size_t at = list->count++;
    CUgraphEdgeData plain = {0};
    if (at >= list->room)
        return;
    if (list->items)
        list->items[at] = item;
    if (list->seconds)
        list->seconds[at] = second;
    if (list->data)
        list->data[at] = data ? *data : plain;
    else if (data && (data->type || data->from_port || data->to_port))
        list->lost = true;
}

static CUresult list_end(List *list, size_t *count)
{
    for (size_t i = list->count; i < list->room; i++) {
        if (list->items)
            list->items[i] = NULL;
        if (list->seconds)
            list->seconds[i] = NULL;
    }
    bool counting = !list->items && !list->seconds;
    if (counting || list->count < list->room)
        *count = list->count;
    return list->lost ? CUDA_ERROR_LOSSY_QUERY : CUDA_SUCCESS;
}

static CUresult nodes_list(CUgraph graph, CUgraphNode *nodes, size_t *count, bool roots)
{
    Context *context;
    CUresult result = api_enter_graph(graph, &context);
    if (result != CUDA_SUCCESS)
        return result;
    if (!count || (nodes && !*count))
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    List list = list_begin(nodes, NULL, NULL, count);
    for (size_t i = 0; i < graph->count; i++) {
        /* Roots are told with the newest first; recorded on an H200. */
        Node *node = graph->nodes[roots ? graph->count - 1 - i : i];
        if (!roots || !node->in.count)
            list_add(&list, node, NULL, NULL);
    }
    return api_leave(list_end(&list, count));
}

CUresult cuGraphGetNodes(CUgraph graph, CUgraphNode *nodes, size_t *count)
{
    return nodes_list(graph, nodes, count, false);
}

CUresult cuGraphGetRootNodes(CUgraph graph, CUgraphNode *nodes, size_t *count)
{
    return nodes_list(graph, nodes, count, true);
}

CUresult cuGraphGetEdges_v2(CUgraph graph, CUgraphNode *from, CUgraphNode *to,
                            CUgraphEdgeData *data, size_t *count)
{
    Context *context;
    CUresult result = api_enter_graph(graph, &context);
    if (result != CUDA_SUCCESS)
        return result;
    if (!count || !from != !to || (data && !from) || (from && !*count))
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    List list = list_begin(from, to, data, count);
    for (size_t i = 0; i < graph->count; i++)
        for (size_t k = 0; k < graph->nodes[i]->out.count; k++) {
            const Link *link = &graph->nodes[i]->out.items[k];
            list_add(&list, graph->nodes[i], link->node, &link->data);
        }
    return api_leave(list_end(&list, count));
}

CUresult cuGraphGetEdges(CUgraph graph, CUgraphNode *from, CUgraphNode *to, size_t *count)
{
    return cuGraphGetEdges_v2(graph, from, to, NULL, count);
}

static CUresult links_list(CUgraphNode node, bool in, CUgraphNode *nodes, CUgraphEdgeData *data,
                           size_t *count)
{
    CUresult result = enter_node(node);
    if (result != CUDA_SUCCESS)
        return result;
    if (!count || (data && !nodes) || (nodes && !*count))
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    const Links *links = in ? &node->in : &node->out;
    List list = list_begin(nodes, NULL, data, count);
    for (size_t i = 0; i < links->count; i++)
        list_add(&list, links->items[i].node, NULL, &links->items[i].data);
    return api_leave(list_end(&list, count));
}

CUresult cuGraphNodeGetDependencies_v2(CUgraphNode node, CUgraphNode *nodes, CUgraphEdgeData *data,
                                       size_t *count)
{
    return links_list(node, true, nodes, data, count);
}

CUresult cuGraphNodeGetDependencies(CUgraphNode node, CUgraphNode *nodes, size_t *count)
{
    return links_list(node, true, nodes, NULL, count);
}

CUresult cuGraphNodeGetDependentNodes_v2(CUgraphNode node, CUgraphNode *nodes,
                                         CUgraphEdgeData *data, size_t *count)
{
    return links_list(node, false, nodes, data, count);
}

CUresult cuGraphNodeGetDependentNodes(CUgraphNode node, CUgraphNode *nodes, size_t *count)
{
    return links_list(node, false, nodes, NULL, count);
}
