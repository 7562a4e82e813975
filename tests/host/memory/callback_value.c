// A host function raises a value that the stream of the copy waits for.
// expect: nothing
static int *shared;
static void CUDA_CB next(void *data)
{
    int *host = data;
    for (int i = 0; i < N; i++)
        host[i] = 3 * i;
    __atomic_store_n(shared, 1, __ATOMIC_RELEASE);
}
static void run(void)
{
    CUstream a = stream(), b = stream();
    CUdeviceptr p = take();
    int *host;
    CHECK(cuMemAllocHost((void **)&host, BYTES));
    CHECK(cuMemAllocHost((void **)&shared, sizeof *shared));
    *shared = 0;
    for (int i = 0; i < N; i++)
        host[i] = i;
    CHECK(cuStreamWaitValue32(a, (CUdeviceptr)(uintptr_t)shared, 1, CU_STREAM_WAIT_VALUE_GEQ));
    CHECK(cuMemcpyHtoDAsync(p, host, BYTES, a));
    CHECK(cuLaunchHostFunc(b, next, host));
    CHECK(cuStreamSynchronize(b));
    CHECK(cuStreamSynchronize(a));
    CHECK(cuMemFreeHost(host));
    CHECK(cuMemFreeHost(shared));
    CHECK(cuMemFree(p));
    stream_end(a);
    stream_end(b);
}
