// Allocated here, used there, freed here: events on both ways.
// expect: nothing
static void run(void)
{
    CUstream a = stream(), b = stream();

    CUdeviceptr p = take_async(a);
    CUevent there = event(), back = event();
    CHECK(cuEventRecord(there, a));
    CHECK(cuStreamWaitEvent(b, there, 0));
    CHECK(fill(b, p, 1));
    CHECK(cuEventRecord(back, b));
    CHECK(cuStreamWaitEvent(a, back, 0));
    CHECK(cuMemFreeAsync(p, a));
    CHECK(cuCtxSynchronize());
    CHECK(cuEventDestroy(there));
    CHECK(cuEventDestroy(back));
    stream_end(a);
    stream_end(b);
}
