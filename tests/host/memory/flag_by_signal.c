// A kernel waits for a flag that the program raises when a timer's signal comes.
// expect: nothing
#include <signal.h>
#include <sys/time.h>

static volatile int *flag;

static void on_alarm(int number)
{
    (void)number;
    *flag = 1;
}
static void run(void)
{
    CUstream a = stream();
    CUfunction wait;
    CUdeviceptr p = take();
    struct itimerval later = {.it_value = {.tv_sec = 1, .tv_usec = 500000}};
    CHECK(culab_kernel(&wait, "wait"));
    CHECK(cuMemAllocHost((void **)&flag, sizeof *flag));
    *flag = 0;
    signal(SIGALRM, on_alarm);
    setitimer(ITIMER_REAL, &later, NULL);
    CHECK(culab_launch(wait, 1, 32, 0, a, (CUdeviceptr)(uintptr_t)flag, p));
    CHECK(cuStreamSynchronize(a));
    CHECK(cuMemFreeHost((void *)(uintptr_t)flag));
    CHECK(cuMemFree(p));
    stream_end(a);
}
