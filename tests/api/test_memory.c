/* Memory: every way to allocate, copy and fill. */
#include "api.h"

static unsigned char host[4096], back[4096];

static CUdeviceptr filled(void)
{
    CUdeviceptr data;
    for (size_t i = 0; i < sizeof host; i++)
        host[i] = (unsigned char)(i * 7 + i / 256);
    memset(back, 0, sizeof back);
    OK(cuMemAlloc_v2(&data, sizeof host));
    OK(cuMemcpyHtoD_v2(data, host, sizeof host));
    return data;
}

static void linear_copies(void **state)
{
    (void)state;
    CUdeviceptr data = filled(), other;
    OK(cuMemAlloc_v2(&other, sizeof host));
    OK(cuMemcpyDtoD_v2(other, data, sizeof host));
    OK(cuMemcpyDtoH_v2(back, other, sizeof back));
    assert_memory_equal(back, host, sizeof host);
    OK(cuMemcpyDtoH_v2(back, data + 100, 50));
    assert_memory_equal(back, host + 100, 50);
    OK(cuMemcpy((CUdeviceptr)back, data + 10, 20));
    assert_memory_equal(back, host + 10, 20);
    OK(cuMemcpyPeer(other, context, data + 1, context, 99));
    OK(cuMemcpyDtoH_v2(back, other, 99));
    assert_memory_equal(back, host + 1, 99);
}

/* Page-locked memory is copied when somebody waits, pageable memory at once. */
static void asynchronous_copies(void **state)
{
    (void)state;
    CUdeviceptr data = filled();
    CUstream stream;
    unsigned char *pinned;
    OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    OK(cuMemAllocHost_v2((void **)&pinned, sizeof host));
    memset(pinned, 0, sizeof host);
    OK(cuMemcpyDtoHAsync_v2(pinned, data, sizeof host, stream));
    assert_int_equal(pinned[5], 0);
    OK(cuStreamSynchronize(stream));
    assert_memory_equal(pinned, host, sizeof host);
    OK(cuMemcpyDtoHAsync_v2(back, data, sizeof back, stream));
    assert_memory_equal(back, host, sizeof host);
    OK(cuMemFreeHost(pinned));
}

/* Plain memsets of memory that the host sees are done when they return; others need not be. */
static void fills_of_host_memory(void **state)
{
    (void)state;
    unsigned char *pinned;
    CUdeviceptr mapped, managed;
    OK(cuMemHostAlloc((void **)&pinned, 64, CU_MEMHOSTALLOC_DEVICEMAP));
    OK(cuMemHostGetDevicePointer_v2(&mapped, pinned, 0));
    memset(pinned, 0, 64);
    OK(cuMemsetD8_v2(mapped, 0xab, 4));
    OK(cuMemsetD2D16_v2(mapped + 8, 16, 0x1234, 2, 2));
    assert_int_equal(pinned[3], 0xab);
    assert_int_equal(pinned[26], 0x34);
    OK(cuMemsetD8Async(mapped, 0xcd, 4, NULL));
    assert_int_equal(pinned[3], 0xab);
    OK(cuMemAllocManaged(&managed, 64, CU_MEM_ATTACH_GLOBAL));
    OK(cuMemsetD32_v2(managed, 7, 16));
    assert_int_equal(((volatile int *)(uintptr_t)managed)[15], 7);
    assert_int_equal(pinned[3], 0xcd);
    OK(cuMemFree_v2(managed));
    OK(cuMemFreeHost(pinned));
}

static void rectangles(void **state)
{
    (void)state;
    CUdeviceptr data = filled(), pitched;
    size_t pitch;
    OK(cuMemAllocPitch_v2(&pitched, &pitch, 100, 8, 4));
    assert_int_equal(pitch % 512, 0);
    CUDA_MEMCPY2D copy = {
        .srcMemoryType = CU_MEMORYTYPE_DEVICE,
        .srcDevice = data,
        .srcXInBytes = 3,
        .srcY = 2,
        .srcPitch = 128,
        .dstMemoryType = CU_MEMORYTYPE_DEVICE,
        .dstDevice = pitched,
        .dstPitch = pitch,
        .WidthInBytes = 100,
        .Height = 8,
    };
    OK(cuMemcpy2D_v2(&copy));
    for (size_t y = 0; y < 8; y++) {
        OK(cuMemcpyDtoH_v2(back, pitched + y * pitch, 100));
        assert_memory_equal(back, host + (y + 2) * 128 + 3, 100);
    }
    copy.Height = 40;
    IS(CUDA_ERROR_INVALID_VALUE, cuMemcpy2D_v2(&copy));
}

static void boxes(void **state)
{
    (void)state;
    CUdeviceptr data = filled();
    CUDA_MEMCPY3D copy = {
        .srcMemoryType = CU_MEMORYTYPE_DEVICE,
        .srcDevice = data,
        .srcXInBytes = 1,
        .srcY = 1,
        .srcZ = 1,
        .srcPitch = 16,
        .srcHeight = 16,
        .dstMemoryType = CU_MEMORYTYPE_HOST,
        .dstHost = back,
        .dstPitch = 8,
        .dstHeight = 4,
        .WidthInBytes = 8,
        .Height = 4,
        .Depth = 3,
    };
    OK(cuMemcpy3D_v2(&copy));
    for (size_t z = 0; z < 3; z++)
        for (size_t y = 0; y < 4; y++)
            assert_memory_equal(back + z * 32 + y * 8, host + (z + 1) * 256 + (y + 1) * 16 + 1, 8);
}

