// Managed memory is never freed.
// expect: leak
static void run(void)
{
    CUstream a = stream();
    CUdeviceptr p;
    CHECK(cuMemAllocManaged(&p, BYTES, CU_MEM_ATTACH_GLOBAL)); /* here */
    CHECK(fill(a, p, 1));
    CHECK(cuStreamSynchronize(a));
    stream_end(a);
}
