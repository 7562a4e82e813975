// Each stream has memory of its own from one pool, again and again.
// expect: nothing
static void run(void)
{
    CUstream a = stream(), b = stream();

    for (int i = 0; i < 4; i++) {
        CUstream s = i % 2 ? b : a;
        CUdeviceptr p = take_async(s);
        CHECK(fill(s, p, i));
        CHECK(cuMemFreeAsync(p, s));
    }
    CHECK(cuCtxSynchronize());
    stream_end(a);
    stream_end(b);
}
