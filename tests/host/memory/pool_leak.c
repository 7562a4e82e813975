// A pool of the program's own is never destroyed.
// expect: leak
static void run(void)
{
    CUstream a = stream();
    CUmemPoolProps props = {.allocType = CU_MEM_ALLOCATION_TYPE_PINNED,
                            .location = {.type = CU_MEM_LOCATION_TYPE_DEVICE}};
    CUmemoryPool pool;
    CUdeviceptr p;
    CHECK(cuMemPoolCreate(&pool, &props)); /* here */
    CHECK(cuMemAllocFromPoolAsync(&p, BYTES, pool, a));
    CHECK(fill(a, p, 1));
    CHECK(cuMemFreeAsync(p, a));
    CHECK(cuStreamSynchronize(a));
    stream_end(a);
}
