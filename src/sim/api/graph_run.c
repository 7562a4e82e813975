/* One launch of a graph: its nodes become operations of a stream, one after the other. */
#include "sim/api/graph_run.h"

#include <stdlib.h>

#include "sim/api/event.h"
#include "sim/api/host_function.h"
#include "sim/api/memory_op.h"

double graph_run_start(const Op *op, double alone)
{
    GraphRun *run = op->graph;
    if (!run->started) {
        run->started = true;
        run->start = run->outer ? run->outer->nodes[run->outer_index].end : alone;
        if (!run->outer)
            conditions_begin(run->exec->graph);
    }
    double start = run->nodes[op->graph_index].end; /* of the last round of a loop's body */
    start = run->start > start ? run->start : start;
    const struct GraphRunNode *node = &run->nodes[op->graph_index];
    for (size_t i = 0; i < node->waits; i++)
        if (run->nodes[node->waits_for[i]].end > start)
            start = run->nodes[node->waits_for[i]].end;
    return op->wait && op->wait->time > start ? op->wait->time : start;
}

void graph_run_end(const Op *op, double time)
{
    size_t index = op->graph_index;
    for (GraphRun *run = op->graph; run; index = run->outer_index, run = run->outer)
        if (run->nodes[index].end < time)
            run->nodes[index].end = time;
}

void graph_run_release(GraphRun *run)
{
    if (--run->holders)
        return;
    for (size_t i = 0; i < run->count; i++)
        free(run->nodes[i].waits_for);
    graph_exec_release(run->exec);
    if (run->outer)
        graph_run_release(run->outer);
    free(run);
}

bool graph_run_is_behind(const Op *op, const Op *earlier)
{
    const GraphRun *run = op->graph;
    const size_t first = earlier->graph_index;
    if (run != earlier->graph || op->graph_index <= first)
        return true;
    bool *behind = calloc(run->count, sizeof *behind);
    if (!behind)
        return true;
    behind[first] = true;
    for (size_t n = first + 1; n <= op->graph_index; n++)
        for (size_t i = 0; i < run->nodes[n].waits; i++)
            behind[n] |= behind[run->nodes[n].waits_for[i]];
    const bool found = behind[op->graph_index];
    free(behind);
    return found;
}

/* Nodes of a graph and of those within it, in an order that can be launched. */
typedef struct Flat {
    const Node **nodes;
    size_t count;
} Flat;

static size_t nodes_count(const Graph *graph)
{
    size_t count = graph->count;
    for (size_t i = 0; i < graph->count; i++) {
        const CUgraphNodeParams *given = &graph->nodes[i]->params.given;
        if (given->type == CU_GRAPH_NODE_TYPE_GRAPH)
            count += nodes_count(given->graph.graph) + 1;
    }
    return count;
}

static bool waits_add(struct GraphRunNode *node, size_t index)
{
    size_t *grown = realloc(node->waits_for, (node->waits + 1) * sizeof *grown);
    if (!grown)
        return false;
    node->waits_for = grown;
    grown[node->waits++] = index;
    return true;
}

static bool flatten(GraphRun *run, Flat *flat, const Graph *graph, const size_t *begin);

/* A child graph stands between two nodes without work: its begin and its end. */
static bool flatten_node(GraphRun *run, Flat *flat, Node *node, const size_t *begin)
{
    const CUgraphNodeParams *given = &node->params.given;
    size_t first = flat->count;
    for (size_t i = 0; i < node->in.count; i++)
        if (!waits_add(&run->nodes[first], node->in.items[i].node->mark))
            return false;
    if (!node->in.count && begin && !waits_add(&run->nodes[first], *begin))
        return false;
    flat->nodes[flat->count++] = node;
    if (given->type == CU_GRAPH_NODE_TYPE_GRAPH) {
        flat->nodes[first] = NULL;
        if (!flatten(run, flat, given->graph.graph, &first))
            return false;
        size_t end = flat->count;
        for (size_t i = first; i < end; i++)
            if (!waits_add(&run->nodes[end], i))
                return false;
        flat->nodes[flat->count++] = NULL;
    }
    node->mark = flat->count - 1;
    return true;
}

