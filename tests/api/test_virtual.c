/* Virtual memory management: ranges reserved, memory mapped into them, access given and taken. */
#include "api.h"

#include <sys/wait.h>
#include <unistd.h>

enum { MIB = 1 << 20, GRAIN = 2 * MIB, IMPORT_FILE = 77 };

static const CUmemAllocationProp on_device = {.type = CU_MEM_ALLOCATION_TYPE_PINNED,
                                              .requestedHandleTypes =
                                                  CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR,
                                              .location = {CU_MEM_LOCATION_TYPE_DEVICE, 0}};
static const CUmemAccessDesc read_write = {{CU_MEM_LOCATION_TYPE_DEVICE, 0},
                                           CU_MEM_ACCESS_FLAGS_PROT_READWRITE},
                             read_only = {{CU_MEM_LOCATION_TYPE_DEVICE, 0},
                                          CU_MEM_ACCESS_FLAGS_PROT_READ},
                             none = {{CU_MEM_LOCATION_TYPE_DEVICE, 0},
                                     CU_MEM_ACCESS_FLAGS_PROT_NONE};

static CUmemGenericAllocationHandle physical(size_t size)
{
    CUmemGenericAllocationHandle handle;
    OK(cuMemCreate(&handle, size, &on_device, 0));
    return handle;
}

static CUresult store(CUdeviceptr address, unsigned value)
{
    void *arguments[] = {&address, &value};
    OK(cuLaunchKernel(function("store"), 1, 1, 1, 1, 1, 1, 0, NULL, arguments, NULL));
    return cuCtxSynchronize();
}

static unsigned load(CUdeviceptr address)
{
    unsigned value = 0;
    OK(cuMemcpyDtoH_v2(&value, address, sizeof value));
    return value;
}

static char rule[64];

static void rule_keep(void *state, const CulabSimFinding *finding)
{
    (void)state;
    strncpy(rule, finding->rule, sizeof rule - 1);
}

/* A fault with the rule (NULL: what is told depends on what was there before); the context is as
 * new afterwards. */
static void faults(CUdeviceptr address, const char *expected)
{
    const CulabSimApi *api = culabSimApi(1);
    api->clear();
    IS(CUDA_ERROR_ILLEGAL_ADDRESS, store(address, 1));
    rule[0] = '\0';
    api->findings(NULL, rule_keep);
    if (expected)
        assert_string_equal(rule, expected);
    assert_true(rule[0]);
    OK(cuDevicePrimaryCtxReset_v2(0));
    OK(cuDevicePrimaryCtxRetain(&context, 0));
    OK(cuCtxSetCurrent(context));
    OK(cuModuleLoadData(&module, kernels_ptx));
}

