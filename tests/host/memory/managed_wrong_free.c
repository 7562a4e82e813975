// Managed memory is freed as if it were pinned host memory.
// expect: invalid-free leak
static void run(void)
{
    CUstream a = stream();
    CUdeviceptr p;
    CHECK(cuMemAllocManaged(&p, BYTES, CU_MEM_ATTACH_GLOBAL));
    CHECK(fill(a, p, 1));
    CHECK(cuStreamSynchronize(a));
    MAY_FAIL(cuMemFreeHost((void *)(uintptr_t)p)); /* here */
    stream_end(a);
}
