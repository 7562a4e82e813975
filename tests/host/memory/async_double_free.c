// Freed twice in stream order.
// expect: double-free
static void run(void)
{
    CUstream a = stream();

    CUdeviceptr p = take_async(a);
    CHECK(fill(a, p, 1));
    CHECK(cuMemFreeAsync(p, a));
    MAY_FAIL(cuMemFreeAsync(p, a)); /* here */
    CHECK(cuStreamSynchronize(a));
    stream_end(a);
}
