// A kernel is given memory that is no longer registered.
// expect: use-after-free
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
    CHECK(cuMemHostUnregister(host));
    MAY_FAIL(slow(a, seen));
    MAY_FAIL(cuStreamSynchronize(a));
    free(host);
    MAY_FAIL(cuStreamDestroy(a));
}
