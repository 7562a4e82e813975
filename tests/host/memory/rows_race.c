// Copies of rectangles in two streams meet in one row.
// expect: stream-race
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
    CHECK(cuMemsetD32Async(p + 11 * 256, 1, 16, b)); /* here */
    CHECK(cuCtxSynchronize());
    CHECK(cuMemFree(p));
    stream_end(a);
    stream_end(b);
}
