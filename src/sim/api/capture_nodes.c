/* Stream capture: the nodes that calls add. */
#include "sim/api/capture.h"

CUresult capture_node(Stream *stream, CUgraphNodeParams *given, Node **out)
{
    NodeParams params;
    CUresult result = params_make_captured(given, stream->context, &params);
    if (result == CUDA_SUCCESS)
        result = node_add(stream->capture->graph, stream->capture_nodes, NULL,
                          stream->capture_count, &params, out);
    if (result != CUDA_SUCCESS)
        return result;
    return capture_nodes_set(stream, out, 1) ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

/* An end of a copy as fields of the descriptor, from `side` on. */
#define SIDE_SET(box, side, end)                                          \
    do {                                                                  \
        (box).side##MemoryType = (end).type;                              \
        (box).side##Host = (void *)(uintptr_t)(end).address;              \
        (box).side##Device = (end).address;                               \
        (box).side##Array = (end).array;                                  \
        (box).side##XInBytes = (end).x;                                   \
        (box).side##Y = (end).y;                                          \
        (box).side##Z = (end).z;                                          \
        (box).side##Pitch = (end).pitch;                                  \
        (box).side##Height = (end).pitch ? (end).slice / (end).pitch : 0; \
    } while (0)

CUresult capture_copy(Stream *stream, const Copy *copy)
{
    Node *node;
    CUgraphNodeParams given = {.type = CU_GRAPH_NODE_TYPE_MEMCPY};
    CUDA_MEMCPY3D box = {.WidthInBytes = copy->width, .Height = copy->height, .Depth = copy->depth};
    if (!copy->width || !copy->height || !copy->depth)
        return CUDA_SUCCESS;
    SIDE_SET(box, src, copy->from);
    SIDE_SET(box, dst, copy->to);
    given.memcpy.copyParams = box;
    return capture_node(stream, &given, &node);
}

CUresult capture_fill(Stream *stream, const Fill *fill)
{
    Node *node;
    CUgraphNodeParams given = {.type = CU_GRAPH_NODE_TYPE_MEMSET,
                               .memset = {.dst = fill->address,
                                          .pitch = fill->pitch,
                                          .value = fill->value,
                                          .elementSize = fill->bytes,
                                          .width = fill->width,
                                          .height = fill->height}};
    if (!fill->width || !fill->height)
        return CUDA_SUCCESS;
    return capture_node(stream, &given, &node);
}

/* What the launch says; its priority is else the stream's. */
static void node_hints(const Stream *stream, const LaunchShape *shape, Hints *hints)
{
    CUlaunchAttributeValue priority;
    if (shape->hints)
        *hints = *shape->hints;
    hint_get(hints, CU_LAUNCH_ATTRIBUTE_PRIORITY, &priority);
    if (!priority.priority)
        priority.priority = stream->priority;
    hint_set(hints, CU_LAUNCH_ATTRIBUTE_PRIORITY, &priority);
}

CUresult capture_launch(Stream *stream, Function *function, const LaunchShape *shape,
                        const void *parameters)
{
    Node *node;
    size_t size = function->ptx->param_size;
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, (void *)parameters,
                     CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END};
    CUgraphNodeParams given = {.type = CU_GRAPH_NODE_TYPE_KERNEL,
                               .kernel = {.func = function,
                                          .gridDimX = shape->grid.x,
                                          .gridDimY = shape->grid.y,
                                          .gridDimZ = shape->grid.z,
                                          .blockDimX = shape->block.x,
                                          .blockDimY = shape->block.y,
                                          .blockDimZ = shape->block.z,
                                          .sharedMemBytes = (unsigned)shape->shared,
                                          .extra = extra}};
    CUresult result = capture_node(stream, &given, &node);
    if (result == CUDA_SUCCESS) {
        node->params.shape.cooperative = shape->cooperative;
        node->params.shape.cluster = shape->cluster;
        node_hints(stream, shape, &node->params.hints);
    }
    return result;
}

CUresult capture_host(Stream *stream, CUhostFn function, void *user)
{
    Node *node;
    CUgraphNodeParams given = {.type = CU_GRAPH_NODE_TYPE_HOST, .host = {function, user}};
    return capture_node(stream, &given, &node);
}

CUresult capture_memory_ops(Stream *stream, CUstreamBatchMemOpParams *ops, unsigned count)
{
    Node *node;
    CUgraphNodeParams given = {.type = CU_GRAPH_NODE_TYPE_BATCH_MEM_OP,
                               .memOp = {.count = count, .paramArray = ops}};
    return capture_node(stream, &given, &node);
}

CUresult capture_graph(Stream *stream, Graph *graph)
{
    Node *node;
    CUgraphNodeParams given = {.type = CU_GRAPH_NODE_TYPE_GRAPH, .graph = {.graph = graph}};
    return capture_node(stream, &given, &node);
}

CUresult capture_alloc(Stream *stream, uint64_t size, CUdeviceptr *address)
{
    Node *node;
    CUgraphNodeParams given = {
        .type = CU_GRAPH_NODE_TYPE_MEM_ALLOC,
        .alloc = {.poolProps = {.allocType = CU_MEM_ALLOCATION_TYPE_PINNED,
                                .location = {CU_MEM_LOCATION_TYPE_DEVICE, 0}},
                  .bytesize = size}};
    CUresult result = capture_node(stream, &given, &node);
    if (result == CUDA_SUCCESS)
        *address = given.alloc.dptr;
    return result;
}

CUresult capture_free(Stream *stream, CUdeviceptr address)
{
    Node *node;
    CUgraphNodeParams given = {.type = CU_GRAPH_NODE_TYPE_MEM_FREE, .free = {address}};
    return capture_node(stream, &given, &node);
}
