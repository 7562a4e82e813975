// An asynchronous copy has taken pageable memory when it returns.
// expect: nothing
static void run(void)
{
    CUstream a = stream();
    CUdeviceptr p = take();
    int *host = malloc(BYTES);
    for (int i = 0; i < N; i++)
        host[i] = i;
    CHECK(cuMemcpyHtoDAsync(p, host, BYTES, a));
    for (int i = 0; i < N; i++)
        host[i] = 2 * i;
    CHECK(cuStreamSynchronize(a));
    free(host);
    CHECK(cuMemFree(p));
    stream_end(a);
}
