// Copies of rectangles in two streams go to columns of their own of the same rows.
// expect: nothing
static void run(void)
{
    CUstream a = stream(), b = stream();
    CUdeviceptr p = take();
    CUDA_MEMCPY2D rows = {.srcMemoryType = CU_MEMORYTYPE_DEVICE,
                          .srcDevice = p,
                          .srcPitch = 256,
                          .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                          .dstDevice = p + 8 * 256,
                          .dstPitch = 256,
                          .WidthInBytes = 64,
                          .Height = 4};
    CHECK(cuMemsetD8(p, 0, BYTES));
    CHECK(cuStreamSynchronize(0));
    CHECK(cuMemcpy2DAsync(&rows, a));
    rows.dstXInBytes = 64;
    CHECK(cuMemcpy2DAsync(&rows, b));
    CHECK(cuCtxSynchronize());
    CHECK(cuMemFree(p));
    stream_end(a);
    stream_end(b);
}
