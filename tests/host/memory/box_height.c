// The slices of the target are taken for twice as high as they are.
// expect: wrong-size
static void run(void)
{
    static int host[1024];
    CUdeviceptr p = take();
    CUDA_MEMCPY3D copy = {.srcMemoryType = CU_MEMORYTYPE_HOST,
                          .srcHost = host,
                          .srcPitch = 64,
                          .srcHeight = 8,
                          .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                          .dstDevice = p,
                          .dstPitch = 64,
                          .dstHeight = 16,
                          .WidthInBytes = 64,
                          .Height = 8,
                          .Depth = 8};
    MAY_FAIL(cuMemcpy3D(&copy)); /* here */
    CHECK(cuMemFree(p));
}
