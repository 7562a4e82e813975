/* Graphs written as DOT, for people. */
#include <inttypes.h>
#include <stdio.h>

#include "sim/api/graph.h"

static const char *const type_names[] = {
    [CU_GRAPH_NODE_TYPE_KERNEL] = "KERNEL",
    [CU_GRAPH_NODE_TYPE_MEMCPY] = "MEMCPY",
    [CU_GRAPH_NODE_TYPE_MEMSET] = "MEMSET",
    [CU_GRAPH_NODE_TYPE_HOST] = "HOST",
    [CU_GRAPH_NODE_TYPE_GRAPH] = "CHILD GRAPH",
    [CU_GRAPH_NODE_TYPE_EMPTY] = "EMPTY",
    [CU_GRAPH_NODE_TYPE_WAIT_EVENT] = "EVENT WAIT",
    [CU_GRAPH_NODE_TYPE_EVENT_RECORD] = "EVENT RECORD",
    [CU_GRAPH_NODE_TYPE_MEM_ALLOC] = "MEM ALLOC",
    [CU_GRAPH_NODE_TYPE_MEM_FREE] = "MEM FREE",
    [CU_GRAPH_NODE_TYPE_BATCH_MEM_OP] = "BATCH MEM OP",
    [CU_GRAPH_NODE_TYPE_CONDITIONAL] = "CONDITIONAL",
};

static bool wants(unsigned flags, unsigned flag)
{
    return flags & (flag | CU_GRAPH_DEBUG_DOT_FLAGS_VERBOSE);
}

static void params_write(FILE *file, const NodeParams *params, unsigned flags)
{
    const CUgraphNodeParams *given = &params->given;
    switch (given->type) {
    case CU_GRAPH_NODE_TYPE_KERNEL:
        fprintf(file, "\\n%s",
                handle_is(params->function, HANDLE_FUNCTION) ? params->function->name : "unloaded");
        if (wants(flags, CU_GRAPH_DEBUG_DOT_FLAGS_KERNEL_NODE_PARAMS))
            fprintf(file, "\\ngrid %u,%u,%u block %u,%u,%u shared %u", given->kernel.gridDimX,
                    given->kernel.gridDimY, given->kernel.gridDimZ, given->kernel.blockDimX,
                    given->kernel.blockDimY, given->kernel.blockDimZ, given->kernel.sharedMemBytes);
        break;
    case CU_GRAPH_NODE_TYPE_MEMCPY:
        if (wants(flags, CU_GRAPH_DEBUG_DOT_FLAGS_MEMCPY_NODE_PARAMS))
            fprintf(file, "\\nfrom 0x%" PRIx64 " to 0x%" PRIx64 "\\n%zu x %zu x %zu bytes",
                    params->copy.from.address, params->copy.to.address,
                    given->memcpy.copyParams.WidthInBytes, given->memcpy.copyParams.Height,
                    given->memcpy.copyParams.Depth);
        break;
    case CU_GRAPH_NODE_TYPE_MEMSET:
        if (wants(flags, CU_GRAPH_DEBUG_DOT_FLAGS_MEMSET_NODE_PARAMS))
            fprintf(file, "\\n0x%llx value %u, %zu x %zu elements of %u bytes", given->memset.dst,
                    given->memset.value, given->memset.width, given->memset.height,
                    given->memset.elementSize);
        break;
    case CU_GRAPH_NODE_TYPE_MEM_ALLOC:
        if (wants(flags, CU_GRAPH_DEBUG_DOT_FLAGS_MEM_ALLOC_NODE_PARAMS))
            fprintf(file, "\\n0x%llx, %zu bytes", given->alloc.dptr, given->alloc.bytesize);
        break;
    case CU_GRAPH_NODE_TYPE_MEM_FREE:
        if (wants(flags, CU_GRAPH_DEBUG_DOT_FLAGS_MEM_FREE_NODE_PARAMS))
            fprintf(file, "\\n0x%llx", given->free.dptr);
        break;
    case CU_GRAPH_NODE_TYPE_BATCH_MEM_OP:
        if (wants(flags, CU_GRAPH_DEBUG_DOT_FLAGS_BATCH_MEM_OP_NODE_PARAMS))
            fprintf(file, "\\n%u operations", given->memOp.count);
        break;
    case CU_GRAPH_NODE_TYPE_CONDITIONAL:
        if (wants(flags, CU_GRAPH_DEBUG_DOT_FLAGS_CONDITIONAL_NODE_PARAMS))
            fprintf(file, "\\n%s, handle 0x%" PRIx64 ", %u bodies",
                    given->conditional.type == CU_GRAPH_COND_TYPE_IF      ? "if"
                    : given->conditional.type == CU_GRAPH_COND_TYPE_WHILE ? "while"
                                                                          : "switch",
                    given->conditional.handle, given->conditional.size);
        break;
    default:
        break;
    }
}

/* Node names are "graph_N_node_I": graphs are numbered as they are written. */
static void graph_write(FILE *file, const Graph *graph, unsigned number, unsigned *last,
                        unsigned flags)
{
    fprintf(file, "subgraph cluster_%u {\nlabel=\"graph_%u\"\n", number, number);
    for (size_t i = 0; i < graph->count; i++) {
        const Node *node = graph->nodes[i];
        CUgraphNodeType type = node->params.given.type;
        fprintf(file, "\"graph_%u_node_%zu\"[shape=\"record\" label=\"%zu %s", number, i, i,
                type_names[type]);
        params_write(file, &node->params, flags);
        if (wants(flags, CU_GRAPH_DEBUG_DOT_FLAGS_HANDLES))
            fprintf(file, "\\nhandle %p", (const void *)node);
        fprintf(file, "\"];\n");
        for (size_t k = 0; k < node->out.count; k++)
            fprintf(file, "\"graph_%u_node_%zu\" -> \"graph_%u_node_%zu\";\n", number, i, number,
                    node->out.items[k].node->index);
        Graph *const *children;
        size_t count = node_children(&node->params, &children);
        for (size_t k = 0; k < count; k++)
            graph_write(file, children[k], ++*last, last, flags);
    }
    fprintf(file, "}\n");
}

CUresult cuGraphDebugDotPrint(CUgraph graph, const char *path, unsigned int flags)
{
    Context *context;
    CUresult result = api_enter_graph(graph, &context);
    if (result != CUDA_SUCCESS)
        return result;
    FILE *file = path ? fopen(path, "we") : NULL;
    if (!file)
        return api_leave(path ? CUDA_ERROR_OPERATING_SYSTEM : CUDA_ERROR_INVALID_VALUE);
    unsigned last = 0;
    fprintf(file, "digraph dot {\n");
    graph_write(file, graph, 0, &last, flags);
    fprintf(file, "}\n");
    bool written = !ferror(file);
    return api_leave(fclose(file) == 0 && written ? CUDA_SUCCESS : CUDA_ERROR_OPERATING_SYSTEM);
}
