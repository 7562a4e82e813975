/* What manages rather than computes: advice, pools, green contexts, logs, core dumps, tensor maps.
 */
#include "api.h"

#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

static int range_value(CUmem_range_attribute attribute, CUdeviceptr at, size_t size)
{
    int value;
    OK(cuMemRangeGetAttribute(&value, sizeof value, attribute, at, size));
    return value;
}

static void advice(void **state)
{
    (void)state;
    CUdeviceptr data, plain;
    int by[3];
    const CUmemLocation host = {CU_MEM_LOCATION_TYPE_HOST, 0},
                        device = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
    OK(cuMemAllocManaged(&data, 65536, CU_MEM_ATTACH_GLOBAL));
    OK(cuMemAlloc_v2(&plain, 64));
    assert_int_equal(range_value(CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, data, 65536), 0);
    assert_int_equal(range_value(CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION, data, 64),
                     CU_DEVICE_INVALID);
    OK(cuMemAdvise(data + 4096, 8192, CU_MEM_ADVISE_SET_READ_MOSTLY, 0));
    assert_int_equal(range_value(CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, data + 4096, 8192), 1);
    assert_int_equal(range_value(CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, data, 8192), 0);
    OK(cuMemAdvise(data + 8192, 1, CU_MEM_ADVISE_UNSET_READ_MOSTLY, 0));
    assert_int_equal(range_value(CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, data + 4096, 8192), 0);
    assert_int_equal(range_value(CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, data + 8193, 4000), 0);
    assert_int_equal(range_value(CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, data + 4096, 4096), 1);
    OK(cuMemAdvise_v2(data, 65536, CU_MEM_ADVISE_SET_PREFERRED_LOCATION, host));
    assert_int_equal(range_value(CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION, data, 65536),
                     CU_DEVICE_CPU);
    assert_int_equal(range_value(CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE, data, 65536),
                     CU_MEM_LOCATION_TYPE_HOST);
    OK(cuMemAdvise(data, 65536, CU_MEM_ADVISE_SET_ACCESSED_BY, 0));
    OK(cuMemRangeGetAttribute(by, sizeof by, CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY, data, 65536));
    assert_int_equal(by[0], 0);
    assert_int_equal(by[1], CU_DEVICE_INVALID);
    OK(cuMemPrefetchAsync_v2(data, 4096, device, 0, NULL));
    OK(cuMemPrefetchAsync(data + 4096, 4096, CU_DEVICE_CPU, NULL));
    assert_int_equal(range_value(CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION, data, 4096), 0);
    assert_int_equal(range_value(CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION, data, 8192),
                     CU_DEVICE_INVALID);
    IS(CUDA_ERROR_INVALID_VALUE, cuMemAdvise(plain, 64, CU_MEM_ADVISE_SET_READ_MOSTLY, 0));
    IS(CUDA_ERROR_INVALID_VALUE, cuMemAdvise(data, 64, 77, 0));
    IS(CUDA_ERROR_INVALID_DEVICE, cuMemAdvise(data, 64, CU_MEM_ADVISE_SET_ACCESSED_BY, 5));
    IS(CUDA_ERROR_INVALID_VALUE, cuMemPrefetchAsync(plain, 64, 0, NULL));
    IS(CUDA_ERROR_INVALID_VALUE,
       cuMemRangeGetAttribute(by, 3, CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY, data, 64));
    OK(cuMemFree_v2(data));
    CUdeviceptr again;
    OK(cuMemAllocManaged(&again, 65536, CU_MEM_ATTACH_GLOBAL));
    assert_int_equal(range_value(CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, again, 65536), 0);
}

/* Fresh pages of the host are zero, and programs count on it. */
static void managed_memory_begins_as_zero(void **state)
{
    (void)state;
    for (int round = 0; round < 2; round++) {
        CUdeviceptr data;
        OK(cuMemAllocManaged(&data, 4096, CU_MEM_ATTACH_GLOBAL));
        unsigned char *bytes = (unsigned char *)(uintptr_t)data;
        for (int i = 0; i < 4096; i++) {
            assert_int_equal(bytes[i], 0);
            bytes[i] = 1;
        }
        OK(cuMemFree_v2(data));
    }
}

