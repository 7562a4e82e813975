// Freed in one stream, filled in another afterwards.
// expect: use-after-free
static void run(void)
{
    CUstream a = stream(), b = stream();

    CUdeviceptr p = take_async(a);
    CHECK(fill(a, p, 1));
    CHECK(cuStreamSynchronize(a));
    CHECK(cuMemFreeAsync(p, a));
    MAY_FAIL(cuMemsetD32Async(p, 2, N, b)); /* here */
    MAY_FAIL(cuCtxSynchronize());
    stream_end(a);
    stream_end(b);
}