static bool flatten(GraphRun *run, Flat *flat, const Graph *graph, const size_t *begin)
{
    Node **order = malloc((graph->count + 1) * sizeof *order);
    bool done = order && graph_order(graph, order);
    for (size_t i = 0; done && i < graph->count; i++)
        done = flatten_node(run, flat, order[i], begin);
    free(order);
    return done;
}

static CUresult nothing_enqueue(Stream *stream)
{
    Op *op = op_new(sizeof *op, NULL);
    if (!op)
        return CUDA_ERROR_OUT_OF_MEMORY;
    queue_add(stream, op);
    return CUDA_SUCCESS;
}

static CUresult node_enqueue(Stream *stream, const Node *node)
{
    if (!node || node->disabled)
        return nothing_enqueue(stream);
    const NodeParams *params = &node->params;
    Fill fill;
    switch (params->given.type) {
    case CU_GRAPH_NODE_TYPE_KERNEL:
        return launch_enqueue(stream, params->function, &params->shape, params->block);
    case CU_GRAPH_NODE_TYPE_MEMCPY:
        return copy_enqueue(stream, &params->copy, COPY_QUEUED);
    case CU_GRAPH_NODE_TYPE_MEMSET:
        fill = fill_of_node(params);
        return fill_enqueue(stream, &fill);
    case CU_GRAPH_NODE_TYPE_HOST:
        return host_function_enqueue(stream, params->given.host.fn, params->given.host.userData);
    case CU_GRAPH_NODE_TYPE_EVENT_RECORD:
        return event_record(params->given.eventRecord.event, stream);
    case CU_GRAPH_NODE_TYPE_BATCH_MEM_OP:
        return memory_ops_enqueue(stream, params->given.memOp.paramArray,
                                  params->given.memOp.count);
    case CU_GRAPH_NODE_TYPE_CONDITIONAL:
        return conditional_enqueue(stream, node);
    case CU_GRAPH_NODE_TYPE_WAIT_EVENT: {
        Mark *mark = event_mark(params->given.eventWait.event);
        return mark && mark->stream != stream ? stream_wait(stream, mark) : nothing_enqueue(stream);
    }
    default:
        return nothing_enqueue(stream);
    }
}

/* What may have gone since the node was made. */
static CUresult node_check(const Node *node)
{
    const CUgraphNodeParams *given = node ? &node->params.given : NULL;
    if (!node || node->disabled)
        return CUDA_SUCCESS;
    Fill fill;
    switch (given->type) {
    case CU_GRAPH_NODE_TYPE_KERNEL:
        return handle_is(node->params.function, HANDLE_FUNCTION) ? CUDA_SUCCESS
                                                                 : CUDA_ERROR_INVALID_HANDLE;
    case CU_GRAPH_NODE_TYPE_MEMCPY:
        return copy_check(&node->params.copy);
    case CU_GRAPH_NODE_TYPE_MEMSET:
        fill = fill_of_node(&node->params);
        return fill_check(&fill);
    case CU_GRAPH_NODE_TYPE_BATCH_MEM_OP:
        return memory_ops_check(given->memOp.paramArray, given->memOp.count, given->memOp.flags);
    case CU_GRAPH_NODE_TYPE_EVENT_RECORD:
    case CU_GRAPH_NODE_TYPE_WAIT_EVENT:
        return handle_is(given->eventWait.event, HANDLE_EVENT) ? CUDA_SUCCESS
                                                               : CUDA_ERROR_INVALID_HANDLE;
    default:
        return CUDA_SUCCESS;
    }
}

/* The graph's memory changes hands in the order of the calls, like that of cuMemFreeAsync. Looked
 * at are all allocations, then they are made, then what is freed is freed, in whatever order nodes
 * run. */
