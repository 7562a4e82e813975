// A fill behind the free, in the same stream.
// expect: use-after-free
static void run(void)
{
    CUstream a = stream();

    CUdeviceptr p = take_async(a);
    CHECK(fill(a, p, 1));
    CHECK(cuMemFreeAsync(p, a));
    MAY_FAIL(cuMemsetD32Async(p, 2, N, a)); /* here */
    MAY_FAIL(cuStreamSynchronize(a));
    stream_end(a);
}
