// What the pool gives again is not what was there before.
// expect: uninitialised-global
static void run(void)
{
    CUstream a = stream();

    CUdeviceptr p = take_async(a), q = take();
    CHECK(cuMemsetD32Async(q, 0, N, a));
    CHECK(add(a, q, p));
    CHECK(cuMemFreeAsync(p, a));
    CHECK(cuStreamSynchronize(a));
    CHECK(cuMemFree(q));
    stream_end(a);
}
