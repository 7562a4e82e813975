// A pool is trimmed and destroyed before the memory taken from it is freed.
// expect: nothing
static void run(void)
{
    CUstream a = stream();
    CUmemPoolProps props = {.allocType = CU_MEM_ALLOCATION_TYPE_PINNED,
                            .location = {.type = CU_MEM_LOCATION_TYPE_DEVICE}};
    CUmemoryPool pool;
    CUdeviceptr p;
    CHECK(cuMemPoolCreate(&pool, &props));
    CHECK(cuMemAllocFromPoolAsync(&p, BYTES, pool, a));
    CHECK(fill(a, p, 1));
    CHECK(cuMemPoolTrimTo(pool, 0));
    CHECK(cuMemPoolDestroy(pool));
    CHECK(cuMemFreeAsync(p, a));
    CHECK(cuStreamSynchronize(a));
    stream_end(a);
}
