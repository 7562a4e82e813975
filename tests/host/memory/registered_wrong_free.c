// Registered memory is given to cuMemFreeHost().
// expect: invalid-free
static void run(void)
{
    int *host = aligned_alloc(4096, BYTES);
    CUdeviceptr seen;
    for (int i = 0; i < N; i++)
        host[i] = i;
    CHECK(cuMemHostRegister(host, BYTES, CU_MEMHOSTREGISTER_DEVICEMAP));
    CHECK(cuMemHostGetDevicePointer(&seen, host, 0));
    MAY_FAIL(cuMemFreeHost(host)); /* here */
    CHECK(cuMemHostUnregister(host));
    free(host);
}
