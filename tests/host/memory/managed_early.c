// The host writes managed memory while a kernel uses it.
// expect: host-race
static void run(void)
{
    CUstream a = stream();
    CUdeviceptr p;
    CHECK(cuMemAllocManaged(&p, BYTES, CU_MEM_ATTACH_GLOBAL));
    int *host = (int *)(uintptr_t)p;
    for (int i = 0; i < N; i++)
        host[i] = i;
    CHECK(slow(a, p));
    host[5] = 7;
    CHECK(cuStreamSynchronize(a));
    CHECK(cuMemFree(p));
    stream_end(a);
}
