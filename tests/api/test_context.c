/* Contexts: the stack, their lives, threads. */
#include <pthread.h>
#include <stdbool.h>
#include <sys/wait.h>
#include <unistd.h>

#include "api.h"

static void the_stack(void **state)
{
    (void)state;
    CUcontext a, b, seen;
    OK(cuCtxCreate_v2(&a, 0, 0));
    OK(cuCtxCreate(&b, 0, 0));
    OK(cuCtxGetCurrent(&seen));
    assert_ptr_equal(seen, b);
    OK(cuCtxPopCurrent_v2(&seen));
    assert_ptr_equal(seen, b);
    OK(cuCtxGetCurrent(&seen));
    assert_ptr_equal(seen, a);
    OK(cuCtxPushCurrent_v2(b));
    OK(cuCtxDestroy_v2(b));
    OK(cuCtxGetCurrent(&seen));
    assert_ptr_equal(seen, a);
    OK(cuCtxDestroy_v2(a));
    OK(cuCtxGetCurrent(&seen));
    assert_ptr_equal(seen, context);
}

static void every_form_of_create(void **state)
{
    (void)state;
    CUcontext made;
    unsigned version, flags;
    unsigned long long one, two;
    OK(cuCtxCreate_v3(&made, NULL, 0, CU_CTX_SCHED_SPIN, 0));
    OK(cuCtxGetFlags(&flags));
    assert_int_equal(flags & CU_CTX_SCHED_MASK, CU_CTX_SCHED_SPIN);
    OK(cuCtxGetId(made, &one));
    OK(cuCtxDestroy_v2(made));
    OK(cuCtxCreate_v4(&made, NULL, 0, 0));
    OK(cuCtxGetApiVersion(made, &version));
    assert_true(version >= 3020);
    OK(cuCtxGetId(made, &two));
    assert_true(one != two);
    OK(cuCtxDestroy(made));
}

static void the_primary_context_counts(void **state)
{
    (void)state;
    CUcontext again;
    unsigned flags;
    int active;
    OK(cuDevicePrimaryCtxRetain(&again, 0));
    assert_ptr_equal(again, context);
    OK(cuDevicePrimaryCtxRelease_v2(0));
    OK(cuDevicePrimaryCtxGetState(0, &flags, &active));
    assert_int_equal(active, 1);
    OK(cuDevicePrimaryCtxRelease_v2(0));
    OK(cuDevicePrimaryCtxGetState(0, &flags, &active));
    assert_int_equal(active, 0);
    IS(CUDA_ERROR_CONTEXT_IS_DESTROYED, cuCtxSynchronize());
    OK(cuDevicePrimaryCtxRetain(&context, 0));
    OK(cuCtxSynchronize());
}

static void destroying_frees_what_belongs_to_it(void **state)
{
    (void)state;
    CUcontext made;
    CUdeviceptr data;
    CUmodule loaded;
    CUstream stream;
    CUevent event;
    size_t before, after;
    OK(cuMemGetInfo_v2(&before, NULL));
    OK(cuCtxCreate_v2(&made, 0, 0));
    OK(cuMemAlloc_v2(&data, 1 << 20));
    OK(cuModuleLoadData(&loaded, kernels_ptx));
    OK(cuStreamCreate(&stream, 0));
    OK(cuEventCreate(&event, 0));
    OK(cuMemsetD8Async(data, 1, 100, stream));
    OK(cuCtxDestroy_v2(made));
    OK(cuMemGetInfo_v2(&after, NULL));
    assert_int_equal(before, after);
    IS(CUDA_ERROR_INVALID_HANDLE, cuStreamDestroy_v2(stream));
    IS(CUDA_ERROR_INVALID_HANDLE, cuEventDestroy_v2(event));
    IS(CUDA_ERROR_INVALID_HANDLE, cuModuleUnload(loaded));
    IS(CUDA_ERROR_INVALID_VALUE, cuMemFree_v2(data));
}

enum { THREADS = 8, ROUNDS = 40, ELEMENTS = 256 };

