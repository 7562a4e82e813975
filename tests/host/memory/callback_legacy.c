// A host function in the default stream and a copy in a stream that waits for it.
// expect: nothing
static void CUDA_CB next(void *data)
{
    int *host = data;
    for (int i = 0; i < N; i++)
        host[i] = 3 * i;
}
static void run(void)
{
    CUstream a;
    CUdeviceptr p = take();
    int *host;
    CHECK(cuStreamCreate(&a, CU_STREAM_DEFAULT));
    CHECK(cuMemAllocHost((void **)&host, BYTES));
    for (int i = 0; i < N; i++)
        host[i] = i;
    CHECK(cuLaunchHostFunc(0, next, host));
    CHECK(cuMemcpyHtoDAsync(p, host, BYTES, a));
    CHECK(cuStreamSynchronize(0));
    CHECK(cuStreamSynchronize(a));
    CHECK(cuMemFreeHost(host));
    CHECK(cuMemFree(p));
    stream_end(a);
}
