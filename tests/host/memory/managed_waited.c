// The host writes managed memory before and after a kernel.
// expect: nothing
static void run(void)
{
    CUstream a = stream();
    CUdeviceptr p;
    CHECK(cuMemAllocManaged(&p, BYTES, CU_MEM_ATTACH_GLOBAL));
    int *host = (int *)(uintptr_t)p;
    for (int i = 0; i < N; i++)
        host[i] = i;
    CHECK(slow(a, p));
    CHECK(cuStreamSynchronize(a));
    host[5] = 7;
    CHECK(slow(a, p));
    CHECK(cuStreamSynchronize(a));
    CHECK(cuMemFree(p));
    stream_end(a);
}
