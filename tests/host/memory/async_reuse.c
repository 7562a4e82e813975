// The pool hands out the same memory again and again in one stream.
// expect: nothing
static void run(void)
{
    CUstream a = stream();

    for (int i = 0; i < 4; i++) {
        CUdeviceptr p = take_async(a);
        CHECK(fill(a, p, i));
        CHECK(cuMemFreeAsync(p, a));
    }
    CHECK(cuStreamSynchronize(a));
    stream_end(a);
}
