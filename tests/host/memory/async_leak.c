// Stream-ordered memory is never freed.
// expect: leak
static void run(void)
{
    CUstream a = stream();

    CUdeviceptr p;
    CHECK(cuMemAllocAsync(&p, BYTES, a)); /* here */
    CHECK(fill(a, p, 1));
    CHECK(cuStreamSynchronize(a));
    stream_end(a);
}