static CUresult memory_take(const GraphExec *exec, const Flat *flat)
{
    enum { LOOK, ALLOCATE, FREE, STEPS };
    for (int step = LOOK; step < STEPS; step++)
        for (size_t i = 0; i < flat->count; i++) {
            const CUgraphNodeParams *given = flat->nodes[i] ? &flat->nodes[i]->params.given : NULL;
            if (!given || (given->type != CU_GRAPH_NODE_TYPE_MEM_ALLOC &&
                           given->type != CU_GRAPH_NODE_TYPE_MEM_FREE))
                continue;
            bool alloc = given->type == CU_GRAPH_NODE_TYPE_MEM_ALLOC;
            bool may = exec->flags & CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH;
            CUdeviceptr address = alloc ? given->alloc.dptr : given->free.dptr;
            if (step == (alloc ? ALLOCATE : FREE))
                graph_memory_set_live(address, alloc);
            else if (step == LOOK && alloc && graph_memory_live(address) && !may)
                return CUDA_ERROR_INVALID_VALUE;
        }
    return CUDA_SUCCESS;
}

static CUresult flat_launch(GraphRun *run, const Flat *flat, Stream *stream)
{
    for (size_t i = 0; i < flat->count; i++) {
        CUresult result = node_check(flat->nodes[i]);
        if (result != CUDA_SUCCESS)
            return result;
    }
    CUresult result = memory_take(run->exec, flat);
    for (size_t i = 0; i < flat->count && result == CUDA_SUCCESS; i++) {
        result = node_enqueue(stream, flat->nodes[i]);
        if (result != CUDA_SUCCESS)
            break;
        stream->tail->graph = run; /* the one that was added just now */
        stream->tail->graph_index = i;
        run->holders++;
    }
    return result;
}

/* Queues all nodes of a graph; takes `run`'s graph as that, and `outer` when it is a body. */
static CUresult graph_enqueue(GraphExec *exec, const Graph *graph, GraphRun *outer,
                              size_t outer_index, Stream *stream)
{
    size_t count = nodes_count(graph);
    GraphRun *run = calloc(1, sizeof *run + count * sizeof run->nodes[0]);
    Flat flat = {malloc((count + 1) * sizeof *flat.nodes), 0};
    if (!run || !flat.nodes) {
        free(run);
        free(flat.nodes);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    exec->holders++;
    run->holders = 1;
    run->exec = exec;
    run->count = count;
    run->outer = outer;
    run->outer_index = outer_index;
    if (outer)
        outer->holders++;
    CUresult result = flatten(run, &flat, graph, NULL) ? flat_launch(run, &flat, stream)
                                                       : CUDA_ERROR_OUT_OF_MEMORY;
    graph_run_release(run);
    free(flat.nodes);
    return result;
}

CUresult graph_launch(GraphExec *exec, Stream *stream)
{
    return graph_enqueue(exec, exec->graph, NULL, 0, stream);
}

/* The node again, in its own place of the run: a loop looks at its value after each round. */
static CUresult again_enqueue(const Op *op, const Node *node)
{
    CUresult result = conditional_enqueue(op->stream, node);
    if (result != CUDA_SUCCESS)
        return result;
    op->stream->tail->graph = op->graph;
    op->stream->tail->graph_index = op->graph_index;
    op->graph->holders++;
    return CUDA_SUCCESS;
}

void graph_body_insert(Op *op, Graph *body, const Node *again)
{
    Stream *stream = op->stream;
    queue_insert_begin(stream, stream->head);
    CUresult result = graph_enqueue(op->graph->exec, body, op->graph, op->graph_index, stream);
    if (result == CUDA_SUCCESS && again)
        result = again_enqueue(op, again);
    queue_insert_end(stream);
    if (result != CUDA_SUCCESS)
        stream->context->fault = result;
}
