// Reserved, mapped, released while mapped, unmapped, given back.
// expect: nothing
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
    CHECK(cuMemSetAccess(p, size, &access, 1));
    CHECK(cuMemRelease(memory));
    CHECK(fill(a, p, 1));
    CHECK(cuStreamSynchronize(a));
    CHECK(cuMemUnmap(p, size));
    CHECK(cuMemAddressFree(p, size));
    stream_end(a);
}