static void batches(void **state)
{
    (void)state;
    CUstream stream;
    CUdeviceptr a, b;
    char host[64] = "a batch of copies", back[64] = "";
    OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    OK(cuMemAlloc_v2(&a, 64));
    OK(cuMemAlloc_v2(&b, 64));
    CUdeviceptr to[] = {a, a + 32},
                from[] = {(CUdeviceptr)(uintptr_t)host, (CUdeviceptr)(uintptr_t)(host + 32)};
    size_t sizes[] = {32, 32}, first = 0, failed = 5;
    CUmemcpyAttributes attributes = {.srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_DURING_API_CALL};
    OK(cuMemcpyBatchAsync(to, from, sizes, 2, &attributes, &first, 1, &failed, stream));
    memset(host, 0, sizeof host);
    CUDA_MEMCPY3D_BATCH_OP box = {
        .src = {CU_MEMCPY_OPERAND_TYPE_POINTER, {.ptr = {.ptr = a, .rowLength = 16}}},
        .dst = {CU_MEMCPY_OPERAND_TYPE_POINTER, {.ptr = {.ptr = b, .rowLength = 8}}},
        .extent = {8, 2, 1},
        .srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM};
    OK(cuMemcpy3DBatchAsync(1, &box, &failed, 0, stream));
    OK(cuStreamSynchronize(stream));
    OK(cuMemcpyDtoH_v2(back, b, 16));
    assert_memory_equal(back, "a batch s", 8);
    assert_int_equal(back[8], 's');
    CUarray array;
    CUDA_ARRAY_DESCRIPTOR shape = {4, 2, CU_AD_FORMAT_SIGNED_INT32, 1};
    OK(cuArrayCreate_v2(&array, &shape));
    CUDA_MEMCPY3D_BATCH_OP into = {
        .src = {CU_MEMCPY_OPERAND_TYPE_POINTER, {.ptr = {.ptr = a}}},
        .dst = {CU_MEMCPY_OPERAND_TYPE_ARRAY, {.array = {.array = array, .offset = {1, 0, 0}}}},
        .extent = {3, 2, 1},
        .srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM};
    OK(cuMemcpy3DBatchAsync_v2(1, &into, 0, stream));
    OK(cuStreamSynchronize(stream));
    OK(cuMemcpyAtoH_v2(back, array, 4, 12));
    assert_memory_equal(back, "a batch of c", 12);
    into.extent.width = 4;
    IS(CUDA_ERROR_INVALID_VALUE, cuMemcpy3DBatchAsync_v2(1, &into, 0, stream));
    IS(CUDA_ERROR_INVALID_VALUE,
       cuMemcpyBatchAsync_v2(to, from, sizes, 2, &attributes, &first, 1, NULL));
    IS(CUDA_ERROR_INVALID_VALUE,
       cuMemcpyBatchAsync_v2(to, from, sizes, 2, &attributes, &first, 3, stream));
    attributes.srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_INVALID;
    IS(CUDA_ERROR_INVALID_VALUE,
       cuMemcpyBatchAsync_v2(to, from, sizes, 2, &attributes, &first, 1, stream));
    box.extent.depth = 0;
    IS(CUDA_ERROR_INVALID_VALUE, cuMemcpy3DBatchAsync_v2(1, &box, 0, stream));
}

static uint64_t pool_value(CUmemoryPool pool, CUmemPool_attribute attribute)
{
    uint64_t value;
    OK(cuMemPoolGetAttribute(pool, attribute, &value));
    return value;
}

