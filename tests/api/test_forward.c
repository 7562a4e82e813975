/* Work that goes forward by itself, while the host waits for it in ways of its own. */
#include <semaphore.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "api.h"

enum { LONG_SECONDS = 60 };

/* wait(word): until word[0] is set; then sets word[1]. */
static const char ptx[] =
    ".version 6.0\n.target sm_52\n.address_size 64\n"
    ".visible .entry wait(.param .u64 word)\n"
    "{\n  .reg .b64 %d;\n  .reg .b32 %r;\n  .reg .pred %p;\n"
    "  ld.param.u64 %d, [word];\n"
    "AGAIN:\n  ld.volatile.global.u32 %r, [%d];\n  setp.eq.u32 %p, %r, 0;\n  @%p bra AGAIN;\n"
    "  st.volatile.global.u32 [%d+4], 7;\n  ret;\n}\n";

static void post(void *semaphore)
{
    sem_post(semaphore);
}

static bool waited_for(sem_t *semaphore)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += LONG_SECONDS;
    return sem_timedwait(semaphore, &until) == 0;
}

static void host_functions_are_called(void **state)
{
    (void)state;
    sem_t called;
    CUstream stream;
    sem_init(&called, 0, 0);
    OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    OK(cuLaunchHostFunc(stream, post, &called));
    assert_true(waited_for(&called));
    OK(cuLaunchHostFunc(stream, post, &called));
    assert_true(waited_for(&called));
    OK(cuStreamSynchronize(stream));
    OK(cuStreamDestroy_v2(stream));
    sem_destroy(&called);
}

static CUstream wait_launch(volatile unsigned **words)
{
    CUmodule loaded;
    CUfunction wait;
    CUstream stream;
    void *memory;
    CUdeviceptr address;
    void *arguments[] = {&address};
    OK(cuModuleLoadData(&loaded, ptx));
    OK(cuModuleGetFunction(&wait, loaded, "wait"));
    OK(cuMemAllocHost_v2(&memory, 8));
    memset(memory, 0, 8);
    OK(cuMemHostGetDevicePointer_v2(&address, memory, 0));
    OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    OK(cuLaunchKernel(wait, 1, 1, 1, 1, 1, 1, 0, stream, arguments, NULL));
    *words = memory;
    return stream;
}

static void pinned_memory_is_written(void **state)
{
    (void)state;
    volatile unsigned *words;
    const struct timespec nap = {0, 1000000};
    CUstream stream = wait_launch(&words);
    words[0] = 1;
    for (int i = 0; i < LONG_SECONDS * 1000 && words[1] != 7; i++)
        nanosleep(&nap, NULL);
    assert_int_equal(words[1], 7);
    OK(cuStreamSynchronize(stream));
    OK(cuStreamDestroy_v2(stream));
}

/* The kernel waits for the thread that asks. */
static void asking_is_not_waiting(void **state)
{
    (void)state;
    volatile unsigned *words;
    CUstream stream = wait_launch(&words);
    for (int i = 0; i < 10; i++)
        IS(CUDA_ERROR_NOT_READY, cuStreamQuery(stream));
    words[0] = 1;
    while (cuStreamQuery(stream) == CUDA_ERROR_NOT_READY)
        ;
    OK(cuStreamQuery(stream));
    assert_int_equal(words[1], 7);
    OK(cuStreamDestroy_v2(stream));
}

typedef struct Meeting {
    sem_t entered, left;
} Meeting;

static void stay(void *user)
{
    Meeting *meeting = user;
    sem_post(&meeting->entered);
    (void)waited_for(&meeting->left);
}

/* As a callback in Python does, which waits for the interpreter's lock while the thread that holds
 * it calls. */
static void calls_do_not_wait_for_host_functions(void **state)
{
    (void)state;
    Meeting meeting;
    CUstream stream;
    void *memory;
    sem_init(&meeting.entered, 0, 0);
    sem_init(&meeting.left, 0, 0);
    OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    OK(cuLaunchHostFunc(stream, stay, &meeting));
    assert_true(waited_for(&meeting.entered));
    alarm(LONG_SECONDS);
    OK(cuMemAllocHost_v2(&memory, 64));
    sem_post(&meeting.left);
    OK(cuStreamSynchronize(stream));
    alarm(0);
    OK(cuMemFreeHost(memory));
    OK(cuStreamDestroy_v2(stream));
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(host_functions_are_called),
                                       TEST(pinned_memory_is_written), TEST(asking_is_not_waiting),
                                       TEST(calls_do_not_wait_for_host_functions)};
    setenv("CULAB_SIM_CHECKS", "memory", 1); /* a checker hears of memory that is made */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
