/* Nodes and edges of graphs: added and removed. */
#include <stdlib.h>
#include <string.h>

#include "sim/api/graph.h"

static bool links_add(Links *links, Node *node, const CUgraphEdgeData *data)
{
    if (links->count == links->capacity) {
        size_t capacity = links->capacity ? 2 * links->capacity : 4;
        Link *grown = realloc(links->items, capacity * sizeof *grown);
        if (!grown)
            return false;
        links->items = grown;
        links->capacity = capacity;
    }
    links->items[links->count++] = (Link){node, data ? *data : (CUgraphEdgeData){0}};
    return true;
}

static void links_remove(Links *links, const Node *node)
{
    for (size_t i = 0; i < links->count; i++)
        if (links->items[i].node == node) {
            links->count--;
            memmove(&links->items[i], &links->items[i + 1],
                    (links->count - i) * sizeof *links->items);
            return;
        }
}

const Link *edge_find(const Node *from, const Node *to)
{
    for (size_t i = 0; i < to->in.count; i++)
        if (to->in.items[i].node == from)
            return &to->in.items[i];
    return NULL;
}

CUresult edge_add(Node *from, Node *to, const CUgraphEdgeData *data)
{
    if (!links_add(&from->out, to, data))
        return CUDA_ERROR_OUT_OF_MEMORY;
    if (!links_add(&to->in, from, data)) {
        from->out.count--;
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    return CUDA_SUCCESS;
}

bool edge_remove(Node *from, Node *to, const CUgraphEdgeData *data)
{
    const Link *link = edge_find(from, to);
    CUgraphEdgeData plain = {0};
    if (!link || memcmp(&link->data, data ? data : &plain, sizeof plain) != 0)
        return false;
    links_remove(&from->out, to);
    links_remove(&to->in, from);
    return true;
}

static bool nodes_reserve(Graph *graph)
{
    if (graph->count < graph->capacity)
        return true;
    size_t capacity = graph->capacity ? 2 * graph->capacity : 8;
    Node **grown = realloc(graph->nodes, capacity * sizeof *grown);
    if (!grown)
        return false;
    graph->nodes = grown;
    graph->capacity = capacity;
    return true;
}

/* A child's memory counts for the graphs that it is in. */
static void owns_memory_set(Graph *graph)
{
    for (; graph; graph = graph->parent ? graph->parent->graph : NULL)
        graph->owns_memory = true;
}

static Node *node_make(Graph *graph, const NodeParams *params)
{
    Node *node = nodes_reserve(graph) ? calloc(1, sizeof *node) : NULL;
    if (!node || !handle_add(node, HANDLE_GRAPH_NODE)) {
        free(node);
        return NULL;
    }
    *node = (Node){
        .graph = graph, .id = ++library()->next_id, .params = *params, .index = graph->count};
    graph->nodes[graph->count++] = node;
    CUgraphNodeType type = params->given.type;
    Graph *const *children;
    size_t count = node_children(params, &children);
    for (size_t i = 0; i < count; i++) {
        children[i]->parent = node;
        if (children[i]->owns_memory)
            owns_memory_set(graph);
    }
    if (type == CU_GRAPH_NODE_TYPE_MEM_ALLOC || type == CU_GRAPH_NODE_TYPE_MEM_FREE)
        owns_memory_set(graph);
    return node;
}

static CUresult dependencies_check(const Graph *graph, const CUgraphNode *dependencies,
                                   size_t count)
{
    if (count && !dependencies)
        return CUDA_ERROR_INVALID_VALUE;
    for (size_t i = 0; i < count; i++) {
        if (!node_is(dependencies[i]) || dependencies[i]->graph != graph)
            return CUDA_ERROR_INVALID_VALUE;
        dependencies[i]->mark = 0;
    }
    for (size_t i = 0; i < count; i++)
        if (dependencies[i]->mark++)
            return CUDA_ERROR_INVALID_VALUE;
    return CUDA_SUCCESS;
}

/* A graph that is moved into itself. */
static bool child_is_around(const NodeParams *params, const Graph *graph)
{
    if (params->given.type != CU_GRAPH_NODE_TYPE_GRAPH)
        return false;
    for (; graph; graph = graph->parent ? graph->parent->graph : NULL)
        if (graph == params->given.graph.graph)
            return true;
    return false;
}

/* Memory of a graph is freed by one node at most. */
static bool is_freed(const Graph *graph, CUdeviceptr address)
{
    for (size_t i = 0; i < graph->count; i++) {
        const CUgraphNodeParams *given = &graph->nodes[i]->params.given;
        if (given->type == CU_GRAPH_NODE_TYPE_MEM_FREE && given->free.dptr == address)
            return true;
    }
    return false;
}

CUresult node_add(Graph *graph, const CUgraphNode *dependencies, const CUgraphEdgeData *edges,
                  size_t count, NodeParams *params, Node **out)
{
    CUresult result = dependencies_check(graph, dependencies, count);
    if (result != CUDA_SUCCESS && params->given.type == CU_GRAPH_NODE_TYPE_MEM_ALLOC)
        owns_memory_set(graph); /* as if the node were there; recorded on an H200 */
    if (child_is_around(params, graph)) {
        params->given.graph.graph = NULL; /* it stays the caller's */
        result = CUDA_ERROR_INVALID_VALUE;
    }
    if (params->given.type == CU_GRAPH_NODE_TYPE_CONDITIONAL && !graph->cloned &&
        !condition_is(graph, params->given.conditional.handle))
        result = CUDA_ERROR_INVALID_VALUE;
    if (params->given.type == CU_GRAPH_NODE_TYPE_MEM_FREE && !graph->cloned &&
        is_freed(graph, params->given.free.dptr))
        result = CUDA_ERROR_INVALID_VALUE;
    Node *node = result == CUDA_SUCCESS ? node_make(graph, params) : NULL;
    if (!node) {
        params_drop(params);
        return result == CUDA_SUCCESS ? CUDA_ERROR_OUT_OF_MEMORY : result;
    }
    for (size_t i = 0; i < count && result == CUDA_SUCCESS; i++)
        result = edge_add(dependencies[i], node, edges ? &edges[i] : NULL);
    if (result == CUDA_SUCCESS)
        *out = node;
    else
        node_free(node);
    return result;
}

void node_free(Node *node)
{
    Graph *graph = node->graph;
    for (size_t i = 0; i < node->in.count; i++)
        links_remove(&node->in.items[i].node->out, node);
    for (size_t i = 0; i < node->out.count; i++)
        links_remove(&node->out.items[i].node->in, node);
    graph->count--;
    for (size_t i = node->index; i < graph->count; i++) {
        graph->nodes[i] = graph->nodes[i + 1];
        graph->nodes[i]->index = i;
    }
    params_drop(&node->params);
    handle_remove(node);
    free(node->in.items);
    free(node->out.items);
    free(node);
}
