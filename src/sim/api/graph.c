/* Graphs: made, cloned, ordered, freed. */
#include "sim/api/graph.h"

#include <stdlib.h>

Graph *graph_new(void)
{
    Graph *graph = calloc(1, sizeof *graph);
    if (!graph || !handle_add(graph, HANDLE_GRAPH)) {
        free(graph);
        return NULL;
    }
    graph->id = ++library()->next_id;
    graph->next = library()->graphs;
    library()->graphs = graph;
    return graph;
}

void graph_free(Graph *graph)
{
    while (graph->count)
        node_free(graph->nodes[graph->count - 1]);
    user_references_drop(graph);
    conditions_drop(graph);
    Graph **link = &library()->graphs;
    while (*link != graph)
        link = &(*link)->next;
    *link = graph->next;
    handle_remove(graph);
    free(graph->nodes);
    free(graph);
}

bool graph_is(CUgraph graph)
{
    return handle_is(graph, HANDLE_GRAPH);
}

bool node_is(CUgraphNode node)
{
    return handle_is(node, HANDLE_GRAPH_NODE);
}

Graph *graph_of_id(uint64_t id)
{
    Graph *graph = library()->graphs;
    while (graph && graph->id != id)
        graph = graph->next;
    return graph;
}

static CUresult nodes_clone(const Graph *graph, Graph *copy)
{
    for (size_t i = 0; i < graph->count; i++) {
        NodeParams params;
        Node *made;
        CUresult result = params_clone(&graph->nodes[i]->params, &params);
        if (result == CUDA_SUCCESS)
            result = node_add(copy, NULL, NULL, 0, &params, &made);
        if (result != CUDA_SUCCESS)
            return result;
        made->origin = graph->nodes[i]->id;
        made->disabled = graph->nodes[i]->disabled;
    }
    for (size_t i = 0; i < graph->count; i++)
        for (size_t k = 0; k < graph->nodes[i]->in.count; k++) {
            const Link *link = &graph->nodes[i]->in.items[k];
            CUresult result = edge_add(copy->nodes[link->node->index], copy->nodes[i], &link->data);
            if (result != CUDA_SUCCESS)
                return result;
        }
    return CUDA_SUCCESS;
}

CUresult graph_clone(const Graph *graph, bool exec, Graph **out)
{
    if ((graph->owns_memory || graph->condition_count) && !exec)
        return CUDA_ERROR_NOT_SUPPORTED;
    Graph *copy = graph_new();
    if (!copy)
        return CUDA_ERROR_OUT_OF_MEMORY;
    copy->cloned = true;
    CUresult result = nodes_clone(graph, copy);
    if (result == CUDA_SUCCESS &&
        (!user_references_copy(graph, copy) || !conditions_copy(graph, copy)))
        result = CUDA_ERROR_OUT_OF_MEMORY;
    if (result == CUDA_SUCCESS)
        *out = copy;
    else
        graph_free(copy);
    return result;
}

Node *graph_find_origin(const Graph *graph, uint64_t origin)
{
    size_t low = 0, high = graph->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (graph->nodes[middle]->origin < origin)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < graph->count && graph->nodes[low]->origin == origin)
        return graph->nodes[low];
    for (size_t i = 0; i < graph->count; i++) {
        Graph *const *children;
        size_t count = node_children(&graph->nodes[i]->params, &children);
        for (size_t k = 0; k < count; k++) {
            Node *found = graph_find_origin(children[k], origin);
            if (found)
                return found;
        }
    }
    return NULL;
}

size_t node_children(const NodeParams *params, Graph *const **children)
{
    const CUgraphNodeParams *given = &params->given;
    bool conditional = given->type == CU_GRAPH_NODE_TYPE_CONDITIONAL;
    *children = conditional ? params->bodies : &given->graph.graph;
    if (conditional)
        return params->bodies ? given->conditional.size : 0;
    return given->type == CU_GRAPH_NODE_TYPE_GRAPH && given->graph.graph ? 1 : 0;
}

bool graph_order(const Graph *graph, Node **order)
{
    Node **ready = malloc((graph->count + 1) * sizeof *ready);
    size_t waiting = 0, done = 0;
    if (!ready)
        return false;
    for (size_t i = 0; i < graph->count; i++) {
        Node *node = graph->nodes[i];
        node->mark = node->in.count;
        if (!node->mark)
            ready[waiting++] = node;
    }
    while (waiting) {
        Node *node = ready[--waiting];
        order[done++] = node;
        for (size_t i = 0; i < node->out.count; i++)
            if (--node->out.items[i].node->mark == 0)
                ready[waiting++] = node->out.items[i].node;
    }
    free(ready);
    return done == graph->count;
}
