// The host writes the next numbers before the copy has taken the last ones.
// expect: host-race
static void run(void)
{
    CUstream a = stream();
    CUdeviceptr p = take();
    int *host;
    CHECK(cuMemAllocHost((void **)&host, BYTES));
    for (int i = 0; i < N; i++)
        host[i] = i;
    CHECK(cuMemcpyHtoDAsync(p, host, BYTES, a));
    for (int i = 0; i < N; i++)
        host[i] = 2 * i;
    CHECK(cuStreamSynchronize(a));
    CHECK(cuMemFreeHost(host));
    CHECK(cuMemFree(p));
    stream_end(a);
}