static void granularity(void **state)
{
    (void)state;
    size_t least, best;
    OK(cuMemGetAllocationGranularity(&least, &on_device, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
    OK(cuMemGetAllocationGranularity(&best, &on_device, CU_MEM_ALLOC_GRANULARITY_RECOMMENDED));
    assert_int_equal(least, GRAIN);
    assert_int_equal(best % least, 0);
}

/* The largest range that the process may have: its address space may be limited. */
static size_t large_reserve(CUdeviceptr *base)
{
    for (size_t size = (size_t)64 << 30; size >= 4 * GRAIN; size /= 2)
        if (cuMemAddressReserve(base, size, 0, 0, 0) == CUDA_SUCCESS)
            return size;
    return 0;
}

/* A segment that grows piece by piece, as allocators of frameworks do it: one range to copies. */
static void growing(void **state)
{
    (void)state;
    CUdeviceptr base;
    size_t free_before, free_after, total;
    OK(cuMemGetInfo_v2(&free_before, &total));
    size_t size = large_reserve(&base);
    if (!size)
        skip();
    for (int i = 0; i < 3; i++) {
        CUmemGenericAllocationHandle handle = physical(GRAIN);
        OK(cuMemMap(base + (size_t)i * GRAIN, GRAIN, 0, handle, 0));
        OK(cuMemRelease(handle));
        OK(cuMemSetAccess(base + (size_t)i * GRAIN, GRAIN, &read_write, 1));
    }
    OK(cuMemGetInfo_v2(&free_after, &total));
    assert_int_equal(free_before - free_after, 3 * GRAIN);
    OK(cuMemsetD32_v2(base, 7, 3 * GRAIN / 4));
    OK(store(base + 2 * GRAIN - 4, 8));
    assert_int_equal(load(base + 2 * GRAIN - 4), 8);
    assert_int_equal(load(base + 2 * GRAIN), 7);
    OK(cuMemUnmap(base + GRAIN, GRAIN));
    assert_int_equal(load(base + 2 * GRAIN), 7);
    IS(CUDA_ERROR_INVALID_VALUE, cuMemsetD8_v2(base, 0, 2 * GRAIN));
    OK(cuMemUnmap(base + 2 * GRAIN, GRAIN));
    IS(CUDA_ERROR_INVALID_VALUE, cuMemAddressFree(base, size));
    OK(cuMemUnmap(base, GRAIN));
    OK(cuMemAddressFree(base, size));
    OK(cuMemGetInfo_v2(&free_after, &total));
    assert_int_equal(free_before, free_after);
}

static void aliases(void **state)
{
    (void)state;
    CUdeviceptr base;
    CUmemGenericAllocationHandle handle = physical(GRAIN), again;
    OK(cuMemAddressReserve(&base, 2 * GRAIN, GRAIN, 0, 0));
    OK(cuMemMap(base, GRAIN, 0, handle, 0));
    OK(cuMemMap(base + GRAIN, GRAIN, 0, handle, 0));
    OK(cuMemSetAccess(base, 2 * GRAIN, &read_write, 1));
    OK(store(base + 100, 5));
    assert_int_equal(load(base + GRAIN + 100), 5);
    OK(cuMemRetainAllocationHandle(&again, (void *)(uintptr_t)(base + GRAIN + 7)));
    assert_true(again == handle);
    OK(cuMemRelease(handle));
    OK(cuMemRelease(again));
    IS(CUDA_ERROR_INVALID_VALUE, cuMemRelease(handle));
    OK(cuMemUnmap(base, 2 * GRAIN));
    OK(cuMemAddressFree(base, 2 * GRAIN));
}

static void given_and_taken(void **state)
{
    (void)state;
    CUdeviceptr base;
    unsigned long long flags;
    CUmemGenericAllocationHandle handle = physical(GRAIN);
    OK(cuMemAddressReserve(&base, GRAIN, 0, 0, 0));
    faults(base, NULL);
    OK(cuMemMap(base, GRAIN, 0, handle, 0));
    OK(cuMemGetAccess(&flags, &none.location, base));
    assert_int_equal(flags, CU_MEM_ACCESS_FLAGS_PROT_NONE);
    faults(base, NULL);
    OK(cuMemSetAccess(base, GRAIN, &read_write, 1));
    OK(store(base + 8, 6));
    OK(cuMemSetAccess(base, GRAIN, &read_only, 1));
    OK(cuMemGetAccess(&flags, &none.location, base));
    assert_int_equal(flags, CU_MEM_ACCESS_FLAGS_PROT_READ);
    assert_int_equal(load(base + 8), 6);
    faults(base + 8, "read-only");
    OK(cuMemSetAccess(base, GRAIN, &none, 1));
    faults(base + 8, "use-after-free");
    OK(cuMemSetAccess(base, GRAIN, &read_write, 1));
    assert_int_equal(load(base + 8), 6);
    OK(cuMemUnmap(base, GRAIN));
    faults(base, "use-after-free");
    OK(cuMemRelease(handle));
    OK(cuMemAddressFree(base, GRAIN));
}

/* What a stream still has to do with a range is done before the range goes. */
static void unmapped_while_queued(void **state)
{
    (void)state;
    CUdeviceptr base, kept;
    CUstream stream;
    CUmemGenericAllocationHandle handle = physical(GRAIN);
    OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    OK(cuMemAlloc_v2(&kept, 4));
    OK(cuMemAddressReserve(&base, GRAIN, 0, 0, 0));
    OK(cuMemMap(base, GRAIN, 0, handle, 0));
    OK(cuMemSetAccess(base, GRAIN, &read_write, 1));
    OK(cuMemsetD32Async(base, 11, 16, stream));
    OK(cuMemcpyDtoDAsync_v2(kept, base, 4, stream));
    OK(cuMemUnmap(base, GRAIN));
    assert_int_equal(load(kept), 11);
    OK(cuMemRelease(handle));
    OK(cuMemAddressFree(base, GRAIN));
}

static void attributes(void **state)
{
    (void)state;
    CUdeviceptr base, start;
    size_t size;
    unsigned type;
    uint64_t handles;
    CUmemAllocationProp told;
    CUmemGenericAllocationHandle handle = physical(GRAIN);
    OK(cuMemGetAllocationPropertiesFromHandle(&told, handle));
    assert_memory_equal(&told, &on_device, sizeof told);
    OK(cuMemAddressReserve(&base, 4 * GRAIN, 0, 0, 0));
    OK(cuMemMap(base + GRAIN, GRAIN, 0, handle, 0));
    OK(cuMemSetAccess(base + GRAIN, GRAIN, &read_write, 1));
    OK(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, base + GRAIN + 3));
    assert_int_equal(type, CU_MEMORYTYPE_DEVICE);
    OK(cuPointerGetAttribute(&handles, CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES, base + GRAIN));
    assert_int_equal(handles, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR);
    OK(cuMemGetAddressRange_v2(&start, &size, base + GRAIN + 3));
    assert_true(start == base + GRAIN && size == GRAIN);
    OK(cuMemUnmap(base + GRAIN, GRAIN));
    OK(cuMemAddressFree(base, 4 * GRAIN));
    OK(cuMemRelease(handle));
}

/* The other process: reads a value of the memory behind the file and writes it before that. */
static int import_and_move(void)
{
    CUdeviceptr other = 0;
    CUmemGenericAllocationHandle imported;
    CUresult results[] = {
        cuInit(0),
        cuDevicePrimaryCtxRetain(&context, 0),
        cuCtxSetCurrent(context),
        cuMemImportFromShareableHandle(&imported, (void *)(intptr_t)IMPORT_FILE,
                                       CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR),
        cuMemAddressReserve(&other, GRAIN, 0, 0, 0),
        cuMemMap(other, GRAIN, 0, imported, 0),
        cuMemSetAccess(other, GRAIN, &read_write, 1),
        cuMemcpyDtoD_v2(other, other + 4, 4),
        cuCtxSynchronize(),
    };
    for (size_t i = 0; i < sizeof results / sizeof results[0]; i++)
        if (results[i] != CUDA_SUCCESS)
            return 1;
    return 0;
}

/* Another process maps what this one made: a file descriptor stands for it. */
static void shared_with_another_process(void **state)
{
    (void)state;
    CUdeviceptr base;
    int file, status;
    CUmemGenericAllocationHandle handle = physical(GRAIN), imported = 0;
    OK(cuMemExportToShareableHandle(&file, handle, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
    OK(cuMemAddressReserve(&base, GRAIN, 0, 0, 0));
    OK(cuMemMap(base, GRAIN, 0, handle, 0));
    OK(cuMemSetAccess(base, GRAIN, &read_write, 1));
    OK(store(base + 4, 21));
    pid_t child = fork();
    if (child == 0) {
        dup2(file, IMPORT_FILE);
        execl("/proc/self/exe", "api_virtual", "import", (char *)NULL);
        _exit(2);
    }
    waitpid(child, &status, 0);
    assert_int_equal(status, 0);
    assert_int_equal(load(base), 21);
    close(file);
    IS(CUDA_ERROR_INVALID_VALUE,
       cuMemImportFromShareableHandle(&imported, (void *)(intptr_t)0,
                                      CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
    OK(cuMemUnmap(base, GRAIN));
    OK(cuMemRelease(handle));
    OK(cuMemAddressFree(base, GRAIN));
}

static void refused(void **state)
{
    (void)state;
    CUdeviceptr base;
    CUmemGenericAllocationHandle handle = physical(2 * GRAIN), other;
    CUmemAllocationProp odd = on_device;
    OK(cuMemAddressReserve(&base, 4 * GRAIN, 0, 0, 0));
    IS(CUDA_ERROR_INVALID_VALUE, cuMemAddressReserve(&base, 100, 0, 0, 0));
    IS(CUDA_ERROR_INVALID_VALUE, cuMemAddressReserve(&base, GRAIN, 3, 0, 0));
    IS(CUDA_ERROR_INVALID_VALUE, cuMemAddressReserve(NULL, GRAIN, 0, 0, 0));
    IS(CUDA_ERROR_OUT_OF_MEMORY, cuMemAddressReserve(&base, (size_t)1 << 60, 0, 0, 0));
    IS(CUDA_ERROR_INVALID_VALUE, cuMemCreate(&other, 100, &on_device, 0));
    IS(CUDA_ERROR_INVALID_VALUE, cuMemCreate(&other, GRAIN, NULL, 0));
    IS(CUDA_ERROR_INVALID_VALUE, cuMemCreate(&other, GRAIN, &on_device, 1));
    IS(CUDA_ERROR_OUT_OF_MEMORY, cuMemCreate(&other, (size_t)1 << 50, &on_device, 0));
    odd.location.id = 3;
    IS(CUDA_ERROR_INVALID_DEVICE, cuMemCreate(&other, GRAIN, &odd, 0));
    IS(CUDA_ERROR_NOT_SUPPORTED, cuMemMap(base + 4096, GRAIN, 0, handle, 0));
    IS(CUDA_ERROR_NOT_SUPPORTED, cuMemMap(base, 3 * GRAIN, 0, handle, 0));
    IS(CUDA_ERROR_INVALID_VALUE, cuMemMap(base + 3 * GRAIN, 2 * GRAIN, 0, handle, 0));
    IS(CUDA_ERROR_INVALID_VALUE, cuMemMap(base, GRAIN, 0, 77, 0));
    OK(cuMemMap(base, 2 * GRAIN, 0, handle, 0));
    IS(CUDA_ERROR_NOT_SUPPORTED, cuMemMap(base + GRAIN, GRAIN, 0, handle, 0));
    IS(CUDA_ERROR_INVALID_VALUE, cuMemUnmap(base, GRAIN));
    IS(CUDA_ERROR_INVALID_VALUE, cuMemSetAccess(base, 4 * GRAIN, &read_write, 1));
    IS(CUDA_ERROR_INVALID_VALUE, cuMemSetAccess(base, 2 * GRAIN, NULL, 1));
    IS(CUDA_ERROR_INVALID_VALUE, cuMemFree_v2(base));
    OK(cuMemUnmap(base, 2 * GRAIN));
    IS(CUDA_ERROR_INVALID_VALUE, cuMemAddressFree(base, GRAIN));
    OK(cuMemAddressFree(base, 4 * GRAIN));
    IS(CUDA_ERROR_INVALID_VALUE, cuMemAddressFree(base, 4 * GRAIN));
    OK(cuMemRelease(handle));
}

int main(int count, char **words)
{
    if (count == 2 && !strcmp(words[1], "import"))
        return import_and_move();
    const struct CMUnitTest tests[] = {
        TEST(granularity),
        TEST(growing),
        TEST(aliases),
        TEST(given_and_taken),
        TEST(attributes),
        TEST(unmapped_while_queued),
        TEST(shared_with_another_process),
        TEST(refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
