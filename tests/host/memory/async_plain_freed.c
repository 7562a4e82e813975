// Memory of cuMemAlloc() may be freed in stream order.
// expect: nothing
static void run(void)
{
    CUstream a = stream();

    CUdeviceptr p = take();
    CHECK(fill(a, p, 1));
    CHECK(cuMemFreeAsync(p, a));
    CHECK(cuStreamSynchronize(a));
    stream_end(a);
}
