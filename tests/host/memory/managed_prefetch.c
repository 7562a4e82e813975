// Advice and prefetching order nothing and need nothing but the stream.
// expect: nothing
static void run(void)
{
    CUstream a = stream();
    CUdeviceptr p;
    CHECK(cuMemAllocManaged(&p, BYTES, CU_MEM_ATTACH_GLOBAL));
    int *host = (int *)(uintptr_t)p;
    CUmemLocation device = {.type = CU_MEM_LOCATION_TYPE_DEVICE},
                  cpu = {.type = CU_MEM_LOCATION_TYPE_HOST};
    for (int i = 0; i < N; i++)
        host[i] = i;
    CHECK(cuMemAdvise(p, BYTES, CU_MEM_ADVISE_SET_PREFERRED_LOCATION, device));
    CHECK(cuMemPrefetchAsync(p, BYTES, device, 0, a));
    CHECK(slow(a, p));
    CHECK(cuMemPrefetchAsync(p, BYTES, cpu, 0, a));
    CHECK(cuStreamSynchronize(a));
    host[5]++;
    CHECK(cuMemFree(p));
    stream_end(a);
}
