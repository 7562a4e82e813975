// Allocated in one stream, used in another after the host has waited, freed there.
// expect: nothing
static void run(void)
{
    CUstream a = stream(), b = stream();

    CUdeviceptr p = take_async(a);
    CHECK(cuStreamSynchronize(a));
    CHECK(fill(b, p, 1));
    CHECK(cuMemFreeAsync(p, b));
    CHECK(cuStreamSynchronize(b));
    stream_end(a);
    stream_end(b);
}
