// The event is recorded before the kernel that the other stream must wait for.
// expect: stream-race also: uninitialised-global
static void run(void)
{
    CUstream a = stream(), b = stream();
    CUdeviceptr p = take(), q = take();
    CUevent done = event();
    CHECK(cuMemsetD32Async(q, 0, N, b));
    CHECK(cuEventRecord(done, a));
    CHECK(fill(a, p, 1));
    CHECK(cuStreamWaitEvent(b, done, 0));
    CHECK(add(b, q, p)); /* here */
    CHECK(cuCtxSynchronize());
    CHECK(cuMemFree(p));
    CHECK(cuMemFree(q));
    CHECK(cuEventDestroy(done));
    stream_end(a);
    stream_end(b);
}
