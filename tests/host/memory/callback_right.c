// A host function between two copies of its stream prepares the second.
// expect: nothing
static void CUDA_CB next(void *data)
{
    int *host = data;
    for (int i = 0; i < N; i++)
        host[i] = 3 * i;
}
static void run(void)
{
    CUstream a = stream();
    CUdeviceptr p = take();
    int *host;
    CHECK(cuMemAllocHost((void **)&host, BYTES));
    for (int i = 0; i < N; i++)
        host[i] = i;
    CHECK(cuMemcpyHtoDAsync(p, host, BYTES, a));
    CHECK(cuLaunchHostFunc(a, next, host));
    CHECK(cuMemcpyHtoDAsync(p, host, BYTES, a));
    CHECK(cuStreamSynchronize(a));
    CHECK(cuMemFreeHost(host));
    CHECK(cuMemFree(p));
    stream_end(a);
}
