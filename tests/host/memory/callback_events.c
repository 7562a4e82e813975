// Host functions in another stream before a copy, by way of a third one's event, and behind it.
// expect: nothing
static void CUDA_CB next(void *data)
{
    int *host = data;
    for (int i = 0; i < N; i++)
        host[i] += 3 * i;
}
static void run(void)
{
    CUstream a = stream(), b = stream(), c = stream();
    CUevent prepared = event(), passed = event(), copied = event();
    CUdeviceptr p = take();
    int *host;
    CHECK(cuMemAllocHost((void **)&host, BYTES));
    for (int i = 0; i < N; i++)
        host[i] = i;
    CHECK(cuLaunchHostFunc(b, next, host));
    CHECK(cuEventRecord(prepared, b));
    CHECK(cuStreamWaitEvent(c, prepared, 0));
    CHECK(cuEventRecord(passed, c));
    CHECK(cuStreamWaitEvent(a, passed, 0));
    CHECK(cuMemcpyHtoDAsync(p, host, BYTES, a));
    CHECK(cuEventRecord(copied, a));
    CHECK(cuStreamWaitEvent(b, copied, 0));
    CHECK(cuLaunchHostFunc(b, next, host));
    CHECK(cuStreamSynchronize(b));
    CHECK(cuMemFreeHost(host));
    CHECK(cuMemFree(p));
    stream_end(a);
    stream_end(b);
    stream_end(c);
    CHECK(cuEventDestroy(prepared));
    CHECK(cuEventDestroy(passed));
    CHECK(cuEventDestroy(copied));
}
