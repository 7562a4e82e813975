// The stream that frees does not wait for the one that still reads.
// expect: stream-race
static void run(void)
{
    CUstream a = stream(), b = stream();

    CUdeviceptr p = take_async(a), q = take();
    CUevent filled = event();
    CHECK(fill(a, p, 1));
    CHECK(cuMemsetD32Async(q, 0, N, b));
    CHECK(cuEventRecord(filled, a));
    CHECK(cuStreamWaitEvent(b, filled, 0));
    CHECK(add(b, q, p));
    CHECK(cuMemFreeAsync(p, a)); /* here */
    CHECK(cuCtxSynchronize());
    CHECK(cuMemFree(q));
    CHECK(cuEventDestroy(filled));
    stream_end(a);
    stream_end(b);
}
