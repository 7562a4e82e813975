/* Stream capture: what becomes a node, forks and joins, and what spoils a capture. */
#include "api.h"

static CUstream stream, other;
static CUevent event, joined;
static CUdeviceptr memory;
static volatile uint32_t *words;
static CUgraph graph;
static CUgraphExec exec;

static int capture_open(void **state)
{
    context_open(state);
    OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    OK(cuStreamCreate(&other, CU_STREAM_NON_BLOCKING));
    OK(cuEventCreate(&event, 0));
    OK(cuEventCreate(&joined, 0));
    OK(cuMemAllocManaged(&memory, 256, CU_MEM_ATTACH_GLOBAL));
    words = (volatile uint32_t *)(uintptr_t)memory;
    memset((void *)words, 0, 256);
    return 0;
}

static void store(CUstream in, unsigned at, unsigned value)
{
    CUdeviceptr address = memory + 4 * at;
    void *arguments[] = {&address, &value};
    OK(cuLaunchKernel(function("store"), 1, 1, 1, 1, 1, 1, 0, in, arguments, NULL));
}

static void end_and_run(size_t expected_nodes)
{
    size_t count;
    OK(cuStreamEndCapture(stream, &graph));
    OK(cuGraphGetNodes(graph, NULL, &count));
    assert_int_equal(count, expected_nodes);
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    OK(cuGraphLaunch(exec, stream));
    OK(cuStreamSynchronize(stream));
    OK(cuGraphExecDestroy(exec));
    OK(cuGraphDestroy(graph));
}

static void count_call(void *user)
{
    ++*(int *)user;
}

static void work_becomes_nodes(void **state)
{
    (void)state;
    int calls = 0;
    static uint32_t host[2] = {3, 4};
    CUdeviceptr made;
    OK(cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
    store(stream, 0, 1);
    OK(cuMemcpyHtoDAsync_v2(memory + 4, host, 8, stream));
    OK(cuMemsetD32Async(memory + 12, 5, 2, stream));
    OK(cuLaunchHostFunc(stream, count_call, &calls));
    OK(cuMemAllocAsync(&made, 64, stream));
    OK(cuMemcpyDtoDAsync_v2(made, memory + 4, 4, stream));
    OK(cuMemcpyDtoDAsync_v2(memory + 20, made, 4, stream));
    OK(cuMemFreeAsync(made, stream));
    assert_int_equal(words[0], 0);
    end_and_run(8);
    assert_int_equal(words[0], 1);
    assert_int_equal(words[2], 4);
    assert_int_equal(words[4], 5);
    assert_int_equal(words[5], 3);
    assert_int_equal(calls, 1);
}

static void forks_join_again(void **state)
{
    (void)state;
    CUstreamCaptureStatus status;
    OK(cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
    store(stream, 0, 1);
    OK(cuEventRecord(event, stream));
    OK(cuStreamWaitEvent(other, event, 0));
    OK(cuStreamIsCapturing(other, &status));
    assert_int_equal(status, CU_STREAM_CAPTURE_STATUS_ACTIVE);
    store(other, 0, 2);
    store(stream, 1, 7);
    OK(cuEventRecord(joined, other));
    OK(cuStreamWaitEvent(stream, joined, 0));
    store(stream, 0, 3);
    const CUgraphNode *dependencies;
    uint64_t id;
    size_t count;
    OK(cuStreamGetCaptureInfo_v2(stream, &status, &id, &graph, &dependencies, &count));
    assert_int_equal(count, 1);
    OK(cuGraphNodeGetDependencies(dependencies[0], NULL, &count));
    assert_int_equal(count, 2);
    end_and_run(4);
    assert_int_equal(words[0], 3);
    assert_int_equal(words[1], 7);
    OK(cuStreamIsCapturing(other, &status));
    assert_int_equal(status, CU_STREAM_CAPTURE_STATUS_NONE);
}

static void an_unjoined_fork_is_refused(void **state)
{
    (void)state;
    OK(cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
    OK(cuEventRecord(event, stream));
    OK(cuStreamWaitEvent(other, event, 0));
    store(other, 0, 2);
    IS(CUDA_ERROR_STREAM_CAPTURE_UNJOINED, cuStreamEndCapture(stream, &graph));
    assert_null(graph);
    store(other, 0, 4); /* works again */
    OK(cuStreamSynchronize(other));
    assert_int_equal(words[0], 4);
}

static void waiting_spoils_a_capture(void **state)
{
    (void)state;
    OK(cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
    IS(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, cuStreamSynchronize(stream));
    IS(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, cuStreamEndCapture(stream, &graph));
    assert_null(graph);
}

static void the_default_stream_spoils_a_blocking_capture(void **state)
{
    (void)state;
    CUstream blocking;
    OK(cuStreamCreate(&blocking, CU_STREAM_DEFAULT));
    OK(cuStreamBeginCapture_v2(blocking, CU_STREAM_CAPTURE_MODE_RELAXED));
    IS(CUDA_ERROR_STREAM_CAPTURE_IMPLICIT,
       cuLaunchKernel(function("nothing"), 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
    IS(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, cuStreamEndCapture(blocking, &graph));
}

static void capture_into_a_graph(void **state)
{
    (void)state;
    CUgraph into, same;
    CUgraphNode first;
    OK(cuGraphCreate(&into, 0));
    OK(cuGraphAddEmptyNode(&first, into, NULL, 0));
    OK(cuStreamBeginCaptureToGraph(stream, into, &first, NULL, 1, CU_STREAM_CAPTURE_MODE_GLOBAL));
    store(stream, 0, 6);
    OK(cuStreamEndCapture(stream, &same));
    assert_ptr_equal(same, into);
    OK(cuGraphInstantiateWithFlags(&exec, into, 0));
    OK(cuGraphLaunch(exec, stream));
    OK(cuStreamSynchronize(stream));
    assert_int_equal(words[0], 6);
    OK(cuGraphExecDestroy(exec));
    OK(cuGraphDestroy(into));
}

static void a_stream_can_go_while_it_captures(void **state)
{
    (void)state;
    OK(cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
    store(stream, 0, 1);
    OK(cuEventRecord(event, stream));
    OK(cuStreamWaitEvent(other, event, 0));
    OK(cuCtxSetCurrent(NULL));
    OK(cuDevicePrimaryCtxReset_v2(0));
    OK(cuDevicePrimaryCtxRetain(&context, 0));
    OK(cuCtxSetCurrent(context));
}

#define CAPTURE_TEST(name) cmocka_unit_test_setup_teardown(name, capture_open, context_close)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CAPTURE_TEST(work_becomes_nodes),
        CAPTURE_TEST(forks_join_again),
        CAPTURE_TEST(an_unjoined_fork_is_refused),
        CAPTURE_TEST(waiting_spoils_a_capture),
        CAPTURE_TEST(the_default_stream_spoils_a_blocking_capture),
        CAPTURE_TEST(capture_into_a_graph),
        CAPTURE_TEST(a_stream_can_go_while_it_captures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
