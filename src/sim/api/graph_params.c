/* Parameters of graph nodes: checked when they are given, copied, freed. */
#include <stdlib.h>
#include <string.h>

#include "sim/api/context.h"
#include "sim/api/function.h"
#include "sim/api/graph.h"
#include "sim/api/memory_op.h"

static CUresult kernel_gather(const CUDA_KERNEL_NODE_PARAMS_v3 *given, NodeParams *out)
{
    if (!handle_is(out->function, HANDLE_FUNCTION))
        return CUDA_ERROR_INVALID_HANDLE; /* its module was unloaded meanwhile */
    const PtxFunction *ptx = out->function->ptx;
    if (ptx->param_size > FUNCTION_PARAMETERS_MAX)
        return CUDA_ERROR_INVALID_VALUE;
    out->block = calloc(1, ptx->param_size + 1);
    out->pointers = calloc(ptx->param_count + 1, sizeof *out->pointers);
    if (!out->block || !out->pointers)
        return CUDA_ERROR_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < ptx->param_count; i++)
        out->pointers[i] = (char *)out->block + ptx->params[i]->offset;
    return parameters_gather(ptx, given->kernelParams, given->extra, out->block);
}

/* A kernel handle goes with a context; without one, the current one is meant. */
static CUresult kernel_make(CUgraphNodeParams *given, Context *context, NodeParams *out)
{
    CUDA_KERNEL_NODE_PARAMS_v3 *kernel = &out->given.kernel;
    CUfunction handle = kernel->func ? kernel->func : (CUfunction)(void *)kernel->kern;
    Context *asked = context_of(kernel->ctx);
    if (kernel->ctx && !asked)
        return CUDA_ERROR_INVALID_CONTEXT;
    if (!handle)
        return CUDA_ERROR_INVALID_HANDLE;
    out->function = function_of(kernel->ctx ? asked : context, handle);
    if (!out->function)
        return CUDA_ERROR_INVALID_HANDLE;
    out->context = out->function->module->context;
    out->shape = (LaunchShape){{kernel->gridDimX, kernel->gridDimY, kernel->gridDimZ},
                               {kernel->blockDimX, kernel->blockDimY, kernel->blockDimZ},
                               kernel->sharedMemBytes,
                               .cooperative = false};
    hints_begin(&out->hints);
    CUresult result = launch_check(out->function, &out->shape);
    if (result == CUDA_SUCCESS)
        result = kernel_gather(&given->kernel, out);
    if (result == CUDA_SUCCESS)
        result = launch_check_room(out->function, &out->shape, (unsigned)library()->profile->sms);
    kernel->kernelParams = out->pointers;
    kernel->extra = NULL;
    return result;
}

