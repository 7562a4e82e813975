// One row more than the memory has.
// expect: wrong-size
static void run(void)
{
    CUdeviceptr p;
    size_t pitch;
    static int host[17 * 64];
    CHECK(cuMemAllocPitch(&p, &pitch, 256, 16, 4));
    CUDA_MEMCPY2D copy = {.srcMemoryType = CU_MEMORYTYPE_HOST,
                          .srcHost = host,
                          .srcPitch = 256,
                          .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                          .dstDevice = p,
                          .dstPitch = pitch,
                          .WidthInBytes = 256,
                          .Height = 17};
    MAY_FAIL(cuMemcpy2D(&copy)); /* here */
    CHECK(cuMemFree(p));
}
