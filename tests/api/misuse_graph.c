/* Wrong uses of graphs and of stream capture: "call = RESULT" lines for any libcuda.
 *
 *   misuse_graph LIBCUDA
 *
 * It prints what a driver answers, to be compared with the simulated one. */
#include "recorder.h"

#include <pthread.h>

static CUgraph graph, other_graph, child;
static CUgraphNode node, second, third, got, nodes[8];
static CUgraphExec exec;
static CUcontext current;
static CUdeviceptr more;
static size_t count;
static unsigned value = 7;
static char host[64];
static CUstream other_stream;

static CUDA_KERNEL_NODE_PARAMS store_params(void)
{
    static void *arguments[] = {&memory, &value};
    return (CUDA_KERNEL_NODE_PARAMS){.func = store,
                                     .gridDimX = 1,
                                     .gridDimY = 1,
                                     .gridDimZ = 1,
                                     .blockDimX = 1,
                                     .blockDimY = 1,
                                     .blockDimZ = 1,
                                     .kernelParams = arguments};
}

static void nothing_done(void *user)
{
    (void)user;
}

static void nothing_called(CUstream called, CUresult status, void *user)
{
    (void)called;
    (void)status;
    (void)user;
}

static void start(void)
{
    begin();
    cu.cuCtxGetCurrent(&current);
    cu.cuStreamCreate(&other_stream, CU_STREAM_NON_BLOCKING);
    cu.cuGraphCreate(&graph, 0);
    cu.cuGraphCreate(&other_graph, 0);
}

static void building(void)
{
    start();
    SAY(cuGraphCreate(NULL, 0));
    SAY(cuGraphCreate(&child, 1));
    SAY(cuGraphDestroy(NULL));
    SAY(cuGraphAddEmptyNode(NULL, graph, NULL, 0));
    SAY(cuGraphAddEmptyNode(&node, NULL, NULL, 0));
    SAY(cuGraphAddEmptyNode(&node, graph, NULL, 1));
    SAY(cuGraphAddEmptyNode(&node, graph, NULL, 0));
    SAY(cuGraphAddEmptyNode(&second, graph, &node, 1));
    SAY(cuGraphAddEmptyNode(&third, other_graph, &node, 1));
    nodes[0] = nodes[1] = node;
    SAY(cuGraphAddEmptyNode(&third, graph, nodes, 2));
    nodes[1] = NULL;
    SAY(cuGraphAddEmptyNode(&third, graph, nodes, 2));
    SAY(cuGraphAddEmptyNode(&third, graph, NULL, 0));
    SAY(cuGraphAddDependencies(graph, &node, &node, 1));
    SAY(cuGraphAddDependencies(graph, &node, &second, 1));
    SAY(cuGraphAddDependencies(graph, &second, &third, 1));
    SAY(cuGraphAddDependencies(graph, &third, &node, 1));
    SAY(cuGraphInstantiateWithFlags(&exec, graph, 0));
    SAY(cuGraphRemoveDependencies(graph, &third, &node, 1));
    SAY(cuGraphRemoveDependencies(graph, &third, &node, 1));
    SAY(cuGraphAddDependencies(graph, NULL, NULL, 0));
    SAY(cuGraphAddDependencies(graph, NULL, NULL, 1));
    SAY(cuGraphAddDependencies(other_graph, &node, &third, 1));
    SAY(cuGraphGetNodes(graph, NULL, NULL));
    SAY(cuGraphGetNodes(graph, NULL, &count));
    SAY(cuGraphGetNodes(NULL, NULL, &count));
    SAY(cuGraphGetEdges(graph, NULL, NULL, NULL));
    SAY(cuGraphGetEdges(graph, nodes, NULL, &count));
    SAY(cuGraphGetRootNodes(graph, NULL, NULL));
    SAY(cuGraphNodeGetType(node, NULL));
    SAY(cuGraphNodeGetDependencies(node, NULL, NULL));
    SAY(cuGraphNodeGetDependencies(NULL, NULL, &count));
    SAY(cuGraphNodeFindInClone(&got, node, other_graph));
    SAY(cuGraphClone(&child, graph));
    SAY(cuGraphNodeFindInClone(&got, node, child));
    SAY(cuGraphNodeFindInClone(NULL, node, child));
    SAY(cuGraphClone(NULL, graph));
    SAY(cuGraphClone(&child, NULL));
    SAY(cuGraphDestroyNode(NULL));
    SAY(cuGraphDestroyNode(second));
    SAY(cuGraphDestroy(graph));
    SAY(cuGraphDebugDotPrint(other_graph, NULL, 0));
    SAY(cuGraphDebugDotPrint(other_graph, "/nowhere/graph.dot", 0));
    SAY(cuGraphDebugDotPrint(NULL, "/nowhere/graph.dot", 0));
}

