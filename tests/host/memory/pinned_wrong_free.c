// Pinned host memory is freed as if it were the device's.
// expect: invalid-free leak
static void run(void)
{
    int *host;
    CHECK(cuMemAllocHost((void **)&host, BYTES));
    host[0] = 1;
    MAY_FAIL(cuMemFree((CUdeviceptr)(uintptr_t)host)); /* here */
}
