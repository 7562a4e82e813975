// Registered, used by a kernel, waited for, unregistered, freed.
// expect: nothing
static void run(void)
{
    CUstream a = stream();
    int *host = aligned_alloc(4096, BYTES);
    CUdeviceptr seen;
    for (int i = 0; i < N; i++)
        host[i] = i;
    CHECK(cuMemHostRegister(host, BYTES, CU_MEMHOSTREGISTER_DEVICEMAP));
    CHECK(cuMemHostGetDevicePointer(&seen, host, 0));
    CHECK(slow(a, seen));
    CHECK(cuStreamSynchronize(a));
    host[3] = 17;
    CHECK(cuMemHostUnregister(host));
    free(host);
    stream_end(a);
}
