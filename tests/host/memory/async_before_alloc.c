// The other stream does not wait until the memory is there.
// expect: stream-race
static void run(void)
{
    CUstream a = stream(), b = stream();

    CUdeviceptr p = take_async(a);
    CHECK(fill(b, p, 1)); /* here */
    CHECK(cuStreamSynchronize(b));
    CHECK(cuMemFreeAsync(p, a));
    CHECK(cuStreamSynchronize(a));
    stream_end(a);
    stream_end(b);
}
