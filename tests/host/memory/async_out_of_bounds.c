// The kernel writes one number past the end of what the pool gave.
// expect: out-of-bounds also: exit
static void run(void)
{
    CUstream a = stream();

    CUdeviceptr p = take_async(a);
    MAY_FAIL(fill_count(a, p, 1, N + 1));
    MAY_FAIL(cuStreamSynchronize(a));
    MAY_FAIL(cuMemFreeAsync(p, a));
    stream_end(a);
}
