// cuMemFree() frees stream-ordered memory as well, once the stream is done.
// expect: nothing
static void run(void)
{
    CUstream a = stream();

    CUdeviceptr p = take_async(a);
    CHECK(fill(a, p, 1));
    CHECK(cuStreamSynchronize(a));
    CHECK(cuMemFree(p));
    stream_end(a);
}
