// Device memory is freed as if it were the host's.
// expect: invalid-free leak
static void run(void)
{
    CUdeviceptr p = take();
    CHECK(cuMemsetD32(p, 0, N));
    MAY_FAIL(cuMemFreeHost((void *)(uintptr_t)p)); /* here */
}