static CUresult context_take(CUcontext given, Context *current, Context **out)
{
    *out = given ? context_of(given) : current;
    return *out && (*out)->active ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

static CUresult memcpy_make(CUgraphNodeParams *given, Context *context, NodeParams *out)
{
    CUresult result = context_take(given->memcpy.copyCtx, context, &out->context);
    if (result == CUDA_SUCCESS)
        result = copy_of_box(&given->memcpy.copyParams, &out->copy);
    if (result != CUDA_SUCCESS)
        return result;
    if (!out->copy.width || !out->copy.height || !out->copy.depth)
        return CUDA_ERROR_INVALID_VALUE;
    return copy_check(&out->copy);
}

Fill fill_of_node(const NodeParams *params)
{
    const CUDA_MEMSET_NODE_PARAMS_v2 *set = &params->given.memset;
    return (Fill){set->dst, set->pitch, set->value, set->elementSize, set->width, set->height};
}

static CUresult memset_make(CUgraphNodeParams *given, Context *context, NodeParams *out)
{
    CUresult result = context_take(given->memset.ctx, context, &out->context);
    if (result != CUDA_SUCCESS)
        return result;
    unsigned element = given->memset.elementSize;
    if ((element != 1 && element != 2 && element != 4) || !given->memset.width ||
        !given->memset.height)
        return CUDA_ERROR_INVALID_VALUE;
    Fill fill = fill_of_node(out);
    return fill_check_shape(&fill);
}

static CUresult host_make(CUgraphNodeParams *given, Context *context, NodeParams *out)
{
    out->context = context;
    return given->host.fn ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

static CUresult child_make(CUgraphNodeParams *given, Context *context, NodeParams *out)
{
    CUgraph graph = given->graph.graph;
    out->context = context;
    out->given.graph.graph = NULL;
    if (!graph_is(graph))
        return CUDA_ERROR_INVALID_VALUE;
    if (given->graph.ownership == CU_GRAPH_CHILD_GRAPH_OWNERSHIP_CLONE)
        return graph_clone(graph, false, &out->given.graph.graph);
    if (graph->parent || graph->captured || graph->instances)
        return CUDA_ERROR_INVALID_VALUE;
    out->given.graph.graph = graph;
    return CUDA_SUCCESS;
}

static CUresult event_make(CUgraphNodeParams *given, Context *context, NodeParams *out)
{
    out->context = context;
    return handle_is(given->eventWait.event, HANDLE_EVENT) ? CUDA_SUCCESS
                                                           : CUDA_ERROR_INVALID_VALUE;
}

static CUresult empty_make(CUgraphNodeParams *given, Context *context, NodeParams *out)
{
    (void)given;
    out->context = context;
    return CUDA_SUCCESS;
}

static CUresult alloc_make(CUgraphNodeParams *given, Context *context, NodeParams *out)
{
    const CUmemPoolProps *pool = &given->alloc.poolProps;
    out->context = context;
    out->given.alloc.dptr = 0;
    out->given.alloc.accessDescs = NULL;
    out->given.alloc.accessDescCount = 0;
    if (!given->alloc.bytesize || pool->allocType != CU_MEM_ALLOCATION_TYPE_PINNED ||
        pool->location.type != CU_MEM_LOCATION_TYPE_DEVICE || pool->location.id != 0 ||
        pool->handleTypes || (given->alloc.accessDescCount && !given->alloc.accessDescs))
        return CUDA_ERROR_INVALID_VALUE;
    CUresult result = graph_memory_make(context, given->alloc.bytesize, &given->alloc.dptr);
    out->given.alloc.dptr = given->alloc.dptr;
    return result;
}

static CUresult free_make(CUgraphNodeParams *given, Context *context, NodeParams *out)
{
    (void)out;
    out->context = context;
    return graph_memory_is(given->free.dptr) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

static CUresult batch_copy(const CUDA_BATCH_MEM_OP_NODE_PARAMS_v2 *given, NodeParams *out)
{
    size_t bytes = given->count * sizeof *given->paramArray;
    out->block = malloc(bytes + 1);
    if (!out->block)
        return CUDA_ERROR_OUT_OF_MEMORY;
    memcpy(out->block, given->paramArray, bytes);
    out->given.memOp.paramArray = out->block;
    return CUDA_SUCCESS;
}

static CUresult batch_make(CUgraphNodeParams *given, Context *context, NodeParams *out)
{
    CUresult result = context_take(given->memOp.ctx, context, &out->context);
    if (result == CUDA_SUCCESS)
        result = memory_ops_check(given->memOp.paramArray, given->memOp.count, given->memOp.flags);
    return result == CUDA_SUCCESS ? batch_copy(&given->memOp, out) : result;
}

typedef CUresult (*ParamsMake)(CUgraphNodeParams *given, Context *context, NodeParams *out);

static const ParamsMake makers[] = {
    [CU_GRAPH_NODE_TYPE_KERNEL] = kernel_make,
    [CU_GRAPH_NODE_TYPE_MEMCPY] = memcpy_make,
    [CU_GRAPH_NODE_TYPE_MEMSET] = memset_make,
    [CU_GRAPH_NODE_TYPE_HOST] = host_make,
    [CU_GRAPH_NODE_TYPE_GRAPH] = child_make,
    [CU_GRAPH_NODE_TYPE_EMPTY] = empty_make,
    [CU_GRAPH_NODE_TYPE_WAIT_EVENT] = event_make,
    [CU_GRAPH_NODE_TYPE_EVENT_RECORD] = event_make,
    [CU_GRAPH_NODE_TYPE_MEM_ALLOC] = alloc_make,
    [CU_GRAPH_NODE_TYPE_MEM_FREE] = free_make,
    [CU_GRAPH_NODE_TYPE_BATCH_MEM_OP] = batch_make,
    [CU_GRAPH_NODE_TYPE_CONDITIONAL] = conditional_make,
};
enum { MAKERS = sizeof makers / sizeof makers[0] };

CUresult params_make(CUgraphNodeParams *given, Context *context, NodeParams *out)
{
    CUresult result = params_make_captured(given, context, out);
    if (result != CUDA_SUCCESS || given->type != CU_GRAPH_NODE_TYPE_MEMSET)
        return result;
    Fill fill = fill_of_node(out);
    result = fill_check(&fill);
    if (result != CUDA_SUCCESS)
        params_drop(out);
    return result;
}

CUresult params_make_captured(CUgraphNodeParams *given, Context *context, NodeParams *out)
{
    *out = (NodeParams){.given = *given};
    if ((unsigned)given->type > CU_GRAPH_NODE_TYPE_CONDITIONAL)
        return CUDA_ERROR_INVALID_VALUE;
    ParamsMake make = (unsigned)given->type < MAKERS ? makers[given->type] : NULL;
    if (!make)
        return CUDA_ERROR_NOT_SUPPORTED;
    CUresult result = make(given, context, out);
    if (result != CUDA_SUCCESS)
        params_drop(out);
    return result;
}

CUresult params_clone(const NodeParams *from, NodeParams *out)
{
    *out = *from;
    out->block = NULL;
    out->pointers = NULL;
    switch (from->given.type) {
    case CU_GRAPH_NODE_TYPE_KERNEL: {
        CUresult result = kernel_gather(&from->given.kernel, out);
        out->given.kernel.kernelParams = out->pointers;
        if (result != CUDA_SUCCESS)
            params_drop(out);
        return result;
    }
    case CU_GRAPH_NODE_TYPE_GRAPH:
        return graph_clone(from->given.graph.graph, true, &out->given.graph.graph);
    case CU_GRAPH_NODE_TYPE_CONDITIONAL:
        return conditional_clone(from, out);
    case CU_GRAPH_NODE_TYPE_BATCH_MEM_OP:
        return batch_copy(&from->given.memOp, out);
    case CU_GRAPH_NODE_TYPE_MEM_ALLOC:
        graph_memory_hold(from->given.alloc.dptr);
        return CUDA_SUCCESS;
    default:
        return CUDA_SUCCESS;
    }
}

void params_drop(NodeParams *params)
{
    free(params->block);
    free(params->pointers);
    params->block = NULL;
    params->pointers = NULL;
    Graph *const *children;
    size_t count = node_children(params, &children);
    for (size_t i = 0; i < count; i++)
        if (children[i])
            graph_free(children[i]);
    free(params->bodies);
    params->bodies = NULL;
    if (params->given.type == CU_GRAPH_NODE_TYPE_MEM_ALLOC && params->given.alloc.dptr)
        graph_memory_release(params->given.alloc.dptr);
    params->given.type = CU_GRAPH_NODE_TYPE_EMPTY;
}
