// The host's pitch for the device's, both ways: the rows stand elsewhere, all of them inside.
// expect: nothing
static void run(void)
{
    CUdeviceptr p;
    size_t pitch;
    static int host[16 * 64];
    CHECK(cuMemAllocPitch(&p, &pitch, 256, 16, 4));
    CUDA_MEMCPY2D copy = {.srcMemoryType = CU_MEMORYTYPE_HOST,
                          .srcHost = host,
                          .srcPitch = 256,
                          .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                          .dstDevice = p,
                          .dstPitch = 256,
                          .WidthInBytes = 256,
                          .Height = 16};
    CHECK(cuMemcpy2D(&copy));
    CHECK(cuMemFree(p));
}
