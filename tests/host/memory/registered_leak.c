// Registered memory is freed without being unregistered.
// expect: leak
static void run(void)
{
    CUstream a = stream();
    int *host = aligned_alloc(4096, BYTES);
    CUdeviceptr seen;
    for (int i = 0; i < N; i++)
        host[i] = i;
    CHECK(cuMemHostRegister(host, BYTES, CU_MEMHOSTREGISTER_DEVICEMAP)); /* here */
    CHECK(cuMemHostGetDevicePointer(&seen, host, 0));
    CHECK(slow(a, seen));
    CHECK(cuStreamSynchronize(a));
    stream_end(a);
}