static void kernel_nodes(void)
{
    start();
    CUDA_KERNEL_NODE_PARAMS params = store_params(), got_params;
    CUkernelNodeAttrValue attribute = {0};
    CUDA_MEMSET_NODE_PARAMS set = {0};
    SAY(cuGraphAddKernelNode_v2(&node, graph, NULL, 0, NULL));
    SAY(cuGraphAddKernelNode_v2(NULL, graph, NULL, 0, &params));
    SAY(cuGraphAddKernelNode_v2(&node, graph, NULL, 0, &params));
    params.func = NULL;
    SAY(cuGraphAddKernelNode_v2(&second, graph, NULL, 0, &params));
    params = store_params();
    params.gridDimX = 0;
    SAY(cuGraphAddKernelNode_v2(&second, graph, NULL, 0, &params));
    params = store_params();
    params.blockDimX = 2048;
    SAY(cuGraphAddKernelNode_v2(&second, graph, NULL, 0, &params));
    params = store_params();
    params.sharedMemBytes = 1 << 20;
    SAY(cuGraphAddKernelNode_v2(&second, graph, NULL, 0, &params));
    params = store_params();
    params.kernelParams = NULL;
    SAY(cuGraphAddKernelNode_v2(&second, graph, NULL, 0, &params));
    SAY(cuGraphKernelNodeGetParams_v2(node, &got_params));
    SAY(cuGraphKernelNodeGetParams_v2(node, NULL));
    SAY(cuGraphMemsetNodeGetParams(node, &set));
    params = store_params();
    params.gridDimX = 3;
    SAY(cuGraphKernelNodeSetParams_v2(node, &params));
    SAY(cuGraphKernelNodeSetParams_v2(node, NULL));
    params.gridDimY = 0;
    SAY(cuGraphKernelNodeSetParams_v2(node, &params));
    SAY(cuGraphKernelNodeGetAttribute(node, CU_LAUNCH_ATTRIBUTE_PRIORITY, &attribute));
    SAY(cuGraphKernelNodeGetAttribute(node, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &attribute));
    SAY(cuGraphKernelNodeGetAttribute(node, 99, &attribute));
    SAY(cuGraphKernelNodeGetAttribute(node, CU_LAUNCH_ATTRIBUTE_PRIORITY, NULL));
    SAY(cuGraphKernelNodeSetAttribute(node, 99, &attribute));
    SAY(cuGraphInstantiateWithFlags(&exec, graph, 0));
    params = store_params();
    params.func = nothing;
    params.kernelParams = NULL;
    SAY(cuGraphExecKernelNodeSetParams_v2(exec, node, &params));
    SAY(cuGraphExecKernelNodeSetParams_v2(exec, NULL, &params));
    SAY(cuGraphExecKernelNodeSetParams_v2(exec, node, NULL));
    SAY(cuGraphAddEmptyNode(&second, graph, NULL, 0));
    params = store_params();
    SAY(cuGraphExecKernelNodeSetParams_v2(exec, second, &params));
    SAY(cuGraphNodeSetEnabled(exec, node, 0));
    SAY(cuGraphNodeSetEnabled(exec, node, 2));
    SAY(cuGraphNodeSetEnabled(exec, second, 0));
    SAY(cuGraphNodeGetEnabled(exec, node, NULL));
    SAY(cuGraphLaunch(exec, stream));
    SAY(cuGraphLaunch(NULL, stream));
    SAY(cuGraphLaunch(exec, NULL));
    SAY(cuGraphUpload(exec, stream));
    SAY(cuGraphUpload(NULL, stream));
    SAY(cuCtxSynchronize());
    SAY(cuGraphExecDestroy(exec));
    SAY(cuGraphExecDestroy(NULL));
}

