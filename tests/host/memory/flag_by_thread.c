// A kernel waits for a flag that another thread of the program raises later.
// expect: nothing
#include <pthread.h>
#include <unistd.h>

static void *raise_later(void *flag)
{
    usleep(1500000);
    *(volatile int *)flag = 1;
    return NULL;
}
static void run(void)
{
    CUstream a = stream();
    CUfunction wait;
    CUdeviceptr p = take();
    int *flag;
    pthread_t thread;
    CHECK(culab_kernel(&wait, "wait"));
    CHECK(cuMemAllocHost((void **)&flag, sizeof *flag));
    *flag = 0;
    CHECK(pthread_create(&thread, NULL, raise_later, flag));
    CHECK(culab_launch(wait, 1, 32, 0, a, (CUdeviceptr)(uintptr_t)flag, p));
    CHECK(cuStreamSynchronize(a));
    pthread_join(thread, NULL);
    CHECK(cuMemFreeHost(flag));
    CHECK(cuMemFree(p));
    stream_end(a);
}
