/* Conditional nodes: graphs that run, once or again, as a value says that kernels set. */
#include <stdlib.h>
#include <string.h>

#include "sim/api/allocation.h"
#include "sim/api/context.h"
#include "sim/api/graph_run.h"
#include "sim/api/observers.h"

static const double look_ns = 1000;

enum { ALIGNMENT = 256, BODIES_MAX = 1 << 16 };

typedef struct ConditionalOp {
    Op op;
    const Node *node; /* of the executable graph, which the run holds */
} ConditionalOp;

static void value_set(CUdeviceptr address, unsigned value)
{
    if (!memory_reachable(address, sizeof value))
        return; /* its context is gone */
    memcpy((void *)(uintptr_t)address, &value, sizeof value);
    observers_host_write(address, sizeof value);
}

static bool conditions_add(Graph *graph, Condition *condition)
{
    Condition **grown =
        realloc(graph->conditions, (graph->condition_count + 1) * sizeof *graph->conditions);
    if (!grown)
        return false;
    graph->conditions = grown;
    grown[graph->condition_count++] = condition;
    condition->holders++;
    return true;
}

static void condition_release(Condition *condition)
{
    if (condition->holders && --condition->holders)
        return;
    Allocation *allocation = allocation_at(condition->address);
    if (allocation && allocation->id == condition->id)
        allocation_free(allocation);
    free(condition);
}

bool conditions_copy(const Graph *from, Graph *to)
{
    for (size_t i = 0; i < from->condition_count; i++)
        if (!conditions_add(to, from->conditions[i]))
            return false;
    return true;
}

void conditions_drop(Graph *graph)
{
    for (size_t i = 0; i < graph->condition_count; i++)
        condition_release(graph->conditions[i]);
    free(graph->conditions);
    graph->conditions = NULL;
    graph->condition_count = 0;
}

void conditions_begin(const Graph *graph)
{
    for (size_t i = 0; i < graph->condition_count; i++)
        if (graph->conditions[i]->assigned)
            value_set(graph->conditions[i]->address, graph->conditions[i]->value);
    for (size_t i = 0; i < graph->count; i++) {
        Graph *const *children;
        size_t count = node_children(&graph->nodes[i]->params, &children);
        for (size_t k = 0; k < count; k++)
            conditions_begin(children[k]);
    }
}

bool condition_is(const Graph *graph, CUgraphConditionalHandle handle)
{
    for (; graph; graph = graph->parent ? graph->parent->graph : NULL)
        for (size_t i = 0; i < graph->condition_count; i++)
            if (graph->conditions[i]->address == handle)
                return true;
    return false;
}

static CUresult condition_make(Graph *graph, Context *context, unsigned value, bool assigned,
                               CUgraphConditionalHandle *out)
{
    Condition *condition = calloc(1, sizeof *condition);
    Allocation *word =
        condition ? allocation_make(context, sizeof value, ALIGNMENT, SIM_ALLOC_DEVICE, NULL)
                  : NULL;
    if (!word) {
        free(condition);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    *condition =
        (Condition){.address = word->address, .id = word->id, .value = value, .assigned = assigned};
    value_set(word->address, value);
    if (!conditions_add(graph, condition)) {
        condition_release(condition);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    *out = word->address;
    return CUDA_SUCCESS;
}

CUresult cuGraphConditionalHandleCreate(CUgraphConditionalHandle *out, CUgraph graph,
                                        CUcontext handle, unsigned int value, unsigned int flags)
{
    Context *context;
    CUresult result = api_enter_graph(graph, &context);
    if (result != CUDA_SUCCESS)
        return result;
    if (!out || flags & ~(unsigned)CU_GRAPH_COND_ASSIGN_DEFAULT)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    Context *owner = handle ? context_of(handle) : NULL;
    if (!owner || !owner->active)
        return api_leave(CUDA_ERROR_INVALID_CONTEXT);
    return api_leave(
        condition_make(graph, owner, value, flags & CU_GRAPH_COND_ASSIGN_DEFAULT, out));
}

static bool size_valid(const CUDA_CONDITIONAL_NODE_PARAMS *given)
{
    switch (given->type) {
    case CU_GRAPH_COND_TYPE_IF:
        return given->size == 1 || given->size == 2;
    case CU_GRAPH_COND_TYPE_WHILE:
        return given->size == 1;
    case CU_GRAPH_COND_TYPE_SWITCH:
        return given->size >= 1 && given->size <= BODIES_MAX;
    default:
        return false;
    }
}

static CUresult bodies_make(NodeParams *out, const NodeParams *from)
{
    size_t count = out->given.conditional.size;
    CUresult result = CUDA_SUCCESS;
    out->bodies = calloc(count, sizeof *out->bodies);
    if (!out->bodies)
        return CUDA_ERROR_OUT_OF_MEMORY;
    for (size_t i = 0; i < count && result == CUDA_SUCCESS; i++) {
        if (from)
            result = graph_clone(from->bodies[i], true, &out->bodies[i]);
        else if (!(out->bodies[i] = graph_new()))
            result = CUDA_ERROR_OUT_OF_MEMORY;
    }
    out->given.conditional.phGraph_out = out->bodies;
    return result;
}

CUresult conditional_make(CUgraphNodeParams *given, Context *context, NodeParams *out)
{
    CUcontext asked = given->conditional.ctx;
    out->context = asked ? context_of(asked) : context;
    if (!out->context || !out->context->active)
        return CUDA_ERROR_INVALID_CONTEXT;
    if (!size_valid(&given->conditional))
        return CUDA_ERROR_INVALID_VALUE;
    CUresult result = bodies_make(out, NULL);
    given->conditional.phGraph_out = out->bodies;
    return result;
}

CUresult conditional_clone(const NodeParams *from, NodeParams *out)
{
    CUresult result = bodies_make(out, from);
    if (result != CUDA_SUCCESS)
        params_drop(out);
    return result;
}

/* The body that the value chooses; NULL: none. */
static Graph *body_chosen(const NodeParams *params, unsigned value)
{
    const CUDA_CONDITIONAL_NODE_PARAMS *given = &params->given.conditional;
    size_t index = value;
    if (given->type != CU_GRAPH_COND_TYPE_SWITCH)
        index = value ? 0 : given->type == CU_GRAPH_COND_TYPE_IF ? 1 : given->size;
    return index < given->size ? params->bodies[index] : NULL;
}

static double conditional_run(Op *op)
{
    const Node *node = ((ConditionalOp *)op)->node;
    const CUDA_CONDITIONAL_NODE_PARAMS *given = &node->params.given.conditional;
    unsigned value;
    if (!memory_reachable(given->handle, sizeof value) || atomic_load(&library()->stop)) {
        op->stream->context->fault = CUDA_ERROR_LAUNCH_FAILED;
        return 0;
    }
    memcpy(&value, (const void *)(uintptr_t)given->handle, sizeof value);
    Graph *body = body_chosen(&node->params, value);
    if (body)
        graph_body_insert(op, body, given->type == CU_GRAPH_COND_TYPE_WHILE ? node : NULL);
    return look_ns;
}

CUresult conditional_enqueue(Stream *stream, const Node *node)
{
    ConditionalOp *op = op_new(sizeof *op, conditional_run);
    if (!op)
        return CUDA_ERROR_OUT_OF_MEMORY;
    op->node = node;
    queue_add(stream, &op->op);
    return CUDA_SUCCESS;
}