static void pools(void **state)
{
    (void)state;
    CUmemPoolProps properties = {.allocType = CU_MEM_ALLOCATION_TYPE_PINNED,
                                 .location = {CU_MEM_LOCATION_TYPE_DEVICE, 0},
                                 .maxSize = 1 << 20};
    CUmemoryPool pool, other;
    CUdeviceptr data, more;
    CUmemLocation host = {CU_MEM_LOCATION_TYPE_HOST, 0};
    uint64_t keep = UINT64_MAX, zero = 0;
    OK(cuMemPoolCreate(&pool, &properties));
    OK(cuMemAllocFromPoolAsync(&data, 1 << 19, pool, NULL));
    IS(CUDA_ERROR_OUT_OF_MEMORY, cuMemAllocFromPoolAsync(&more, (1 << 19) + 1, pool, NULL));
    assert_int_equal(pool_value(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT), 1 << 19);
    assert_true(pool_value(pool, CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT) >= 1 << 19);
    OK(cuMemPoolSetAttribute(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &keep));
    OK(cuMemFreeAsync(data, NULL));
    OK(cuStreamSynchronize(NULL));
    assert_int_equal(pool_value(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT), 0);
    assert_true(pool_value(pool, CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT) > 0);
    OK(cuMemPoolTrimTo(pool, 0));
    assert_int_equal(pool_value(pool, CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT), 0);
    assert_int_equal(pool_value(pool, CU_MEMPOOL_ATTR_USED_MEM_HIGH), 1 << 19);
    OK(cuMemPoolSetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_HIGH, &zero));
    assert_int_equal(pool_value(pool, CU_MEMPOOL_ATTR_USED_MEM_HIGH), 0);
    OK(cuMemGetDefaultMemPool(&other, &host, CU_MEM_ALLOCATION_TYPE_PINNED));
    OK(cuMemAllocFromPoolAsync(&data, 64, other, NULL));
    memset((void *)(uintptr_t)data, 1, 64); /* the host's own */
    OK(cuMemFreeAsync(data, NULL));
    IS(CUDA_ERROR_INVALID_VALUE, cuMemPoolDestroy(other));
    OK(cuMemPoolDestroy(pool));
    CUmemLocation nowhere = {CU_MEM_LOCATION_TYPE_INVALID, 0};
    OK(cuMemGetMemPool(&pool, &nowhere, CU_MEM_ALLOCATION_TYPE_MANAGED));
    IS(CUDA_ERROR_INVALID_VALUE, cuMemGetMemPool(&pool, &nowhere, CU_MEM_ALLOCATION_TYPE_PINNED));
    properties.handleTypes = CU_MEM_HANDLE_TYPE_FABRIC;
    IS(CUDA_ERROR_NOT_SUPPORTED, cuMemPoolCreate(&pool, &properties));
}

static void green(void **state)
{
    (void)state;
    CUdevResource all, parts[2], rest;
    CUdevResourceDesc desc;
    CUgreenCtx made, told;
    CUcontext converted;
    CUstream stream;
    unsigned count = 2;
    OK(cuDeviceGetDevResource(0, &all, CU_DEV_RESOURCE_TYPE_SM));
    assert_int_equal(all.sm.smCount, 28);
    OK(cuDevSmResourceSplitByCount(NULL, &count, &all, NULL, 0, 7));
    assert_int_equal(count, 3); /* of eight each */
    count = 2;
    OK(cuDevSmResourceSplitByCount(parts, &count, &all, &rest, 0, 7));
    assert_int_equal(count, 2);
    assert_int_equal(parts[1].sm.smCount, 8);
    assert_int_equal(rest.sm.smCount, 12);
    OK(cuDevResourceGenerateDesc(&desc, parts, 1));
    IS(CUDA_ERROR_INVALID_VALUE, cuGreenCtxCreate(&made, desc, 0, 0));
    OK(cuGreenCtxCreate(&made, desc, 0, CU_GREEN_CTX_DEFAULT_STREAM));
    OK(cuGreenCtxGetDevResource(made, &all, CU_DEV_RESOURCE_TYPE_SM));
    assert_int_equal(all.sm.smCount, 8);
    OK(cuCtxFromGreenCtx(&converted, made));
    OK(cuCtxSetCurrent(converted));
    OK(cuGreenCtxStreamCreate(&stream, made, CU_STREAM_NON_BLOCKING, 0));
    OK(cuStreamGetGreenCtx(stream, &told));
    assert_ptr_equal(told, made);
    OK(cuLaunchKernel(function("nothing"), 1, 1, 1, 1, 1, 1, 0, stream, NULL, NULL));
    OK(cuStreamSynchronize(stream));
    OK(cuStreamDestroy_v2(stream));
    OK(cuGreenCtxDestroy(made));
    IS(CUDA_ERROR_CONTEXT_IS_DESTROYED, cuGreenCtxDestroy(made));
}

static int messages;
static CUresult inner;

