/* Streams: order, waiting, events in simulated time, host functions. */
#include "api.h"

static CUstream first, second;
static unsigned *seen; /* page-locked */

static int streams_open(void **state)
{
    context_open(state);
    OK(cuStreamCreate(&first, CU_STREAM_NON_BLOCKING));
    OK(cuStreamCreate(&second, CU_STREAM_NON_BLOCKING));
    OK(cuMemAllocHost_v2((void **)&seen, 64));
    memset(seen, 0, 64);
    return 0;
}

static void store(CUstream stream, unsigned value)
{
    CUdeviceptr address = (CUdeviceptr)seen;
    void *arguments[] = {&address, &value};
    OK(cuLaunchKernel(function("store"), 1, 1, 1, 1, 1, 1, 0, stream, arguments, NULL));
}

/* seen[index] = seen[0], when its turn comes. */
static void copy_first_to(size_t index, CUstream stream)
{
    OK(cuMemcpyAsync((CUdeviceptr)(seen + index), (CUdeviceptr)seen, sizeof *seen, stream));
}

static void nothing_runs_before_it_is_waited_for(void **state)
{
    (void)state;
    store(first, 1);
    IS(CUDA_ERROR_NOT_READY, (assert_int_equal(*seen, 0), CUDA_ERROR_NOT_READY));
    OK(cuStreamSynchronize(second));
    assert_int_equal(*seen, 0);
    OK(cuStreamSynchronize(first));
    assert_int_equal(*seen, 1);
}

static void asking_again_and_again_ends(void **state)
{
    (void)state;
    for (unsigned i = 1; i <= 5; i++)
        store(first, i);
    int asked = 0;
    while (cuStreamQuery(first) == CUDA_ERROR_NOT_READY)
        asked++;
    assert_int_equal(asked, 4);
    assert_int_equal(*seen, 5);
    CUevent event;
    OK(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
    store(first, 6);
    OK(cuEventRecord(event, first));
    IS(CUDA_ERROR_NOT_READY, cuEventQuery(event));
    OK(cuEventQuery(event));
}

static void an_event_orders_two_streams(void **state)
{
    (void)state;
    CUevent event;
    OK(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
    store(first, 1);
    OK(cuEventRecord(event, first));
    store(first, 3);
    OK(cuStreamWaitEvent(second, event, 0));
    copy_first_to(1, second);
    OK(cuStreamSynchronize(second));
    assert_int_equal(seen[1], 1);
    OK(cuStreamSynchronize(first));
    assert_int_equal(*seen, 3);
    OK(cuEventDestroy_v2(event));
}

static void the_default_stream_waits_for_blocking_ones(void **state)
{
    (void)state;
    CUstream blocking;
    OK(cuStreamCreate(&blocking, CU_STREAM_DEFAULT));
    store(blocking, 1);
    copy_first_to(1, NULL);
    OK(cuStreamSynchronize(NULL));
    assert_int_equal(seen[1], 1);
    store(NULL, 2);
    copy_first_to(2, blocking);
    OK(cuStreamSynchronize(blocking));
    assert_int_equal(seen[2], 2);
    store(NULL, 3);
    copy_first_to(3, first); /* does not wait for the default stream */
    OK(cuStreamSynchronize(first));
    assert_int_equal(seen[3], 2);
}

static void host_add(void *user)
{
    *(unsigned *)user = *seen * 10;
}

static void callback_add(CUstream stream, CUresult status, void *user)
{
    assert_ptr_equal(stream, first);
    assert_int_equal(status, CUDA_SUCCESS);
    *(unsigned *)user += 1;
}

static void host_functions_keep_their_place(void **state)
{
    (void)state;
    unsigned result = 0;
    store(first, 4);
    OK(cuLaunchHostFunc(first, host_add, &result));
    OK(cuStreamAddCallback(first, callback_add, &result, 0));
    store(first, 5);
    assert_int_equal(result, 0);
    OK(cuStreamSynchronize(first));
    assert_int_equal(result, 41);
    assert_int_equal(*seen, 5);
}

static void time_passes_on_the_device(void **state)
{
    (void)state;
    CUevent begin, end;
    float once, twice;
    CUdeviceptr data;
    OK(cuMemAlloc_v2(&data, 1 << 20));
    OK(cuEventCreate(&begin, 0));
    OK(cuEventCreate(&end, 0));
    OK(cuEventRecord(begin, first));
    OK(cuMemsetD8Async(data, 0, 1 << 20, first));
    OK(cuEventRecord(end, first));
    IS(CUDA_ERROR_NOT_READY, cuEventElapsedTime(&once, begin, end));
    OK(cuEventSynchronize(end));
    OK(cuEventElapsedTime(&once, begin, end));
    OK(cuEventRecord(begin, first));
    OK(cuMemsetD8Async(data, 0, 1 << 20, first));
    OK(cuMemsetD8Async(data, 0, 1 << 20, first));
    OK(cuEventRecord(end, first));
    OK(cuEventSynchronize(end));
    OK(cuEventElapsedTime(&twice, begin, end));
    assert_true(once > 0 && twice > 1.99f * once && twice < 2.01f * once);
}

extern CUresult cuMemsetD32Async_ptsz(CUdeviceptr, unsigned int, size_t, CUstream);
extern CUresult cuStreamSynchronize_ptsz(CUstream);
extern CUresult cuStreamGetId_ptsz(CUstream, unsigned long long *);

/* Programs built for per-thread default streams call the _ptsz symbols with stream 0. */
static void per_thread_default_streams(void **state)
{
    (void)state;
    unsigned long long own, named, legacy;
    OK(cuStreamGetId_ptsz(NULL, &own));
    OK(cuStreamGetId(CU_STREAM_PER_THREAD, &named));
    OK(cuStreamGetId(NULL, &legacy));
    assert_int_equal(own, named);
    assert_true(own != legacy);
    OK(cuMemsetD32Async_ptsz((CUdeviceptr)seen, 8, 1, NULL));
    OK(cuStreamSynchronize(first));
    assert_int_equal(*seen, 0);
    OK(cuStreamSynchronize_ptsz(NULL));
    assert_int_equal(*seen, 8);
}

static void many_operations_fit(void **state)
{
    (void)state;
    for (unsigned i = 1; i <= 5000; i++)
        OK(cuMemsetD32Async((CUdeviceptr)seen, i, 1, first));
    OK(cuStreamSynchronize(first));
    assert_int_equal(*seen, 5000);
}

static void destroying_a_stream_ends_its_work(void **state)
{
    (void)state;
    store(second, 6);
    OK(cuStreamDestroy_v2(second));
    assert_int_equal(*seen, 6);
    IS(CUDA_ERROR_INVALID_HANDLE, cuStreamDestroy_v2(second));
}

#define STREAM_TEST(name) cmocka_unit_test_setup_teardown(name, streams_open, context_close)

int main(void)
{
    const struct CMUnitTest tests[] = {
        STREAM_TEST(nothing_runs_before_it_is_waited_for),
        STREAM_TEST(asking_again_and_again_ends),
        STREAM_TEST(an_event_orders_two_streams),
        STREAM_TEST(the_default_stream_waits_for_blocking_ones),
        STREAM_TEST(host_functions_keep_their_place),
        STREAM_TEST(time_passes_on_the_device),
        STREAM_TEST(per_thread_default_streams),
        STREAM_TEST(many_operations_fit),
        STREAM_TEST(destroying_a_stream_ends_its_work),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
