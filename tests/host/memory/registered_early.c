// A kernel changes registered memory while the host does.
// expect: host-race
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
    host[3] = 17;
    CHECK(cuStreamSynchronize(a));
    CHECK(cuMemHostUnregister(host));
    free(host);
    stream_end(a);
}
