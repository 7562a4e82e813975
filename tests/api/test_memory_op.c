/* Streams that wait for values in memory and write them. */
#include "api.h"

#include <pthread.h>

static CUstream waiting, writing;
static CUdeviceptr flag, result;

static void streams_make(void)
{
    OK(cuStreamCreate(&waiting, CU_STREAM_NON_BLOCKING));
    OK(cuStreamCreate(&writing, CU_STREAM_NON_BLOCKING));
    OK(cuMemAlloc_v2(&flag, 64));
    OK(cuMemAlloc_v2(&result, 64));
    OK(cuMemsetD32_v2(flag, 0, 16));
    OK(cuMemsetD32_v2(result, 0, 16));
    OK(cuCtxSynchronize());
}

static unsigned load(CUdeviceptr address)
{
    unsigned value;
    OK(cuMemcpyDtoH_v2(&value, address, sizeof value));
    return value;
}

/* The stream that is waited for waits for another, which must run for it. */
static void another_stream_writes(void **state)
{
    (void)state;
    streams_make();
    OK(cuStreamWaitValue32_v2(waiting, flag, 3, CU_STREAM_WAIT_VALUE_EQ));
    OK(cuMemcpyDtoDAsync_v2(result, flag + 4, 4, waiting));
    OK(cuMemsetD32Async(flag + 4, 55, 1, writing));
    OK(cuStreamWriteValue32_v2(writing, flag, 3, 0));
    OK(cuStreamSynchronize(waiting));
    assert_int_equal(load(result), 55);
}

static void a_kernel_writes(void **state)
{
    (void)state;
    streams_make();
    unsigned value = 0x100;
    void *arguments[] = {&flag, &value};
    OK(cuStreamWaitValue32(waiting, flag, 0x300, CU_STREAM_WAIT_VALUE_AND));
    OK(cuStreamWriteValue32(waiting, result, 1, 0));
    OK(cuLaunchKernel(function("store"), 1, 1, 1, 1, 1, 1, 0, writing, arguments, NULL));
    OK(cuStreamSynchronize(waiting));
    assert_int_equal(load(result), 1);
}

static void conditions(void **state)
{
    (void)state;
    streams_make();
    OK(cuStreamWriteValue64(writing, flag, UINT64_C(0x100000005), 0));
    OK(cuStreamWaitValue64(writing, flag, UINT64_C(0x100000004), CU_STREAM_WAIT_VALUE_GEQ));
    OK(cuStreamWaitValue64(writing, flag, UINT64_C(0x100000000), CU_STREAM_WAIT_VALUE_AND));
    OK(cuStreamWaitValue64(writing, flag, UINT64_C(5), CU_STREAM_WAIT_VALUE_NOR));
    OK(cuStreamWriteValue32(writing, flag, 1, 0));
    OK(cuStreamWaitValue32(writing, flag, 0xfffffff0, CU_STREAM_WAIT_VALUE_GEQ)); /* cyclic */
    OK(cuStreamSynchronize(writing));
}

static void *write_late(void *host)
{
    OK(cuCtxSetCurrent(context));
    OK(cuMemcpyHtoD_v2(result + 32, "late", 4));
    __atomic_store_n((volatile unsigned *)host, 9, __ATOMIC_RELEASE);
    return NULL;
}

/* The host's thread that waits doesn't keep the one that writes from doing so. */
static void the_host_writes(void **state)
{
    (void)state;
    unsigned *host;
    pthread_t thread;
    streams_make();
    OK(cuMemHostAlloc((void **)&host, 64, CU_MEMHOSTALLOC_DEVICEMAP));
    *host = 0;
    OK(cuStreamWaitValue32(waiting, (CUdeviceptr)(uintptr_t)host, 9, CU_STREAM_WAIT_VALUE_GEQ));
    OK(cuStreamWriteValue32(waiting, result, 4, 0));
    IS(CUDA_ERROR_NOT_READY, cuStreamQuery(waiting));
    assert_int_equal(pthread_create(&thread, NULL, write_late, host), 0);
    OK(cuStreamSynchronize(waiting));
    pthread_join(thread, NULL);
    assert_int_equal(load(result), 4);
    OK(cuMemFreeHost(host));
}

static int deadlocks;

static void deadlock_count(void *state, const CulabSimFinding *finding)
{
    (void)state;
    deadlocks += !strcmp(finding->rule, "deadlock") && finding->address == flag;
}

/* Nothing could write it: a fault that tells, and not a program that hangs. */
static void nobody_writes(void **state)
{
    (void)state;
    streams_make();
    culabSimApi(1)->clear();
    OK(cuStreamWaitValue32(waiting, flag, 1, CU_STREAM_WAIT_VALUE_EQ));
    for (int i = 0; i < 3000; i++) /* more than a queue takes before it makes the host pause */
        OK(cuStreamWriteValue32(waiting, result, 1, 0));
    IS(CUDA_ERROR_LAUNCH_TIMEOUT, cuStreamSynchronize(waiting));
    IS(CUDA_ERROR_LAUNCH_TIMEOUT, cuCtxSynchronize());
    culabSimApi(1)->findings(NULL, deadlock_count);
    assert_int_equal(deadlocks, 1);
}

