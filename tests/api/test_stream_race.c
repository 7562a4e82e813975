/* Races between operations of streams that nothing orders: found whatever ran first; what streams,
 * events, edges of graphs, waits, atomics or flags order is none. */
#include <stdio.h>

#include "api.h"

enum { COUNT = 256, BYTES = 4 * COUNT, HALF = BYTES / 2 };

static const CulabSimApi *sim;
static CUstream one, other;
static CUdeviceptr data;

static int watch_open(void **state)
{
    CulabSimOptions options = {.size = sizeof options, .checks = CULAB_SIM_CHECK_RACE};
    context_open(state);
    sim = culabSimApi(CULAB_SIM_VERSION);
    assert_non_null(sim);
    assert_int_equal(sim->set_options(&options), 0);
    OK(cuStreamCreate(&one, CU_STREAM_NON_BLOCKING));
    OK(cuStreamCreate(&other, CU_STREAM_NON_BLOCKING));
    OK(cuMemAlloc_v2(&data, BYTES));
    OK(cuMemsetD8_v2(data, 0, BYTES));
    OK(cuCtxSynchronize());
    return 0;
}

static int watch_close(void **state)
{
    CulabSimOptions plain = {.size = sizeof plain, .strict = 1};
    assert_int_equal(sim->set_options(&plain), 0);
    sim->clear();
    return context_close(state);
}

typedef struct Found {
    int count;
    char text[900];
} Found;

static void note(void *state, const CulabSimFinding *finding)
{
    Found *found = state;
    assert_memory_equal(finding->rule, "stream-", strlen("stream-"));
    found->count++;
    snprintf(found->text, sizeof found->text, "%s: %s", finding->rule, finding->text);
}

/* `what`: NULL: nothing is found. */
static void assert_found(const char *what)
{
    Found found = {0};
    OK(cuCtxSynchronize());
    sim->findings(&found, note);
    if (what ? !found.count || !strstr(found.text, what) : found.count)
        fail_msg("%d findings: %s", found.count, found.text);
    sim->clear();
}

static void scale(CUdeviceptr from, unsigned count, CUstream stream)
{
    float factor = 2;
    void *arguments[] = {&from, &count, &factor};
    OK(cuLaunchKernel(function("scale"), (count + 63) / 64, 1, 1, 64, 1, 1, 0, stream, arguments,
                      NULL));
}

static void two_kernels(void **state)
{
    (void)state;
    scale(data, COUNT, one);
    scale(data, COUNT, other);
    assert_found("Race on global memory");
    scale(data, COUNT / 2, one);
    scale(data + HALF, COUNT / 2, other);
    assert_found(NULL);
    scale(data, COUNT / 2 + 1, one);
    scale(data + HALF, COUNT / 2, other);
    assert_found("of scale (launch");
    scale(data, COUNT, one);
    scale(data, COUNT, one);
    assert_found(NULL);
}

static void copies_and_fills(void **state)
{
    (void)state;
    CUdeviceptr copy;
    OK(cuMemAlloc_v2(&copy, BYTES));
    scale(data, COUNT, one);
    OK(cuMemcpyDtoDAsync_v2(copy, data, BYTES, other));
    assert_found("a copy or fill reads it");
    OK(cuMemcpyDtoDAsync_v2(copy, data, BYTES, other));
    scale(data, COUNT, one);
    assert_found("a copy or fill reads it");
    OK(cuMemsetD32Async(data, 0, COUNT, one));
    OK(cuMemcpyDtoDAsync_v2(copy, data, BYTES, other));
    assert_found("a copy or fill");
    OK(cuMemsetD32Async(data, 0, COUNT / 2, one));
    OK(cuMemcpyDtoDAsync_v2(copy, data + HALF, HALF, other));
    assert_found(NULL);
}

