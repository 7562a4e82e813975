/* Graphs: built by hand, launched, updated, and what they compute. */
#include "api.h"

#include <stdbool.h>
#include <stdio.h>

static CUstream stream;
static CUdeviceptr memory;
static uint32_t *words;
static CUgraph graph;
static CUgraphExec exec;
static CUgraphNode nodes[4];
static int calls;

static int graph_open(void **state)
{
    context_open(state);
    OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    OK(cuMemAllocManaged(&memory, 256, CU_MEM_ATTACH_GLOBAL));
    words = (uint32_t *)(uintptr_t)memory;
    memset(words, 0, 256);
    OK(cuGraphCreate(&graph, 0));
    exec = NULL;
    calls = 0;
    return 0;
}

static int graph_close(void **state)
{
    if (exec)
        OK(cuGraphExecDestroy(exec));
    OK(cuGraphDestroy(graph));
    return context_close(state);
}

/* A node that stores `value` at word `at`. */
static CUgraphNode store_add(CUgraph into, unsigned at, unsigned value, const CUgraphNode *after)
{
    CUdeviceptr address = memory + 4 * at;
    void *arguments[] = {&address, &value};
    CUDA_KERNEL_NODE_PARAMS params = {function("store"), 1,    1,    1,   1, 1, 1, 0,
                                      arguments,         NULL, NULL, NULL};
    CUgraphNode node;
    OK(cuGraphAddKernelNode_v2(&node, into, after, after ? 1 : 0, &params));
    return node;
}

static void run(void)
{
    OK(cuGraphLaunch(exec, stream));
    OK(cuStreamSynchronize(stream));
}

static void nodes_run_in_the_order_of_their_edges(void **state)
{
    (void)state;
    nodes[0] = store_add(graph, 0, 1, NULL);
    nodes[1] = store_add(graph, 0, 2, &nodes[0]);
    nodes[2] = store_add(graph, 0, 3, &nodes[1]);
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    assert_int_equal(words[0], 0);
    run();
    assert_int_equal(words[0], 3);
    OK(cuGraphRemoveDependencies(graph, &nodes[1], &nodes[2], 1));
    OK(cuGraphAddDependencies(graph, &nodes[2], &nodes[0], 1));
    run(); /* what was instantiated stays as it was */
    assert_int_equal(words[0], 3);
    OK(cuGraphExecDestroy(exec));
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    run();
    assert_int_equal(words[0], 2);
}

static void a_missing_edge_shows(void **state)
{
    (void)state;
    store_add(graph, 0, 1, NULL);
    store_add(graph, 0, 2, NULL);
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    run();
    assert_int_equal(words[0], 1); /* not the order in which they were added */
}

static void count_call(void *user)
{
    ++*(int *)user;
}

static void all_kinds_of_work(void **state)
{
    (void)state;
    static uint32_t host[4] = {5, 6, 7, 8}, back[4];
    CUDA_MEMCPY3D in = {.srcMemoryType = CU_MEMORYTYPE_HOST,
                        .srcHost = host,
                        .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                        .dstDevice = memory,
                        .WidthInBytes = 16,
                        .Height = 1,
                        .Depth = 1};
    CUDA_MEMCPY3D out = {.srcMemoryType = CU_MEMORYTYPE_DEVICE,
                         .srcDevice = memory,
                         .dstMemoryType = CU_MEMORYTYPE_HOST,
                         .dstHost = back,
                         .WidthInBytes = 16,
                         .Height = 1,
                         .Depth = 1};
    CUDA_MEMSET_NODE_PARAMS set = {
        .dst = memory + 4, .value = 9, .elementSize = 4, .width = 1, .height = 1};
    CUDA_HOST_NODE_PARAMS call = {count_call, &calls};
    CUevent before, after;
    CUgraphNode first;
    float milliseconds;
    OK(cuEventCreate(&before, 0));
    OK(cuEventCreate(&after, 0));
    OK(cuGraphAddEventRecordNode(&first, graph, NULL, 0, before));
    OK(cuGraphAddMemcpyNode(&nodes[0], graph, &first, 1, &in, context));
    OK(cuGraphAddMemsetNode(&nodes[1], graph, &nodes[0], 1, &set, context));
    OK(cuGraphAddHostNode(&nodes[2], graph, &nodes[1], 1, &call));
    OK(cuGraphAddMemcpyNode(&nodes[3], graph, &nodes[2], 1, &out, context));
    OK(cuGraphAddEventRecordNode(&first, graph, &nodes[3], 1, after));
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    host[3] = 80; /* read when the graph runs, not before */
    run();
    assert_int_equal(back[0], 5);
    assert_int_equal(back[1], 9);
    assert_int_equal(back[3], 80);
    assert_int_equal(calls, 1);
    OK(cuEventElapsedTime(&milliseconds, before, after));
    assert_true(milliseconds > 0);
    OK(cuGraphNodeSetEnabled(exec, nodes[1], 0));
    run();
    assert_int_equal(back[1], 6);
    assert_int_equal(calls, 2);
}

