// Memory is asked of a pool that was destroyed.
// expect: use-after-free
static void run(void)
{
    CUstream a = stream();
    CUmemPoolProps props = {.allocType = CU_MEM_ALLOCATION_TYPE_PINNED,
                            .location = {.type = CU_MEM_LOCATION_TYPE_DEVICE}};
    CUmemoryPool pool;
    CUdeviceptr p = 0;
    CHECK(cuMemPoolCreate(&pool, &props));
    CHECK(cuMemPoolDestroy(pool));
    MAY_FAIL(cuMemAllocFromPoolAsync(&p, BYTES, pool, a)); /* here */
    CHECK(cuStreamSynchronize(a));
    stream_end(a);
}
