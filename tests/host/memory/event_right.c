// The event is recorded behind the kernel that the other stream waits for.
// expect: nothing
static void run(void)
{
    CUstream a = stream(), b = stream();
    CUdeviceptr p = take(), q = take();
    CUevent done = event();
    CHECK(cuMemsetD32Async(q, 0, N, b));
    CHECK(fill(a, p, 1));
    CHECK(cuEventRecord(done, a));
    CHECK(cuStreamWaitEvent(b, done, 0));
    CHECK(add(b, q, p));
    CHECK(cuCtxSynchronize());
    CHECK(cuMemFree(p));
    CHECK(cuMemFree(q));
    CHECK(cuEventDestroy(done));
    stream_end(a);
    stream_end(b);
}
