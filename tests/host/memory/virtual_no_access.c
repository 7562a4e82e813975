// Mapped, but nobody was let in.
// expect: out-of-bounds
static void run(void)
{
    CUstream a = stream();
    CUmemAllocationProp prop = {.type = CU_MEM_ALLOCATION_TYPE_PINNED,
                                .location = {.type = CU_MEM_LOCATION_TYPE_DEVICE}};
    CUmemAccessDesc access = {.location = prop.location,
                              .flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
    CUmemGenericAllocationHandle memory;
    CUdeviceptr p;
    size_t size;
    CHECK(cuMemGetAllocationGranularity(&size, &prop, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
    CHECK(cuMemAddressReserve(&p, size, 0, 0, 0));
    CHECK(cuMemCreate(&memory, size, &prop, 0));
    CHECK(cuMemMap(p, size, 0, memory, 0));
    (void)access;
    MAY_FAIL(fill(a, p, 1));
    MAY_FAIL(cuStreamSynchronize(a));
    MAY_FAIL(cuMemUnmap(p, size));
    MAY_FAIL(cuMemRelease(memory));
    MAY_FAIL(cuMemAddressFree(p, size));
    MAY_FAIL(cuStreamDestroy(a));
}
