// A host function in another stream changes pinned memory that a kernel still uses.
// expect: host-race
static void CUDA_CB next(void *data)
{
    int *host = data;
    for (int i = 0; i < N; i++)
        host[i] = 3 * i;
}
static void run(void)
{
    CUstream a = stream(), b = stream();
    CUdeviceptr p = take();
    int *host;
    CHECK(cuMemAllocHost((void **)&host, BYTES));
    for (int i = 0; i < N; i++)
        host[i] = i;
    CHECK(fill(a, p, 1));
    CHECK(add(a, p, (CUdeviceptr)(uintptr_t)host));
    CHECK(cuLaunchHostFunc(b, next, host));
    CHECK(cuStreamSynchronize(b));
    CHECK(cuStreamSynchronize(a));
    CHECK(cuMemFreeHost(host));
    CHECK(cuMemFree(p));
    stream_end(a);
    stream_end(b);
}
