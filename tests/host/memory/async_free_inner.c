// The pointer that is freed was moved meanwhile.
// expect: invalid-free leak
static void run(void)
{
    CUstream a = stream();

    CUdeviceptr p = take_async(a);
    CHECK(fill(a, p, 1));
    CHECK(cuStreamSynchronize(a));
    MAY_FAIL(cuMemFreeAsync(p + 1024, a)); /* here */
    CHECK(cuStreamSynchronize(a));
    stream_end(a);
}