static void other_nodes(void)
{
    start();
    CUDA_MEMSET_NODE_PARAMS set = {
        .dst = memory, .value = 1, .elementSize = 4, .width = 4, .height = 1};
    CUDA_MEMCPY3D copy = {.srcMemoryType = CU_MEMORYTYPE_HOST,
                          .srcHost = host,
                          .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                          .dstDevice = memory,
                          .WidthInBytes = 16,
                          .Height = 1,
                          .Depth = 1};
    CUDA_HOST_NODE_PARAMS call = {.fn = nothing_done};
    CUgraphNodeParams any = {.type = CU_GRAPH_NODE_TYPE_EMPTY};
    CUevent got_event;
    SAY(cuGraphAddMemsetNode(&node, graph, NULL, 0, &set, context));
    SAY(cuGraphAddMemsetNode(&second, graph, NULL, 0, &set, NULL));
    SAY(cuGraphAddMemsetNode(&second, graph, NULL, 0, NULL, context));
    set.elementSize = 3;
    SAY(cuGraphAddMemsetNode(&second, graph, NULL, 0, &set, context));
    set.elementSize = 4;
    set.dst = 0;
    SAY(cuGraphAddMemsetNode(&second, graph, NULL, 0, &set, context));
    set.dst = memory;
    set.width = 0;
    SAY(cuGraphAddMemsetNode(&second, graph, NULL, 0, &set, context));
    set.width = 1 << 20;
    SAY(cuGraphAddMemsetNode(&second, graph, NULL, 0, &set, context));
    set.width = 4;
    set.height = 2;
    SAY(cuGraphAddMemsetNode(&second, graph, NULL, 0, &set, context));
    SAY(cuGraphAddMemcpyNode(&node, graph, NULL, 0, &copy, context));
    SAY(cuGraphAddMemcpyNode(&second, graph, NULL, 0, &copy, NULL));
    SAY(cuGraphAddMemcpyNode(&second, graph, NULL, 0, NULL, context));
    copy.dstDevice = 0;
    SAY(cuGraphAddMemcpyNode(&second, graph, NULL, 0, &copy, context));
    copy.dstDevice = memory;
    copy.WidthInBytes = 0;
    SAY(cuGraphAddMemcpyNode(&second, graph, NULL, 0, &copy, context));
    copy.WidthInBytes = 1 << 20;
    SAY(cuGraphAddMemcpyNode(&second, graph, NULL, 0, &copy, context));
    SAY(cuGraphAddHostNode(&node, graph, NULL, 0, &call));
    SAY(cuGraphAddHostNode(&node, graph, NULL, 0, NULL));
    call.fn = NULL;
    SAY(cuGraphAddHostNode(&node, graph, NULL, 0, &call));
    SAY(cuGraphAddEventRecordNode(&node, graph, NULL, 0, event));
    SAY(cuGraphAddEventRecordNode(&second, graph, NULL, 0, NULL));
    SAY(cuGraphAddEventWaitNode(&second, graph, NULL, 0, event));
    SAY(cuGraphAddEventWaitNode(&third, graph, NULL, 0, NULL));
    SAY(cuGraphEventRecordNodeGetEvent(node, &got_event));
    SAY(cuGraphEventRecordNodeGetEvent(second, &got_event));
    SAY(cuGraphEventWaitNodeSetEvent(second, NULL));
    SAY(cuGraphAddChildGraphNode(&node, graph, NULL, 0, other_graph));
    SAY(cuGraphAddChildGraphNode(&second, graph, NULL, 0, NULL));
    SAY(cuGraphAddChildGraphNode(&second, graph, NULL, 0, graph));
    SAY(cuGraphChildGraphNodeGetGraph(node, &child));
    SAY(cuGraphChildGraphNodeGetGraph(node, NULL));
    SAY(cuGraphDestroy(child));
    SAY(cuGraphAddNode_v2(&node, graph, NULL, NULL, 0, &any));
    SAY(cuGraphAddNode_v2(&node, graph, NULL, NULL, 0, NULL));
    any.reserved2 = 1;
    SAY(cuGraphAddNode_v2(&node, graph, NULL, NULL, 0, &any));
    any.reserved2 = 0;
    any.type = 77;
    SAY(cuGraphAddNode_v2(&node, graph, NULL, NULL, 0, &any));
}

static void memory_nodes(void)
{
    start();
    CUDA_MEM_ALLOC_NODE_PARAMS params = {
        .poolProps = {.allocType = CU_MEM_ALLOCATION_TYPE_PINNED,
                      .location = {CU_MEM_LOCATION_TYPE_DEVICE, 0}},
        .bytesize = 1024};
    CUdeviceptr freed;
    SAY(cuGraphAddMemAllocNode(&node, graph, NULL, 0, &params));
    more = params.dptr;
    SAY(cuGraphAddMemAllocNode(&second, graph, NULL, 0, NULL));
    params.bytesize = 0;
    SAY(cuGraphAddMemAllocNode(&second, graph, NULL, 0, &params));
    params.bytesize = 1024;
    params.poolProps.location.id = 99;
    SAY(cuGraphAddMemAllocNode(&second, graph, NULL, 0, &params));
    params.poolProps.location.id = 0;
    SAY(cuGraphMemAllocNodeGetParams(node, &params));
    SAY(cuGraphAddMemFreeNode(&second, graph, NULL, 0, more));
    SAY(cuGraphAddMemFreeNode(&second, graph, &node, 1, more));
    SAY(cuGraphAddMemFreeNode(&third, graph, &node, 1, more));
    SAY(cuGraphAddMemFreeNode(&third, graph, NULL, 0, memory));
    SAY(cuGraphMemFreeNodeGetParams(second, &freed));
    SAY(cuGraphMemFreeNodeGetParams(second, NULL));
    SAY(cuGraphClone(&child, graph));
    SAY(cuGraphAddChildGraphNode(&third, other_graph, NULL, 0, graph));
    SAY(cuGraphDestroyNode(node));
    SAY(cuGraphRemoveDependencies(graph, &node, &second, 1));
    SAY(cuMemFree_v2(more));
    SAY(cuGraphInstantiateWithFlags(&exec, graph, 0));
    CUgraphExec again;
    SAY(cuGraphInstantiateWithFlags(&again, graph, 0));
    SAY(cuGraphLaunch(exec, stream));
    SAY(cuGraphLaunch(exec, stream));
    SAY(cuStreamSynchronize(stream));
    SAY(cuGraphExecDestroy(exec));
    SAY(cuGraphDestroy(graph));
    cu.cuGraphCreate(&graph, 0);
    params.bytesize = 1024;
    params.accessDescs = NULL;
    params.accessDescCount = 0;
    SAY(cuGraphAddMemAllocNode(&node, graph, NULL, 0, &params));
    more = params.dptr;
    SAY(cuGraphInstantiateWithFlags(&exec, graph, 0));
    SAY(cuGraphLaunch(exec, stream));
    SAY(cuGraphLaunch(exec, stream));
    SAY(cuMemFreeAsync(more, stream));
    SAY(cuMemFreeAsync(more, stream));
    SAY(cuGraphLaunch(exec, stream));
    SAY(cuStreamSynchronize(stream));
    SAY(cuMemFree_v2(more));
    SAY(cuMemFree_v2(more));
    SAY(cuGraphExecDestroy(exec));
    SAY(cuGraphInstantiateWithFlags(&exec, graph, CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH));
    SAY(cuGraphLaunch(exec, stream));
    SAY(cuGraphLaunch(exec, stream));
    SAY(cuStreamSynchronize(stream));
    SAY(cuGraphExecDestroy(exec));
    SAY(cuMemFree_v2(more));
}

