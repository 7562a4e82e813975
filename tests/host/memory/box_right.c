// A box of eight slices fills the memory.
// expect: nothing
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
                          .dstHeight = 8,
                          .WidthInBytes = 64,
                          .Height = 8,
                          .Depth = 8};
    CHECK(cuMemcpy3D(&copy));
    CHECK(cuMemFree(p));
}