static void branches_run_side_by_side_in_simulated_time(void **state)
{
    (void)state;
    CUevent before, after;
    float serial, parallel;
    OK(cuEventCreate(&before, 0));
    OK(cuEventCreate(&after, 0));
    for (unsigned i = 0; i < 8; i++)
        store_add(graph, i, i + 1, NULL);
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    OK(cuEventRecord(before, stream));
    OK(cuGraphLaunch(exec, stream));
    OK(cuEventRecord(after, stream));
    OK(cuStreamSynchronize(stream));
    OK(cuEventElapsedTime(&parallel, before, after));
    CUgraph line;
    CUgraphExec line_exec;
    OK(cuGraphCreate(&line, 0));
    CUgraphNode last = store_add(line, 0, 1, NULL);
    for (unsigned i = 1; i < 8; i++)
        last = store_add(line, i, i + 1, &last);
    OK(cuGraphInstantiateWithFlags(&line_exec, line, 0));
    OK(cuEventRecord(before, stream));
    OK(cuGraphLaunch(line_exec, stream));
    OK(cuEventRecord(after, stream));
    OK(cuStreamSynchronize(stream));
    OK(cuEventElapsedTime(&serial, before, after));
    assert_true(serial > 7 * parallel);
    OK(cuGraphExecDestroy(line_exec));
    OK(cuGraphDestroy(line));
}

static void children_and_clones(void **state)
{
    (void)state;
    CUgraph child, clone, inner;
    CUgraphNode found;
    OK(cuGraphCreate(&child, 0));
    nodes[0] = store_add(child, 1, 10, NULL);
    nodes[1] = store_add(graph, 0, 1, NULL);
    OK(cuGraphAddChildGraphNode(&nodes[2], graph, &nodes[1], 1, child));
    nodes[3] = store_add(graph, 1, 11, &nodes[2]);
    OK(cuGraphDestroy(child));
    OK(cuGraphChildGraphNodeGetGraph(nodes[2], &inner));
    IS(CUDA_ERROR_INVALID_VALUE, cuGraphDestroy(inner));
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    run();
    assert_int_equal(words[0], 1);
    assert_int_equal(words[1], 11);
    OK(cuGraphClone(&clone, graph));
    OK(cuGraphNodeFindInClone(&found, nodes[3], clone));
    OK(cuGraphDestroyNode(found));
    OK(cuGraphExecDestroy(exec));
    OK(cuGraphInstantiateWithFlags(&exec, clone, 0));
    run();
    assert_int_equal(words[1], 10);
    OK(cuGraphDestroy(clone));
    run(); /* without the graph that it was made from */
}

static void lists_of_nodes_and_edges(void **state)
{
    (void)state;
    CUgraphNode got[4], from[4], to[4];
    size_t count = 0;
    nodes[0] = store_add(graph, 0, 1, NULL);
    nodes[1] = store_add(graph, 0, 2, &nodes[0]);
    nodes[2] = store_add(graph, 0, 3, &nodes[0]);
    OK(cuGraphGetNodes(graph, NULL, &count));
    assert_int_equal(count, 3);
    count = 4;
    OK(cuGraphGetNodes(graph, got, &count));
    assert_int_equal(count, 3);
    assert_ptr_equal(got[1], nodes[1]);
    assert_null(got[3]);
    count = 4;
    OK(cuGraphGetRootNodes(graph, got, &count));
    assert_int_equal(count, 1);
    count = 4;
    OK(cuGraphGetEdges(graph, from, to, &count));
    assert_int_equal(count, 2);
    assert_ptr_equal(to[1], nodes[2]);
    count = 4;
    OK(cuGraphNodeGetDependentNodes(nodes[0], got, &count));
    assert_int_equal(count, 2);
    count = 4;
    OK(cuGraphNodeGetDependencies(nodes[2], got, &count));
    assert_int_equal(count, 1);
    assert_ptr_equal(got[0], nodes[0]);
}

