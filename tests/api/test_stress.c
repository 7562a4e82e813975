/* Many host threads at once, in contexts of their own and in one that they share: memory, copies,
 * launches, streams, events, graphs, modules. What each computes must be as if it were alone.
 * Meant for the sanitizers: cmake --preset tsan && cmake --build build/tsan --target api_stress */
#include "api.h"

#include <pthread.h>
#include <stdbool.h>

enum { THREADS = 6, ROUNDS = 12, COUNT = 256 };

typedef struct Worker {
    pthread_t thread;
    int number;
    CUcontext context; /* NULL: makes its own */
    CUmodule module;
    const char *failed; /* the first call that went wrong */
} Worker;

#define TRY(call)                     \
    do {                              \
        if ((call) != CUDA_SUCCESS) { \
            worker->failed = #call;   \
            return;                   \
        }                             \
    } while (0)
#define CHECK(condition)                 \
    do {                                 \
        if (!(condition)) {              \
            worker->failed = #condition; \
            return;                      \
        }                                \
    } while (0)

static CUevent shared_event;

static void scaled(Worker *worker, CUstream stream, CUfunction scale, float factor)
{
    CUdeviceptr data;
    float *host, back[COUNT];
    unsigned n = COUNT;
    TRY(cuMemHostAlloc((void **)&host, sizeof back, 0));
    for (int i = 0; i < COUNT; i++)
        host[i] = (float)(i + worker->number);
    TRY(cuMemAllocAsync(&data, sizeof back, stream));
    TRY(cuMemcpyHtoDAsync_v2(data, host, sizeof back, stream));
    void *arguments[] = {&data, &n, &factor};
    TRY(cuLaunchKernel(scale, 2, 1, 1, 128, 1, 1, 0, stream, arguments, NULL));
    TRY(cuMemcpyDtoHAsync_v2(back, data, sizeof back, stream));
    TRY(cuMemFreeAsync(data, stream));
    TRY(cuStreamSynchronize(stream));
    TRY(cuMemFreeHost(host));
    for (int i = 0; i < COUNT; i++)
        CHECK(back[i] == factor * (float)(i + worker->number));
}

static void handed_over(Worker *worker, CUstream from, CUstream to)
{
    CUevent event;
    CUdeviceptr data;
    unsigned value = 0;
    float elapsed;
    CUevent start;
    TRY(cuEventCreate(&event, 0));
    TRY(cuEventCreate(&start, 0));
    TRY(cuMemAlloc_v2(&data, 64));
    TRY(cuEventRecord(start, from));
    TRY(cuMemsetD32Async(data, (unsigned)worker->number, 16, from));
    TRY(cuEventRecord(event, from));
    TRY(cuStreamWaitEvent(to, event, 0));
    TRY(cuMemcpyDtoDAsync_v2(data + 32, data, 4, to));
    TRY(cuStreamWriteValue32(to, data + 36, 7, 0));
    TRY(cuStreamWaitValue32(from, data + 36, 7, CU_STREAM_WAIT_VALUE_EQ));
    TRY(cuStreamSynchronize(from));
    TRY(cuStreamSynchronize(to));
    TRY(cuEventElapsedTime(&elapsed, start, event));
    TRY(cuMemcpyDtoH_v2(&value, data + 32, 4));
    CHECK(value == (unsigned)worker->number);
    TRY(cuMemFree_v2(data));
    TRY(cuEventDestroy_v2(event));
    TRY(cuEventDestroy_v2(start));
}

static void graphed(Worker *worker, CUstream stream)
{
    CUgraph graph;
    CUgraphExec exec;
    CUdeviceptr data;
    unsigned char value = 0;
    TRY(cuMemAlloc_v2(&data, 64));
    TRY(cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
    TRY(cuMemsetD8Async(data, (unsigned char)worker->number, 64, stream));
    TRY(cuStreamEndCapture(stream, &graph));
    TRY(cuGraphInstantiateWithFlags(&exec, graph, 0));
    TRY(cuGraphLaunch(exec, stream));
    TRY(cuStreamSynchronize(stream));
    TRY(cuMemcpyDtoH_v2(&value, data + 63, 1));
    CHECK(value == (unsigned char)worker->number);
    TRY(cuGraphExecDestroy(exec));
    TRY(cuGraphDestroy(graph));
    TRY(cuMemFree_v2(data));
}

static void round_do(Worker *worker, int round)
{
    CUstream one, two;
    CUfunction scale;
    CUmodule own;
    size_t left, total;
    TRY(cuStreamCreate(&one, CU_STREAM_NON_BLOCKING));
    TRY(cuStreamCreateWithPriority(&two, CU_STREAM_NON_BLOCKING, -1));
    TRY(cuModuleGetFunction(&scale, worker->module, "scale"));
    scaled(worker, one, scale, (float)(round + 1));
    handed_over(worker, one, two);
    graphed(worker, two);
    if (worker->failed)
        return;
    if (round % 4 == 0) {
        TRY(cuModuleLoadData(&own, kernels_ptx));
        TRY(cuModuleGetFunction(&scale, own, "scale"));
        scaled(worker, two, scale, 0.5f);
        TRY(cuModuleUnload(own));
    }
    if (worker->context) {
        TRY(cuEventRecord(shared_event, one));
        TRY(cuStreamWaitEvent(two, shared_event, 0));
        CUresult done = cuEventQuery(shared_event);
        CHECK(done == CUDA_SUCCESS || done == CUDA_ERROR_NOT_READY);
    }
    TRY(cuMemGetInfo_v2(&left, &total));
    /* Waiting for a context ends captures that are under way in it, other threads' too. */
    if (round % 3 == 0 && !worker->context)
        TRY(cuCtxSynchronize());
    TRY(cuStreamDestroy_v2(one));
    TRY(cuStreamDestroy_v2(two));
}

static void work(Worker *worker)
{
    CUcontext own = worker->context;
    if (own)
        TRY(cuCtxSetCurrent(own));
    else
        TRY(cuCtxCreate_v2(&own, 0, 0));
    if (!worker->module)
        TRY(cuModuleLoadData(&worker->module, kernels_ptx));
    for (int round = 0; round < ROUNDS && !worker->failed; round++)
        round_do(worker, round);
    if (worker->failed)
        return;
    if (worker->context)
        TRY(cuCtxSetCurrent(NULL));
    else
        TRY(cuCtxDestroy_v2(own));
}

static void *work_in_thread(void *worker)
{
    work(worker);
    return NULL;
}

static void workers_run(bool together)
{
    Worker workers[THREADS] = {0};
    OK(cuEventCreate(&shared_event, CU_EVENT_DISABLE_TIMING));
    for (int i = 0; i < THREADS; i++) {
        bool shares = together || i % 2;
        workers[i].number = i;
        workers[i].context = shares ? context : NULL;
        workers[i].module = shares ? module : NULL;
        assert_int_equal(pthread_create(&workers[i].thread, NULL, work_in_thread, &workers[i]), 0);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(workers[i].thread, NULL);
    for (int i = 0; i < THREADS; i++)
        if (workers[i].failed)
            fail_msg("thread %d: %s", i, workers[i].failed);
}

static void in_one_context(void **state)
{
    (void)state;
    workers_run(true);
}

static void in_several_contexts(void **state)
{
    (void)state;
    workers_run(false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(in_one_context), TEST(in_several_contexts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