static void fills(void **state)
{
    (void)state;
    CUdeviceptr data = filled();
    OK(cuMemsetD8_v2(data, 0xab, 10));
    OK(cuMemsetD16_v2(data + 10, 0x1234, 5));
    OK(cuMemsetD32_v2(data + 20, 0xdeadbeef, 3));
    OK(cuMemsetD2D8_v2(data + 64, 16, 0x11, 4, 3));
    OK(cuMemsetD2D32Async(data + 256, 64, 7, 2, 2, NULL));
    OK(cuMemcpyDtoH_v2(back, data, sizeof back));
    assert_int_equal(back[9], 0xab);
    assert_int_equal(back[10], 0x34);
    assert_int_equal(back[19], 0x12);
    assert_int_equal(back[31], 0xde);
    assert_int_equal(back[32], host[32]);
    assert_int_equal(back[67], 0x11);
    assert_int_equal(back[68], host[68]);
    assert_int_equal(back[96], 0x11);
    assert_int_equal(back[112], host[112]);
    assert_int_equal(back[256 + 64 + 4], 7);
}

static void managed_and_registered(void **state)
{
    (void)state;
    CUdeviceptr managed, seen;
    static float plain[64];
    unsigned n = 64;
    float factor = 2;
    OK(cuMemAllocManaged(&managed, sizeof plain, CU_MEM_ATTACH_GLOBAL));
    OK(cuMemHostRegister_v2(plain, sizeof plain, CU_MEMHOSTREGISTER_DEVICEMAP));
    OK(cuMemHostGetDevicePointer_v2(&seen, plain, 0));
    for (int i = 0; i < 64; i++)
        ((float *)managed)[i] = plain[i] = (float)i;
    void *one[] = {&managed, &n, &factor}, *two[] = {&seen, &n, &factor};
    OK(cuLaunchKernel(function("scale"), 1, 1, 1, 64, 1, 1, 0, NULL, one, NULL));
    OK(cuLaunchKernel(function("scale"), 1, 1, 1, 64, 1, 1, 0, NULL, two, NULL));
    OK(cuCtxSynchronize());
    for (int i = 0; i < 64; i++)
        assert_true(((float *)managed)[i] == 2.0f * (float)i && plain[i] == 2.0f * (float)i);
    OK(cuMemHostUnregister(plain));
    OK(cuMemFree_v2(managed));
}

static void pointers_are_known(void **state)
{
    (void)state;
    CUdeviceptr data = filled(), base;
    size_t size;
    unsigned type;
    CUcontext owner;
    OK(cuMemGetAddressRange_v2(&base, &size, data + 77));
    assert_true(base == data && size == sizeof host);
    OK(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, data + 5));
    assert_int_equal(type, CU_MEMORYTYPE_DEVICE);
    OK(cuPointerGetAttribute(&owner, CU_POINTER_ATTRIBUTE_CONTEXT, data));
    assert_ptr_equal(owner, context);
    CUpointer_attribute asked[] = {CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
                                   CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL};
    int ordinal;
    void *answers[] = {&type, &ordinal};
    OK(cuPointerGetAttributes(2, asked, answers, (CUdeviceptr)host));
    assert_int_equal(type, 0);
    assert_int_equal(ordinal, -2);
}

static void what_is_free_adds_up(void **state)
{
    (void)state;
    size_t before, after, total;
    CUdeviceptr data;
    OK(cuMemGetInfo_v2(&before, &total));
    OK(cuMemAlloc_v2(&data, 1 << 20));
    OK(cuMemGetInfo_v2(&after, NULL));
    assert_true(before - after >= 1 << 20 && before <= total);
    OK(cuMemFree_v2(data));
    OK(cuMemGetInfo_v2(&after, NULL));
    assert_int_equal(after, before);
    IS(CUDA_ERROR_OUT_OF_MEMORY, cuMemAlloc_v2(&data, total + 1));
}

static void stream_ordered(void **state)
{
    (void)state;
    CUdeviceptr data;
    CUmemoryPool pool;
    CUstream stream;
    uint64_t used;
    OK(cuStreamCreate(&stream, 0));
    OK(cuDeviceGetDefaultMemPool(&pool, 0));
    OK(cuMemAllocAsync(&data, 1000, stream));
    OK(cuMemsetD8Async(data, 3, 1000, stream));
    OK(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &used));
    assert_int_equal(used, 1000);
    OK(cuMemFreeAsync(data, stream));
    IS(CUDA_ERROR_INVALID_VALUE, cuMemFreeAsync(data, stream));
    OK(cuStreamSynchronize(stream));
    OK(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &used));
    assert_int_equal(used, 0);
}

static void globals(void **state)
{
    (void)state;
    CUdeviceptr counter, table;
    size_t size;
    unsigned value;
    OK(cuModuleGetGlobal_v2(&counter, &size, module, "counter"));
    assert_int_equal(size, 4);
    OK(cuMemcpyDtoH_v2(&value, counter, 4));
    assert_int_equal(value, 7);
    value = 8;
    OK(cuMemcpyHtoD_v2(counter, &value, 4));
    OK(cuModuleGetGlobal_v2(&table, &size, module, "table"));
    assert_int_equal(size, 16);
    OK(cuMemcpyDtoH_v2(back, table, 16));
    assert_int_equal(back[2], 3);
    assert_int_equal(back[10], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(linear_copies),
        TEST(asynchronous_copies),
        TEST(fills_of_host_memory),
        TEST(rectangles),
        TEST(boxes),
        TEST(fills),
        TEST(managed_and_registered),
        TEST(pointers_are_known),
        TEST(what_is_free_adds_up),
        TEST(stream_ordered),
        TEST(globals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