static void parameters_can_be_changed(void **state)
{
    (void)state;
    CUDA_KERNEL_NODE_PARAMS params;
    CUdeviceptr address = memory + 8;
    unsigned value = 77;
    void *arguments[] = {&address, &value};
    nodes[0] = store_add(graph, 0, 1, NULL);
    OK(cuGraphKernelNodeGetParams_v2(nodes[0], &params));
    assert_int_equal(*(CUdeviceptr *)params.kernelParams[0], memory);
    assert_int_equal(*(unsigned *)params.kernelParams[1], 1);
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    params.kernelParams = arguments;
    OK(cuGraphExecKernelNodeSetParams_v2(exec, nodes[0], &params));
    run();
    assert_int_equal(words[0], 0);
    assert_int_equal(words[2], 77);
    CUgraph other;
    CUgraphExecUpdateResultInfo info;
    OK(cuGraphCreate(&other, 0));
    CUgraphNode changed = store_add(other, 3, 88, NULL);
    OK(cuGraphExecUpdate_v2(exec, other, &info));
    run();
    assert_int_equal(words[3], 88);
    store_add(other, 3, 99, &changed);
    IS(CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE, cuGraphExecUpdate_v2(exec, other, &info));
    assert_int_equal(info.result, CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED);
    OK(cuGraphDestroy(other));
}

static void memory_of_graphs(void **state)
{
    (void)state;
    CUDA_MEM_ALLOC_NODE_PARAMS params = {
        .poolProps = {.allocType = CU_MEM_ALLOCATION_TYPE_PINNED,
                      .location = {CU_MEM_LOCATION_TYPE_DEVICE, 0}},
        .bytesize = 64};
    uint64_t used;
    OK(cuGraphAddMemAllocNode(&nodes[0], graph, NULL, 0, &params));
    CUDA_MEMSET_NODE_PARAMS set = {
        .dst = params.dptr, .value = 4, .elementSize = 4, .width = 16, .height = 1};
    OK(cuGraphAddMemsetNode(&nodes[1], graph, nodes, 1, &set, context));
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    run();
    OK(cuDeviceGetGraphMemAttribute(0, CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT, &used));
    assert_int_equal(used, 64);
    uint32_t got;
    OK(cuMemcpyDtoH_v2(&got, params.dptr, 4));
    assert_int_equal(got, 4);
    IS(CUDA_ERROR_INVALID_VALUE, cuGraphLaunch(exec, stream));
    OK(cuMemFreeAsync(params.dptr, stream));
    run();
    OK(cuMemFree_v2(params.dptr));
    for (int which = CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT;
         which <= CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH; which++) {
        OK(cuDeviceGetGraphMemAttribute(0, (CUgraphMem_attribute)which, &used));
        assert_int_equal(used, 64); /* kept for the next launch */
    }
    OK(cuGraphExecDestroy(exec));
    OK(cuDeviceGetGraphMemAttribute(0, CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT, &used));
    assert_int_equal(used, 64);
    OK(cuDeviceGraphMemTrim(0));
    OK(cuDeviceGetGraphMemAttribute(0, CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT, &used));
    assert_int_equal(used, 0);
    OK(cuDeviceGetGraphMemAttribute(0, CU_GRAPH_MEM_ATTR_USED_MEM_HIGH, &used));
    assert_true(used >= 64);
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
}

static void user_objects_live_as_long_as_graphs(void **state)
{
    (void)state;
    CUuserObject object;
    OK(cuUserObjectCreate(&object, &calls, count_call, 1, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC));
    OK(cuGraphRetainUserObject(graph, object, 1, CU_GRAPH_USER_OBJECT_MOVE));
    store_add(graph, 0, 1, NULL);
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    OK(cuGraphReleaseUserObject(graph, object, 1));
    assert_int_equal(calls, 0);
    OK(cuGraphLaunch(exec, stream));
    OK(cuGraphExecDestroy(exec));
    exec = NULL;
    assert_int_equal(calls, 0); /* the launch is pending */
    OK(cuStreamSynchronize(stream));
    assert_int_equal(calls, 1);
}

/* The executable graph keeps what it does now alive, and nothing else; a refused update takes
 * nothing. */
