// Two streams fill the two halves of one buffer.
// expect: nothing
static void run(void)
{
    CUstream a = stream(), b = stream();
    CUdeviceptr p = take();
    CHECK(fill_count(a, p, 1, N / 2));
    CHECK(fill_count(b, p + BYTES / 2, 2, N / 2));
    CHECK(cuCtxSynchronize());
    CHECK(cuMemFree(p));
    stream_end(a);
    stream_end(b);
}