static void instances(void)
{
    start();
    CUDA_KERNEL_NODE_PARAMS params = store_params();
    CUDA_GRAPH_INSTANTIATE_PARAMS with = {0};
    CUgraphExecUpdateResultInfo info;
    uint64_t flags;
    cu.cuGraphAddKernelNode_v2(&node, graph, NULL, 0, &params);
    SAY(cuGraphInstantiateWithFlags(NULL, graph, 0));
    SAY(cuGraphInstantiateWithFlags(&exec, NULL, 0));
    SAY(cuGraphInstantiateWithFlags(&exec, graph, 0x100));
    SAY(cuGraphInstantiateWithParams(&exec, graph, NULL));
    SAY(cuGraphInstantiateWithParams(&exec, graph, &with));
    SAY(cuGraphExecDestroy(exec));
    SAY(cuGraphInstantiate_v2(&exec, graph, NULL, NULL, 0));
    SAY(cuGraphExecGetFlags(exec, &flags));
    SAY(cuGraphExecGetFlags(exec, NULL));
    SAY(cuGraphExecUpdate_v2(exec, other_graph, &info));
    printf("result %d\n", info.result);
    SAY(cuGraphExecUpdate_v2(exec, graph, &info));
    printf("result %d\n", info.result);
    SAY(cuGraphExecUpdate_v2(exec, graph, NULL));
    SAY(cuGraphExecUpdate_v2(NULL, graph, &info));
    SAY(cuGraphExecUpdate_v2(exec, NULL, &info));
    cu.cuGraphAddEmptyNode(&second, other_graph, NULL, 0);
    SAY(cuGraphExecUpdate_v2(exec, other_graph, &info));
    printf("result %d, node %d, from %d\n", info.result, info.errorNode == second,
           info.errorFromNode != NULL);
    cu.cuGraphDestroyNode(second);
    params.func = nothing;
    params.kernelParams = NULL;
    cu.cuGraphAddKernelNode_v2(&second, other_graph, NULL, 0, &params);
    SAY(cuGraphExecUpdate_v2(exec, other_graph, &info));
    printf("result %d\n", info.result);
    params.gridDimX = 5;
    cu.cuGraphAddKernelNode_v2(&third, other_graph, &second, 1, &params);
    SAY(cuGraphExecUpdate_v2(exec, other_graph, &info));
    printf("result %d, node %d, from %d\n", info.result, info.errorNode != NULL,
           info.errorFromNode != NULL);
    SAY(cuGraphDestroy(graph));
    SAY(cuGraphLaunch(exec, stream));
    SAY(cuStreamSynchronize(stream));
}

static void user_objects(void)
{
    start();
    CUuserObject object;
    SAY(cuUserObjectCreate(NULL, host, nothing_done, 1, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC));
    SAY(cuUserObjectCreate(&object, host, NULL, 1, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC));
    SAY(cuUserObjectCreate(&object, host, nothing_done, 0, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC));
    SAY(cuUserObjectCreate(&object, host, nothing_done, 1, 0));
    SAY(cuUserObjectCreate(&object, NULL, nothing_done, 1, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC));
    SAY(cuUserObjectCreate(&object, host, nothing_done, 1, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC));
    SAY(cuUserObjectRetain(NULL, 1));
    SAY(cuUserObjectRetain(object, 0));
    SAY(cuUserObjectRetain(object, 1));
    SAY(cuUserObjectRelease(object, 0));
    SAY(cuGraphRetainUserObject(graph, object, 1, 7));
    SAY(cuGraphRetainUserObject(graph, object, 0, 0));
    SAY(cuGraphRetainUserObject(NULL, object, 1, 0));
    SAY(cuGraphRetainUserObject(graph, NULL, 1, 0));
    SAY(cuGraphRetainUserObject(graph, object, 1, 0));
    SAY(cuGraphRetainUserObject(graph, object, 1, CU_GRAPH_USER_OBJECT_MOVE));
    SAY(cuGraphReleaseUserObject(graph, object, 3));
    SAY(cuGraphReleaseUserObject(graph, object, 1));
    SAY(cuGraphReleaseUserObject(other_graph, object, 1));
    SAY(cuUserObjectRelease(object, 1));
    SAY(cuGraphDestroy(graph));
}