static void updates_change_what_is_kept(void **state)
{
    (void)state;
    int kept[3] = {0};
    CUgraph graphs[3];
    CUgraphExecUpdateResultInfo info;
    for (int i = 0; i < 3; i++) {
        CUuserObject object;
        OK(cuGraphCreate(&graphs[i], 0));
        OK(cuUserObjectCreate(&object, &kept[i], count_call, 1, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC));
        OK(cuGraphRetainUserObject(graphs[i], object, 1, CU_GRAPH_USER_OBJECT_MOVE));
        store_add(graphs[i], 0, 1, NULL);
    }
    store_add(graphs[2], 0, 1, NULL);
    OK(cuGraphInstantiateWithFlags(&exec, graphs[0], 0));
    OK(cuGraphDestroy(graphs[0]));
    OK(cuGraphExecUpdate_v2(exec, graphs[1], &info));
    assert_int_equal(kept[0], 1);
    OK(cuGraphDestroy(graphs[1]));
    assert_int_equal(kept[1], 0);
    IS(CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE, cuGraphExecUpdate_v2(exec, graphs[2], &info));
    OK(cuGraphDestroy(graphs[2]));
    assert_int_equal(kept[2], 1);
    OK(cuGraphExecDestroy(exec));
    exec = NULL;
    assert_int_equal(kept[1], 1);
}

/* Attributes that change nothing are told back, and go along with copies and captures. */
static void hints_are_kept(void **state)
{
    (void)state;
    struct {
        void *base;
        size_t bytes;
        float ratio;
        int hit, miss;
    } window = {NULL, 4096, 0.5f, 2, 1};
    CUlaunchAttributeValue value = {{0}}, got;
    CUstream other;
    memcpy(&value, &window, sizeof window);
    OK(cuStreamSetAttribute(stream, CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW, &value));
    OK(cuStreamCreate(&other, CU_STREAM_NON_BLOCKING));
    OK(cuStreamCopyAttributes(other, stream));
    OK(cuStreamGetAttribute(other, CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW, &got));
    assert_memory_equal(&got, &window, sizeof window);
    nodes[0] = store_add(graph, 0, 1, NULL);
    nodes[1] = store_add(graph, 0, 2, NULL);
    OK(cuGraphKernelNodeSetAttribute(nodes[0], CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW, &value));
    OK(cuGraphKernelNodeCopyAttributes(nodes[1], nodes[0]));
    OK(cuGraphKernelNodeGetAttribute(nodes[1], CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW, &got));
    assert_memory_equal(&got, &window, sizeof window);
    window.ratio = 2;
    memcpy(&value, &window, sizeof window);
    IS(CUDA_ERROR_INVALID_VALUE,
       cuStreamSetAttribute(stream, CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW, &value));
    OK(cuStreamDestroy_v2(other));
}

static void graphs_are_printed(void **state)
{
    (void)state;
    char path[] = "/tmp/graph-XXXXXX", line[256];
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    FILE *file = fdopen(descriptor, "r");
    nodes[0] = store_add(graph, 0, 1, NULL);
    nodes[1] = store_add(graph, 0, 2, &nodes[0]);
    OK(cuGraphDebugDotPrint(graph, path, CU_GRAPH_DEBUG_DOT_FLAGS_VERBOSE));
    bool kernel = false, edge = false;
    while (fgets(line, sizeof line, file)) {
        kernel = kernel || strstr(line, "store");
        edge = edge || strstr(line, "->");
    }
    assert_true(kernel && edge);
    fclose(file);
    remove(path);
}

static void many_nodes(void **state)
{
    (void)state;
    CUgraphNode last = store_add(graph, 0, 0, NULL);
    for (unsigned i = 1; i < 3000; i++)
        last = store_add(graph, i % 64, i, &last);
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    run();
    assert_int_equal(words[2999 % 64], 2999);
}

static void an_unloaded_module_is_noticed(void **state)
{
    (void)state;
    store_add(graph, 0, 1, NULL);
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    OK(cuModuleUnload(module));
    IS(CUDA_ERROR_INVALID_HANDLE, cuGraphLaunch(exec, stream));
}

#define GRAPH_TEST(name) cmocka_unit_test_setup_teardown(name, graph_open, graph_close)

int main(void)
{
    const struct CMUnitTest tests[] = {
        GRAPH_TEST(nodes_run_in_the_order_of_their_edges),
        GRAPH_TEST(a_missing_edge_shows),
        GRAPH_TEST(all_kinds_of_work),
        GRAPH_TEST(branches_run_side_by_side_in_simulated_time),
        GRAPH_TEST(children_and_clones),
        GRAPH_TEST(lists_of_nodes_and_edges),
        GRAPH_TEST(parameters_can_be_changed),
        GRAPH_TEST(memory_of_graphs),
        GRAPH_TEST(user_objects_live_as_long_as_graphs),
        GRAPH_TEST(updates_change_what_is_kept),
        GRAPH_TEST(hints_are_kept),
        GRAPH_TEST(graphs_are_printed),
        GRAPH_TEST(many_nodes),
        GRAPH_TEST(an_unloaded_module_is_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