/* Memory in stream order is there, for other streams, behind its allocation and before its free. */
static void allocations(void **state)
{
    (void)state;
    CUdeviceptr made;
    CUevent event;
    OK(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
    OK(cuMemAllocAsync(&made, BYTES, one)); /* in an idle stream: at once */
    OK(cuMemsetD32Async(made, 0, COUNT, other));
    assert_found(NULL);
    OK(cuMemFree_v2(made));
    scale(data, COUNT, one);
    OK(cuMemAllocAsync(&made, BYTES, one));
    OK(cuMemsetD32Async(made, 0, COUNT, other));
    assert_found("cuMemAllocAsync() allocates it");
    OK(cuMemFree_v2(made));
    scale(data, COUNT, one);
    OK(cuMemAllocAsync(&made, BYTES, one));
    scale(made, COUNT, other);
    assert_found("cuMemAllocAsync() allocates it");
    OK(cuMemFreeAsync(made, one));
    OK(cuStreamSynchronize(one));
    OK(cuMemAllocAsync(&made, BYTES, one));
    OK(cuEventRecord(event, one));
    OK(cuStreamWaitEvent(other, event, 0));
    scale(made, COUNT, other);
    OK(cuEventRecord(event, other));
    OK(cuStreamWaitEvent(one, event, 0));
    OK(cuMemFreeAsync(made, one));
    OK(cuMemAllocAsync(&made, BYTES, one));
    scale(made, COUNT, one);
    OK(cuStreamSynchronize(one));
    scale(made, COUNT, other);
    assert_found(NULL);
    OK(cuMemFree_v2(made));
    OK(cuEventDestroy(event));
}

static void events(void **state)
{
    (void)state;
    CUevent event;
    OK(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
    scale(data, COUNT, one);
    OK(cuEventRecord(event, one));
    OK(cuStreamWaitEvent(other, event, 0));
    scale(data, COUNT, other);
    assert_found(NULL);
    OK(cuEventRecord(event, one)); /* too early */
    scale(data, COUNT, one);
    OK(cuStreamWaitEvent(other, event, 0));
    scale(data, COUNT, other);
    assert_found("cuStreamWaitEvent");
    scale(data, COUNT, one);
    OK(cuStreamSynchronize(one));
    scale(data, COUNT, other);
    assert_found(NULL);
}

static void default_streams(void **state)
{
    (void)state;
    CUstream blocking;
    OK(cuStreamCreate(&blocking, CU_STREAM_DEFAULT));
    scale(data, COUNT, blocking);
    scale(data, COUNT, NULL);
    scale(data, COUNT, blocking);
    assert_found(NULL);
    scale(data, COUNT, NULL);
    scale(data, COUNT, one);
    assert_found("between streams");
}

static CUgraphNode node_of(CUgraph graph, const CUgraphNode *after)
{
    unsigned count = COUNT;
    float factor = 2;
    void *arguments[] = {&data, &count, &factor};
    CUDA_KERNEL_NODE_PARAMS params = {.func = function("scale"),
                                      .gridDimX = COUNT / 64,
                                      .gridDimY = 1,
                                      .gridDimZ = 1,
                                      .blockDimX = 64,
                                      .blockDimY = 1,
                                      .blockDimZ = 1,
                                      .kernelParams = arguments};
    CUgraphNode node;
    OK(cuGraphAddKernelNode_v2(&node, graph, after, after != NULL, &params));
    return node;
}

static void edges_of_graphs(void **state)
{
    (void)state;
    CUgraph graph;
    CUgraphExec exec;
    OK(cuGraphCreate(&graph, 0));
    CUgraphNode first = node_of(graph, NULL);
    CUgraphNode second = node_of(graph, &first);
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    OK(cuGraphLaunch(exec, one));
    OK(cuGraphLaunch(exec, one));
    assert_found(NULL);
    node_of(graph, &first); /* beside the second */
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    OK(cuGraphLaunch(exec, one));
    assert_found("in a graph an edge");
    (void)second;
}

static void frees(void **state)
{
    (void)state;
    CUdeviceptr pooled;
    CUevent event;
    OK(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
    OK(cuMemAllocAsync(&pooled, BYTES, one));
    OK(cuMemsetD8Async(pooled, 0, BYTES, one));
    OK(cuEventRecord(event, one));
    OK(cuStreamWaitEvent(other, event, 0));
    scale(pooled, COUNT, other);
    OK(cuMemFreeAsync(pooled, one));
    assert_found("cuMemFreeAsync() frees it");
    OK(cuMemAllocAsync(&pooled, BYTES, one));
    OK(cuMemsetD8Async(pooled, 0, BYTES, one));
    OK(cuMemFreeAsync(pooled, one));
    assert_found(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(two_kernels, watch_open, watch_close),
        cmocka_unit_test_setup_teardown(copies_and_fills, watch_open, watch_close),
        cmocka_unit_test_setup_teardown(allocations, watch_open, watch_close),
        cmocka_unit_test_setup_teardown(events, watch_open, watch_close),
        cmocka_unit_test_setup_teardown(default_streams, watch_open, watch_close),
        cmocka_unit_test_setup_teardown(edges_of_graphs, watch_open, watch_close),
        cmocka_unit_test_setup_teardown(frees, watch_open, watch_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