static void batches(void **state)
{
    (void)state;
    streams_make();
    CUstreamBatchMemOpParams ops[] = {
        {.writeValue = {CU_STREAM_MEM_OP_WRITE_VALUE_32, flag, {.value = 1}, 0, 0}},
        {.waitValue = {CU_STREAM_MEM_OP_WAIT_VALUE_32, flag + 4, {.value = 2}, 0, 0}},
        {.memoryBarrier = {CU_STREAM_MEM_OP_BARRIER, 0}},
        {.writeValue = {CU_STREAM_MEM_OP_WRITE_VALUE_64, result, {.value64 = 77}, 0, 0}},
    };
    OK(cuStreamBatchMemOp_v2(waiting, 4, ops, 0));
    OK(cuStreamWaitValue32(writing, flag, 1, CU_STREAM_WAIT_VALUE_EQ));
    OK(cuStreamWriteValue32(writing, flag + 4, 2, 0));
    OK(cuStreamSynchronize(waiting));
    assert_int_equal(load(result), 77);
}

static void nodes(void **state)
{
    (void)state;
    CUgraph graph;
    CUgraphNode node;
    CUgraphExec exec;
    streams_make();
    CUstreamBatchMemOpParams op = {
        .writeValue = {CU_STREAM_MEM_OP_WRITE_VALUE_32, result, {.value = 12}, 0, 0}};
    CUDA_BATCH_MEM_OP_NODE_PARAMS params = {.ctx = context, .count = 1, .paramArray = &op}, told;
    OK(cuGraphCreate(&graph, 0));
    OK(cuGraphAddBatchMemOpNode(&node, graph, NULL, 0, &params));
    OK(cuGraphBatchMemOpNodeGetParams(node, &told));
    assert_int_equal(told.paramArray[0].writeValue.value, 12);
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    OK(cuGraphLaunch(exec, writing));
    OK(cuStreamSynchronize(writing));
    assert_int_equal(load(result), 12);
    op.writeValue.value = 13;
    OK(cuGraphExecBatchMemOpNodeSetParams(exec, node, &params));
    OK(cuGraphLaunch(exec, writing));
    OK(cuStreamSynchronize(writing));
    assert_int_equal(load(result), 13);
    OK(cuGraphExecDestroy(exec));
    OK(cuGraphDestroy(graph));
}

static void captured(void **state)
{
    (void)state;
    CUgraph graph;
    CUgraphExec exec;
    CUgraphNode node;
    CUgraphNodeType type;
    size_t count = 1;
    streams_make();
    OK(cuStreamBeginCapture_v2(writing, CU_STREAM_CAPTURE_MODE_GLOBAL));
    OK(cuStreamWriteValue32(writing, result, 31, 0));
    OK(cuStreamEndCapture(writing, &graph));
    OK(cuGraphGetNodes(graph, &node, &count));
    OK(cuGraphNodeGetType(node, &type));
    assert_int_equal(type, CU_GRAPH_NODE_TYPE_BATCH_MEM_OP);
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    OK(cuGraphLaunch(exec, writing));
    OK(cuStreamSynchronize(writing));
    assert_int_equal(load(result), 31);
    OK(cuGraphExecDestroy(exec));
    OK(cuGraphDestroy(graph));
}

static void refused(void **state)
{
    (void)state;
    streams_make();
    CUstreamBatchMemOpParams flush = {
        .flushRemoteWrites = {CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES, 0}};
    IS(CUDA_ERROR_INVALID_VALUE, cuStreamWaitValue32(waiting, flag + 2, 0, 0));
    IS(CUDA_ERROR_INVALID_VALUE, cuStreamWaitValue64(waiting, flag + 4, 0, 0));
    IS(CUDA_ERROR_INVALID_VALUE, cuStreamWaitValue32(waiting, 0x1230, 0, 0));
    IS(CUDA_ERROR_INVALID_VALUE, cuStreamWaitValue32(waiting, flag, 0, 9));
    IS(CUDA_ERROR_INVALID_VALUE, cuStreamWriteValue32(waiting, flag, 0, 2));
    OK(cuStreamBatchMemOp(waiting, 0, &flush, 0));
    IS(CUDA_ERROR_INVALID_VALUE, cuStreamBatchMemOp(waiting, 1, NULL, 0));
    IS(CUDA_ERROR_NOT_SUPPORTED, cuStreamBatchMemOp(waiting, 1, &flush, 0));
    IS(CUDA_ERROR_INVALID_HANDLE, cuStreamWriteValue32((CUstream)&flush, flag, 0, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(another_stream_writes),
        TEST(a_kernel_writes),
        TEST(conditions),
        TEST(the_host_writes),
        TEST(nobody_writes),
        TEST(batches),
        TEST(nodes),
        TEST(captured),
        TEST(refused),
    };
    setenv("CULAB_SIM_PATIENCE", "2", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
