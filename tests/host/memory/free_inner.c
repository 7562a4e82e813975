// The pointer that is freed was moved meanwhile.
// expect: invalid-free leak
static void run(void)
{
    CUdeviceptr p = take();
    CHECK(cuMemsetD32(p, 0, N));
    p += 512;
    MAY_FAIL(cuMemFree(p)); /* here */
}
