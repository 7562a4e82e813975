// A lock in managed memory that no block gives back, while the program waits.
// expect: deadlock also: leak
static void run(void)
{
    CUstream a = stream();
    CUfunction hold;
    CUdeviceptr p;
    CHECK(culab_kernel(&hold, "hold"));
    CHECK(cuMemAllocManaged(&p, BYTES, CU_MEM_ATTACH_GLOBAL));
    memset((void *)(uintptr_t)p, 0, BYTES);
    CHECK(culab_launch(hold, 2, 32, 0, a, p));
    MAY_FAIL(cuStreamSynchronize(a));
    MAY_FAIL(cuMemFree(p));
    MAY_FAIL(cuStreamDestroy(a));
}