static void message(void *user, CUlogLevel level, char *text, size_t length)
{
    messages += user == &messages && level == CU_LOG_LEVEL_ERROR && strlen(text) == length;
    inner = cuCtxSynchronize();
}

static void logs(void **state)
{
    (void)state;
    CUlogsCallbackHandle handle;
    CUlogIterator at, again;
    char text[512];
    size_t size = sizeof text, small = 4;
    OK(cuLogsRegisterCallback(message, &messages, &handle));
    OK(cuLogsCurrent(&at, 0));
    again = at;
    OK(cuLogsDumpToMemory(&at, text, &size, 0));
    assert_int_equal(size, 0);
    CUdevice none;
    IS(CUDA_ERROR_INVALID_DEVICE, cuDeviceGet(&none, 99)); /* each failing call has an entry */
    assert_int_equal(messages, 1);
    size = sizeof text;
    OK(cuLogsDumpToMemory(&at, text, &size, 0));
    assert_non_null(strstr(text, "][CUDA][E][cuDeviceGet] "));
    assert_non_null(strstr(text, "(CUDA_ERROR_INVALID_DEVICE)\n"));
    again = at;
    OK(cuLaunchKernel(function("trapping"), 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
    IS(CUDA_ERROR_LAUNCH_FAILED, cuCtxSynchronize());
    assert_int_equal(messages, 2);
    assert_int_equal(inner, CUDA_ERROR_NOT_PERMITTED);
    size = sizeof text;
    OK(cuLogsDumpToMemory(&at, text, &size, 0));
    assert_int_equal(size, strlen(text));
    assert_non_null(strstr(text, "CUDA_ERROR_LAUNCH_FAILED in a launch of trapping\n"));
    IS(CUDA_ERROR_INVALID_VALUE, cuLogsDumpToMemory(&again, text, &small, 0));
    OK(cuLogsUnregisterCallback(handle));
    IS(CUDA_ERROR_INVALID_VALUE, cuLogsUnregisterCallback(handle));
    IS(CUDA_ERROR_INVALID_VALUE, cuLogsDumpToFile(NULL, "/nowhere/at/all", 0));
}

static void core_dumps(void **state)
{
    (void)state;
    bool on = true;
    char file[1024] = "dump.%p", told[1024];
    size_t size = 0;
    OK(cuCoredumpGetAttributeGlobal(CU_COREDUMP_FILE, NULL, &size));
    assert_int_equal(size, 1024);
    OK(cuCoredumpGetAttribute(CU_COREDUMP_FILE, told, &size));
    assert_true(strncmp(told, "core.cuda.", 10) == 0);
    size = sizeof on;
    OK(cuCoredumpSetAttribute(CU_COREDUMP_ENABLE_ON_EXCEPTION, &on, &size));
    on = false;
    OK(cuCoredumpGetAttribute(CU_COREDUMP_ENABLE_ON_EXCEPTION, &on, &size));
    assert_true(on);
    OK(cuCoredumpGetAttributeGlobal(CU_COREDUMP_ENABLE_ON_EXCEPTION, &on, &size));
    assert_false(on);
    size = sizeof file;
    OK(cuCoredumpSetAttributeGlobal(CU_COREDUMP_FILE, file, &size));
    OK(cuCoredumpGetAttributeGlobal(CU_COREDUMP_FILE, told, &size));
    assert_string_equal(told, file);
    IS(CUDA_ERROR_INVALID_VALUE, cuCoredumpSetAttribute(CU_COREDUMP_PIPE, file, &size));
    IS(CUDA_ERROR_INVALID_VALUE, cuCoredumpGetAttributeGlobal(CU_COREDUMP_MAX, told, &size));
}

static CUresult tiled(CUtensorMap *map, uint64_t width, uint64_t stride, uint32_t box,
                      CUtensorMapSwizzle swizzle, void *address)
{
    const uint64_t extents[] = {width, 64}, strides[] = {stride};
    const uint32_t boxes[] = {box, 8}, steps[] = {1, 1};
    return cuTensorMapEncodeTiled(map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, address, extents,
                                  strides, boxes, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle,
                                  CU_TENSOR_MAP_L2_PROMOTION_NONE,
                                  CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
}

static void tensor_maps(void **state)
{
    (void)state;
    static CUtensorMap map, other;
    CUdeviceptr data;
    OK(cuMemAlloc_v2(&data, 65536));
    void *at = (void *)(uintptr_t)data;
    const uint64_t extents[] = {32, 16, 16, 4}, strides[] = {128, 2048, 32768};
    const uint32_t steps[] = {1, 1, 1, 1};
    const int lower[] = {-1, -1}, upper[] = {-1, -1}, wide[] = {-300, 0};
    OK(tiled(&map, 64, 256, 16, CU_TENSOR_MAP_SWIZZLE_NONE, at));
    OK(tiled(&other, 64, 256, 16, CU_TENSOR_MAP_SWIZZLE_64B, at));
    assert_memory_not_equal(&map, &other, sizeof map);
    IS(CUDA_ERROR_INVALID_VALUE, tiled(NULL, 64, 256, 16, 0, at));
    IS(CUDA_ERROR_INVALID_VALUE, tiled((CUtensorMap *)((char *)&map + 8), 64, 256, 16, 0, at));
    IS(CUDA_ERROR_INVALID_VALUE, tiled(&map, 0, 256, 16, 0, at));
    IS(CUDA_ERROR_INVALID_VALUE, tiled(&map, 64, 250, 16, 0, at));
    IS(CUDA_ERROR_INVALID_VALUE, tiled(&map, 64, (uint64_t)1 << 40, 16, 0, at));
    IS(CUDA_ERROR_INVALID_VALUE, tiled(&map, 64, 256, 3, 0, at));
    IS(CUDA_ERROR_INVALID_VALUE, tiled(&map, 64, 256, 260, 0, at));
    IS(CUDA_ERROR_INVALID_VALUE, tiled(&map, 64, 256, 16, CU_TENSOR_MAP_SWIZZLE_32B, at));
    IS(CUDA_ERROR_INVALID_VALUE, tiled(&map, 64, 256, 16, 0, (char *)at + 4));
    OK(cuTensorMapReplaceAddress(&other, (char *)at + 256));
    IS(CUDA_ERROR_INVALID_VALUE, cuTensorMapReplaceAddress(&other, (char *)at + 8));
    OK(cuTensorMapEncodeIm2col(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 4, at, extents, strides,
                               lower, upper, 32, 64, steps, 0, CU_TENSOR_MAP_SWIZZLE_128B, 0, 0));
    IS(CUDA_ERROR_INVALID_VALUE,
       cuTensorMapEncodeIm2col(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 4, at, extents, strides, wide,
                               upper, 32, 64, steps, 0, 0, 0, 0));
    IS(CUDA_ERROR_INVALID_VALUE,
       cuTensorMapEncodeIm2col(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 4, at, extents, strides,
                               lower, upper, 32, 2000, steps, 0, 0, 0, 0));
}

static void never(CUasyncNotificationInfo *info, void *user, CUasyncCallbackHandle callback)
{
    (void)info;
    (void)user;
    (void)callback;
    fail();
}

static void refusals(void **state)
{
    (void)state;
    CUipcMemHandle handle;
    CUdeviceptr data;
    CUasyncCallbackHandle callback;
    unsigned capability = 9;
    const CUatomicOperation add = CU_ATOMIC_OPERATION_INTEGER_ADD;
    OK(cuMemAlloc_v2(&data, 64));
    IS(CUDA_ERROR_INVALID_VALUE, cuIpcGetMemHandle(&handle, 12));
    IS(CUDA_ERROR_INVALID_VALUE, cuIpcGetMemHandle(NULL, data));
    OK(cuDeviceRegisterAsyncNotification(0, never, NULL, &callback));
    OK(cuDeviceUnregisterAsyncNotification(0, callback));
    IS(CUDA_ERROR_INVALID_VALUE, cuDeviceUnregisterAsyncNotification(0, callback));
    OK(cuDeviceGetHostAtomicCapabilities(&capability, &add, 1, 0));
    assert_int_equal(capability, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(advice),     TEST(managed_memory_begins_as_zero),
        TEST(batches),    TEST(pools),
        TEST(green),      TEST(logs),
        TEST(core_dumps), TEST(tensor_maps),
        TEST(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
