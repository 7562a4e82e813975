// A kernel behind the free, in the same stream.
// expect: use-after-free also: exit
static void run(void)
{
    CUstream a = stream();

    CUdeviceptr p = take_async(a);
    CHECK(fill(a, p, 1));
    CHECK(cuMemFreeAsync(p, a));
    MAY_FAIL(fill(a, p, 2)); /* here */
    MAY_FAIL(cuStreamSynchronize(a));
    stream_end(a);
}