static void capture_of_a_stream(void)
{
    CUstreamCaptureStatus status;
    uint64_t id;
    const CUgraphNode *dependencies;
    void *arguments[] = {&memory, &value};
    start();
    SAY(cuStreamBeginCapture_v2(stream, 17));
    SAY(cuStreamBeginCapture_v2(NULL, CU_STREAM_CAPTURE_MODE_GLOBAL));
    SAY(cuStreamBeginCapture_v2(CU_STREAM_LEGACY, CU_STREAM_CAPTURE_MODE_GLOBAL));
    SAY(cuStreamEndCapture(stream, &graph));
    SAY(cuStreamEndCapture(stream, NULL));
    SAY(cuStreamIsCapturing(stream, NULL));
    SAY(cuStreamIsCapturing(NULL, &status));
    SAY(cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
    SAY(cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
    SAY(cuStreamIsCapturing(stream, &status));
    printf("status %d\n", status);
    SAY(cuStreamEndCapture(stream, &graph));
    SAY(cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
    SAY(cuStreamGetCaptureInfo_v2(stream, NULL, &id, &graph, &dependencies, &count));
    SAY(cuStreamGetCaptureInfo_v2(stream, &status, NULL, NULL, NULL, NULL));
    SAY(cuLaunchKernel(store, 1, 1, 1, 1, 1, 1, 0, stream, arguments, NULL));
    SAY(cuLaunchKernel(store, 0, 1, 1, 1, 1, 1, 0, stream, arguments, NULL));
    SAY(cuMemcpyHtoDAsync_v2(memory, host, 16, stream));
    SAY(cuMemcpyHtoDAsync_v2(memory, host, 0, stream));
    SAY(cuMemsetD32Async(memory, 1, 4, stream));
    SAY(cuLaunchHostFunc(stream, nothing_done, NULL));
    SAY(cuStreamAddCallback(stream, nothing_called, NULL, 0));
    SAY(cuStreamEndCapture(stream, &graph));
    SAY(cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
    SAY(cuStreamUpdateCaptureDependencies(stream, NULL, 0, 5));
    SAY(cuStreamUpdateCaptureDependencies(stream, NULL, 1, 0));
    SAY(cuStreamUpdateCaptureDependencies(stream, NULL, 0, CU_STREAM_SET_CAPTURE_DEPENDENCIES));
    SAY(cuStreamUpdateCaptureDependencies(other_stream, NULL, 0, 0));
    SAY(cuStreamEndCapture(stream, &graph));
    SAY(cuGraphGetNodes(graph, NULL, &count));
    SAY(cuStreamBeginCaptureToGraph(stream, NULL, NULL, NULL, 0, 0));
    SAY(cuStreamBeginCaptureToGraph(stream, graph, NULL, NULL, 0, 0));
    SAY(cuGraphAddEmptyNode(&node, graph, NULL, 0));
    SAY(cuStreamEndCapture(stream, &other_graph));
    printf("same graph %d\n", graph == other_graph);
}

/* One begun capture for each call that may spoil it. */
#define SPOIL(mode, call)                                           \
    do {                                                            \
        CUgraph spoiled = NULL;                                     \
        CUstreamCaptureStatus status = 77;                          \
        CUresult result = cu.cuStreamBeginCapture_v2(stream, mode); \
        if (result != CUDA_SUCCESS)                                 \
            say("begin", result);                                   \
        SAY(call);                                                  \
        cu.cuStreamIsCapturing(stream, &status);                    \
        printf("status %d\n", status);                              \
        SAY(cuStreamEndCapture(stream, &spoiled));                  \
        printf("a graph %d\n", spoiled != NULL);                    \
    } while (0)

static void spoil(CUstreamCaptureMode mode)
{
    CUstream made_stream;
    CUevent made_event;
    CUdeviceptr made_memory;
    CUmodule made_module;
    CUstreamCaptureStatus got_status;
    void *page;
    size_t total;
    unsigned number;
    int priority;
    SPOIL(mode, cuStreamSynchronize(stream));
    SPOIL(mode, cuStreamQuery(stream));
    SPOIL(mode, cuStreamSynchronize(other_stream));
    SPOIL(mode, cuStreamQuery(other_stream));
    SPOIL(mode, cuStreamSynchronize(NULL));
    SPOIL(mode, cuStreamQuery(NULL));
    SPOIL(mode, cuStreamIsCapturing(NULL, &got_status));
    SPOIL(mode, cuCtxSynchronize());
    SPOIL(mode, cuMemAlloc_v2(&made_memory, 16));
    cu.cuMemAlloc_v2(&made_memory, 16);
    SPOIL(mode, cuMemFree_v2(made_memory));
    SPOIL(mode, cuMemAllocManaged(&made_memory, 16, 1));
    SPOIL(mode, cuMemAllocHost_v2(&page, 16));
    SPOIL(mode, cuMemAllocAsync(&made_memory, 16, other_stream));
    cu.cuMemAllocAsync(&made_memory, 16, other_stream);
    SPOIL(mode, cuMemFreeAsync(made_memory, other_stream));
    SPOIL(mode, cuMemGetInfo_v2(&total, &total));
    SPOIL(mode, cuStreamCreate(&made_stream, 0));
    SPOIL(mode, cuEventCreate(&made_event, 0));
    SPOIL(mode, cuEventQuery(event));
    SPOIL(mode, cuEventSynchronize(event));
    SPOIL(mode, cuEventRecord(event, other_stream));
    cu.cuEventCreate(&made_event, 0);
    SPOIL(mode, cuEventDestroy_v2(made_event));
    SPOIL(mode, cuStreamGetPriority(stream, &priority));
    SPOIL(mode, cuStreamGetFlags(stream, &number));
    SPOIL(mode, cuModuleLoadData(&made_module, kernels_ptx));
    cu.cuModuleLoadData(&made_module, kernels_ptx);
    SPOIL(mode, cuModuleUnload(made_module));
    SPOIL(mode, cuMemcpyHtoD_v2(memory, host, 16));
    SPOIL(mode, cuMemcpyDtoH_v2(host, memory, 16));
    SPOIL(mode, cuMemcpyDtoD_v2(memory, memory + 64, 16));
    SPOIL(mode, cuMemsetD32_v2(memory, 1, 4));
    SPOIL(mode, cuMemcpyHtoDAsync_v2(memory, host, 16, other_stream));
    SPOIL(mode, cuMemcpyHtoDAsync_v2(memory, host, 16, stream));
    SPOIL(mode, cuMemcpyHtoDAsync_v2(0, host, 16, stream));
    SPOIL(mode, cuLaunchKernel(nothing, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
    SPOIL(mode, cuLaunchKernel(nothing, 1, 1, 1, 1, 1, 1, 0, other_stream, NULL, NULL));
    SPOIL(mode, cuLaunchHostFunc(NULL, nothing_done, NULL));
    SPOIL(mode, cuStreamBeginCapture_v2(stream, mode));
    SPOIL(mode, cuStreamWaitEvent(stream, event, 0));
    SPOIL(mode, cuStreamWaitEvent(stream, event, CU_EVENT_WAIT_EXTERNAL));
    SPOIL(mode, cuEventRecordWithFlags(event, stream, CU_EVENT_RECORD_EXTERNAL));
    cu.cuStreamCreate(&made_stream, 0);
    SPOIL(mode, cuStreamDestroy_v2(made_stream));
    SPOIL(mode, cuProfilerStart());
}

static void spoiling_global(void)
{
    start();
    spoil(CU_STREAM_CAPTURE_MODE_GLOBAL);
}

static void spoiling_thread_local(void)
{
    start();
    spoil(CU_STREAM_CAPTURE_MODE_THREAD_LOCAL);
}

static void spoiling_relaxed(void)
{
    start();
    spoil(CU_STREAM_CAPTURE_MODE_RELAXED);
}

/* The same with a stream that the default stream waits for. */
static void spoiling_blocking(void)
{
    start();
    cu.cuStreamCreate(&stream, 0);
    spoil(CU_STREAM_CAPTURE_MODE_RELAXED);
}

static void spoiling_blocking_global(void)
{
    start();
    cu.cuStreamCreate(&stream, 0);
    spoil(CU_STREAM_CAPTURE_MODE_GLOBAL);
}

/* Calls that spoil() leaves out. */
static void spoiling_more(void)
{
    CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_GLOBAL;
    CUstream made_stream = NULL;
    CUgraph empty = NULL;
    CUgraphExec made_exec = NULL;
    CUdeviceptr address;
    size_t total;
    float milliseconds;
    unsigned long long id;
    CUcontext owner;
    void *page = NULL;
    start();
    cu.cuGraphCreate(&empty, 0);
    cu.cuGraphInstantiateWithFlags(&made_exec, empty, 0);
    cu.cuEventRecord(event, other_stream);
    cu.cuStreamSynchronize(other_stream);
    cu.cuMemAllocHost_v2(&page, 64);
    for (int i = 0; i < 2; i++) {
        SPOIL(mode, cuEventElapsedTime(&milliseconds, event, event));
        SPOIL(mode, cuLaunchKernel(nothing, 0, 1, 1, 1, 1, 1, 0, stream, NULL, NULL));
        SPOIL(mode, cuLaunchKernel(NULL, 1, 1, 1, 1, 1, 1, 0, stream, NULL, NULL));
        SPOIL(mode, cuLaunchKernel(nothing, 1, 1, 1, 2048, 1, 1, 0, stream, NULL, NULL));
        SPOIL(mode, cuLaunchKernel(nothing, 1, 1, 1, 1, 1, 1, 1 << 20, stream, NULL, NULL));
        SPOIL(mode, cuLaunchKernel(store, 1, 1, 1, 1, 1, 1, 0, stream, NULL, NULL));
        SPOIL(mode, cuLaunchKernel(nothing, 0, 1, 1, 1, 1, 1, 0, other_stream, NULL, NULL));
        SPOIL(mode, cuLaunchCooperativeKernel(nothing, 1, 1, 1, 1, 1, 1, 0, stream, NULL));
        SPOIL(mode, cuLaunchCooperativeKernel(nothing, 1 << 20, 1, 1, 1, 1, 1, 0, stream, NULL));
        SPOIL(mode, cuMemsetD32Async(memory + 1, 1, 4, stream));
        SPOIL(mode, cuMemsetD32Async(0, 1, 4, stream));
        SPOIL(mode, cuMemcpyHtoDAsync_v2(memory, host, 1 << 20, stream));
        SPOIL(mode, cuMemcpyHtoDAsync_v2(memory, NULL, 16, stream));
        SPOIL(mode, cuLaunchHostFunc(stream, NULL, NULL));
        SPOIL(mode, cuStreamAddCallback(stream, NULL, NULL, 0));
        SPOIL(mode, cuStreamWaitEvent(stream, NULL, 0));
        SPOIL(mode, cuEventRecord(NULL, stream));
        SPOIL(mode, cuMemAllocAsync(NULL, 16, stream));
        SPOIL(mode, cuMemFreeAsync(0x1234, stream));
        SPOIL(mode, cuStreamEndCapture(stream, NULL));
        SPOIL(mode, cuGraphLaunch(NULL, stream));
        SPOIL(mode, cuGraphLaunch(made_exec, stream));
        SPOIL(mode, cuGraphLaunch(made_exec, other_stream));
        SPOIL(mode, cuGraphUpload(made_exec, stream));
        SPOIL(mode, cuGraphInstantiateWithFlags(&made_exec, empty, 0));
        SPOIL(mode, cuStreamGetId(stream, &id));
        SPOIL(mode, cuStreamGetCtx(stream, &owner));
        SPOIL(mode, cuStreamGetFlags(other_stream, (unsigned *)&id));
        SPOIL(mode, cuCtxGetLimit(&total, 0));
        SPOIL(mode, cuCtxSetLimit(0, 2048));
        SPOIL(mode, cuMemHostRegister_v2(host, 4096, 0));
        SPOIL(mode, cuMemHostUnregister(host));
        SPOIL(mode, cuMemFreeHost(page));
        SPOIL(mode, cuMemAllocPitch_v2(&address, &total, 16, 16, 4));
        SPOIL(mode, cuMemAlloc_v2(NULL, 16));
        SPOIL(mode, cuMemAlloc_v2(&address, 0));
        SPOIL(mode, cuProfilerStop());
        SPOIL(mode, cuStreamWriteValue32_v2(stream, memory, 1, 0));
        SPOIL(mode, cuMemPrefetchAsync(memory, 16, 0, stream));
        SPOIL(mode, cuStreamAttachMemAsync(stream, memory, 0, 4));
        SPOIL(mode, cuStreamCopyAttributes(stream, other_stream));
        SPOIL(mode, cuCtxSetCurrent(context));
        SPOIL(mode, cuCtxPushCurrent_v2(context));
        cu.cuStreamCreate(&made_stream, CU_STREAM_NON_BLOCKING);
        SPOIL(mode, cuStreamBeginCapture_v2(made_stream, mode));
        cu.cuMemAllocHost_v2(&page, 64);
        mode = CU_STREAM_CAPTURE_MODE_RELAXED;
    }
}

/* What a captured event answers, in each mode. */
static void captured_events(void)
{
    float milliseconds;
    for (int mode = 0; mode < 3; mode++)
        for (int call = 0; call < 4; call++) {
            start();
            SAY(cuStreamBeginCapture_v2(stream, mode));
            SAY(cuEventRecord(event, stream));
            if (call == 0)
                SAY(cuEventQuery(event));
            else if (call == 1)
                SAY(cuEventSynchronize(event));
            else if (call == 2)
                SAY(cuEventElapsedTime(&milliseconds, event, event));
            else
                SAY(cuEventDestroy_v2(event));
            SAY(cuStreamEndCapture(stream, &graph));
            SAY(cuStreamWaitEvent(other_stream, event, 0));
            SAY(cuEventRecord(event, other_stream));
            SAY(cuEventQuery(event));
        }
    /* Waited for by a stream whose capture, or the event's own, is spoilt. */
    start();
    SAY(cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
    SAY(cuEventRecord(event, stream));
    SAY(cuStreamQuery(stream));
    SAY(cuStreamWaitEvent(other_stream, event, 0));
    SAY(cuEventRecord(event, stream));
    SAY(cuStreamWaitEvent(stream, event, 0));
    SAY(cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
    SAY(cuStreamUpdateCaptureDependencies(stream, NULL, 0, 0));
    SAY(cuStreamEndCapture(stream, &graph));
}

static void forks_and_joins(void)
{
    CUstream third_stream;
    float milliseconds;
    CUevent fresh;
    start();
    cu.cuStreamCreate(&third_stream, CU_STREAM_NON_BLOCKING);
    cu.cuEventCreate(&fresh, 0);
    SAY(cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
    SAY(cuEventRecord(event, stream));
    SAY(cuStreamWaitEvent(other_stream, event, 0));
    SAY(cuLaunchKernel(nothing, 1, 1, 1, 1, 1, 1, 0, other_stream, NULL, NULL));
    SAY(cuStreamEndCapture(other_stream, &graph));
    SAY(cuStreamEndCapture(stream, &graph));
    SAY(cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
    SAY(cuEventRecord(event, stream));
    SAY(cuStreamWaitEvent(other_stream, event, 0));
    SAY(cuStreamEndCapture(stream, &graph));
    SAY(cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
    SAY(cuEventRecord(event, stream));
    SAY(cuStreamWaitEvent(other_stream, event, 0));
    SAY(cuLaunchKernel(nothing, 1, 1, 1, 1, 1, 1, 0, other_stream, NULL, NULL));
    SAY(cuEventRecord(fresh, other_stream));
    SAY(cuStreamWaitEvent(stream, fresh, 0));
    SAY(cuStreamEndCapture(stream, &graph));
    SAY(cuEventQuery(event));
    SAY(cuEventSynchronize(event));
    SAY(cuEventElapsedTime(&milliseconds, event, fresh));
    SAY(cuStreamWaitEvent(stream, event, 0));
    SAY(cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
    SAY(cuEventRecord(event, stream));
    SAY(cuEventQuery(event));
    SAY(cuEventSynchronize(event));
    SAY(cuEventElapsedTime(&milliseconds, event, event));
    SAY(cuStreamEndCapture(stream, &graph));
    SAY(cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
    SAY(cuEventRecord(event, stream));
    SAY(cuStreamBeginCapture_v2(other_stream, CU_STREAM_CAPTURE_MODE_RELAXED));
    SAY(cuStreamWaitEvent(other_stream, event, 0));
    SAY(cuStreamEndCapture(other_stream, &graph));
    SAY(cuStreamEndCapture(stream, &graph));
    SAY(cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
    SAY(cuStreamWaitEvent(stream, fresh, 0));
    SAY(cuEventRecord(fresh, other_stream));
    SAY(cuStreamEndCapture(stream, &graph));
    SAY(cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
    SAY(cuEventRecord(event, stream));
    SAY(cuStreamWaitEvent(NULL, event, 0));
    SAY(cuStreamEndCapture(stream, &graph));
    SAY(cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
    SAY(cuStreamDestroy_v2(stream));
}

static void *end_elsewhere(void *unused)
{
    cu.cuCtxSetCurrent(context);
    SAY(cuStreamEndCapture(stream, &graph));
    CUdeviceptr made;
    SAY(cuMemAlloc_v2(&made, 16));
    return unused;
}

static void threads(void)
{
    start();
    for (int mode = CU_STREAM_CAPTURE_MODE_GLOBAL; mode <= CU_STREAM_CAPTURE_MODE_RELAXED; mode++) {
        pthread_t thread;
        SAY(cuStreamBeginCapture_v2(stream, mode));
        pthread_create(&thread, NULL, end_elsewhere, NULL);
        pthread_join(thread, NULL);
        SAY(cuStreamEndCapture(stream, &graph));
    }
}

static void exchanged_mode(void)
{
    CUstreamCaptureMode own = CU_STREAM_CAPTURE_MODE_RELAXED;
    CUdeviceptr made;
    start();
    SAY(cuThreadExchangeStreamCaptureMode(NULL));
    SAY(cuThreadExchangeStreamCaptureMode(&own));
    printf("mode %d\n", own);
    SPOIL(CU_STREAM_CAPTURE_MODE_GLOBAL, cuMemAlloc_v2(&made, 16));
    own = 8;
    SAY(cuThreadExchangeStreamCaptureMode(&own));
}

static void captured_memory(void)
{
    start();
    SAY(cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
    SAY(cuMemAllocAsync(&more, 1024, stream));
    SAY(cuMemsetD8Async(more, 1, 1024, stream));
    SAY(cuMemFreeAsync(more, stream));
    SAY(cuStreamEndCapture(stream, &graph));
    SAY(cuGraphInstantiateWithFlags(&exec, graph, 0));
    SAY(cuGraphLaunch(exec, stream));
    SAY(cuStreamSynchronize(stream));
    SAY(cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
    SAY(cuGraphLaunch(exec, stream));
    SAY(cuStreamEndCapture(stream, &other_graph));
    SAY(cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
    SAY(cuMemFreeAsync(memory, stream));
    SAY(cuStreamEndCapture(stream, &other_graph));
}

static const Section sections[] = {
    {"building", building},
    {"kernel nodes", kernel_nodes},
    {"other nodes", other_nodes},
    {"memory nodes", memory_nodes},
    {"instances", instances},
    {"user objects", user_objects},
    {"capture of a stream", capture_of_a_stream},
    {"spoiling, global", spoiling_global},
    {"spoiling, thread-local", spoiling_thread_local},
    {"spoiling, relaxed", spoiling_relaxed},
    {"spoiling, a blocking stream", spoiling_blocking},
    {"spoiling, a blocking stream, global", spoiling_blocking_global},
    {"spoiling, more calls", spoiling_more},
    {"captured events", captured_events},
    {"forks and joins", forks_and_joins},
    {"threads", threads},
    {"exchanged mode", exchanged_mode},
    {"captured memory", captured_memory},
};

int main(int argument_count, char **arguments)
{
    return record(argument_count, arguments, sections, sizeof sections / sizeof sections[0]);
}