/* Each thread in a stream of its own, all on one context. */
static void *thread_work(void *argument)
{
    float factor = (float)(uintptr_t)argument, values[ELEMENTS];
    unsigned n = ELEMENTS;
    CUdeviceptr data;
    CUstream stream;
    CUfunction scale;
    intptr_t wrong = 0;
    wrong += cuCtxSetCurrent(context) != CUDA_SUCCESS;
    wrong += cuModuleGetFunction(&scale, module, "scale") != CUDA_SUCCESS;
    wrong += cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING) != CUDA_SUCCESS;
    for (int round = 0; round < ROUNDS && !wrong; round++) {
        for (int i = 0; i < ELEMENTS; i++)
            values[i] = (float)i;
        void *arguments[] = {&data, &n, &factor};
        wrong += cuMemAlloc_v2(&data, sizeof values) != CUDA_SUCCESS;
        wrong += cuMemcpyHtoDAsync_v2(data, values, sizeof values, stream) != CUDA_SUCCESS;
        wrong +=
            cuLaunchKernel(scale, 2, 1, 1, 128, 1, 1, 0, stream, arguments, NULL) != CUDA_SUCCESS;
        wrong += cuMemcpyDtoHAsync_v2(values, data, sizeof values, stream) != CUDA_SUCCESS;
        wrong += cuStreamSynchronize(stream) != CUDA_SUCCESS;
        for (int i = 0; i < ELEMENTS; i++)
            wrong += values[i] != (float)i * factor;
        wrong += cuMemFree_v2(data) != CUDA_SUCCESS;
    }
    wrong += cuStreamDestroy_v2(stream) != CUDA_SUCCESS;
    return (void *)wrong;
}

static void threads_work_side_by_side(void **state)
{
    (void)state;
    pthread_t threads[THREADS];
    for (uintptr_t i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, thread_work, (void *)(i + 2)), 0);
    for (int i = 0; i < THREADS; i++) {
        void *wrong;
        assert_int_equal(pthread_join(threads[i], &wrong), 0);
        assert_null(wrong);
    }
}

static void *thread_without_context(void *argument)
{
    CUcontext seen = context;
    CUdeviceptr data;
    *(bool *)argument = cuCtxGetCurrent(&seen) == CUDA_SUCCESS && !seen &&
                        cuMemAlloc_v2(&data, 4) == CUDA_ERROR_INVALID_CONTEXT;
    return NULL;
}

static void a_new_thread_has_no_context(void **state)
{
    (void)state;
    pthread_t thread;
    bool right = false;
    assert_int_equal(pthread_create(&thread, NULL, thread_without_context, &right), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_true(right);
}

/* The texts of errors that programs look for. */
static void texts_of_errors(void **state)
{
    (void)state;
    const char *text;
    OK(cuGetErrorString(CUDA_SUCCESS, &text));
    assert_string_equal(text, "no error");
    OK(cuGetErrorString(CUDA_ERROR_INVALID_DEVICE, &text));
    assert_string_equal(text, "invalid device ordinal");
    OK(cuGetErrorString(CUDA_ERROR_UNSUPPORTED_LIMIT, &text));
    assert_non_null(text);
    IS(CUDA_ERROR_INVALID_VALUE, cuGetErrorString(12345, &text));
    assert_null(text);
}

/* A child of fork() has no CUDA when its parent had, until it runs another program. */
static void a_child_is_not_initialised(void **state)
{
    (void)state;
    CUdeviceptr data;
    int status;
    OK(cuMemAlloc_v2(&data, 4));
    pid_t child = fork();
    if (child == 0)
        _exit(cuMemFree_v2(data) == CUDA_ERROR_NOT_INITIALIZED &&
                      cuInit(0) == CUDA_ERROR_NOT_INITIALIZED
                  ? 0
                  : 1);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    OK(cuMemFree_v2(data));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(texts_of_errors),
        TEST(a_child_is_not_initialised),
        TEST(the_stack),
        TEST(every_form_of_create),
        TEST(the_primary_context_counts),
        TEST(destroying_frees_what_belongs_to_it),
        TEST(threads_work_side_by_side),
        TEST(a_new_thread_has_no_context),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
