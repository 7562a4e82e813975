// The host waits for the event behind the copy before it writes again.
// expect: nothing
static void run(void)
{
    CUstream a = stream();
    CUdeviceptr p = take();
    int *host;
    CHECK(cuMemAllocHost((void **)&host, BYTES));
    for (int i = 0; i < N; i++)
        host[i] = i;
    CUevent copied = event();
    CHECK(cuMemcpyHtoDAsync(p, host, BYTES, a));
    CHECK(cuEventRecord(copied, a));
    CHECK(slow(a, p));
    CHECK(cuEventSynchronize(copied));
    for (int i = 0; i < N; i++)
        host[i] = 2 * i;
    CHECK(cuStreamSynchronize(a));
    CHECK(cuEventDestroy(copied));
    CHECK(cuMemFreeHost(host));
    CHECK(cuMemFree(p));
    stream_end(a);
}
