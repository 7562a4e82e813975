/* Arrays: which can be made, what they say of themselves, and every copy with them. */
#include "api.h"

#include <stdio.h>

enum { WIDTH = 13, HEIGHT = 7, DEPTH = 5 };

static unsigned char host[65536], back[65536];

static CUarray array_3d(size_t width, size_t height, size_t depth, CUarray_format format,
                        unsigned channels, unsigned flags)
{
    CUarray array = NULL;
    CUDA_ARRAY3D_DESCRIPTOR d = {width, height, depth, format, channels, flags};
    OK(cuArray3DCreate_v2(&array, &d));
    return array;
}

static CUresult try_3d(size_t width, size_t height, size_t depth, CUarray_format format,
                       unsigned channels, unsigned flags)
{
    CUarray array;
    CUDA_ARRAY3D_DESCRIPTOR d = {width, height, depth, format, channels, flags};
    CUresult result = cuArray3DCreate_v2(&array, &d);
    if (result == CUDA_SUCCESS)
        OK(cuArrayDestroy(array));
    return result;
}

static void fill_host(void)
{
    for (size_t i = 0; i < sizeof host; i++)
        host[i] = (unsigned char)(i * 131 + i / 251 + 7);
    memset(back, 0, sizeof back);
}

/* -- making */

static void descriptions(void **state)
{
    (void)state;
    CUarray array;
    CUDA_ARRAY_DESCRIPTOR flat = {.Width = 10,
                                  .Height = 3,
                                  .Format = CU_AD_FORMAT_HALF,
                                  .NumChannels = 2},
                          told = {0};
    OK(cuArrayCreate_v2(&array, &flat));
    OK(cuArrayGetDescriptor_v2(&told, array));
    assert_memory_equal(&told, &flat, sizeof flat);
    CUDA_ARRAY3D_DESCRIPTOR deep = {0};
    OK(cuArray3DGetDescriptor_v2(&deep, array));
    assert_int_equal(deep.Width, 10);
    assert_int_equal(deep.Height, 3);
    assert_int_equal(deep.Depth, 0);
    assert_int_equal(deep.Flags, 0);
    CUDA_ARRAY3D_DESCRIPTOR_v1 narrow;
    OK(cuArray3DGetDescriptor(&narrow, array));
    assert_int_equal(narrow.Height, 3);
    OK(cuArrayDestroy(array));
    IS(CUDA_ERROR_INVALID_HANDLE, cuArrayDestroy(array));
    CUDA_ARRAY_DESCRIPTOR_v1 old = {4, 0, CU_AD_FORMAT_FLOAT, 1};
    OK(cuArrayCreate(&array, &old));
    OK(cuArrayGetDescriptor(&old, array));
    assert_int_equal(old.Width, 4);
    OK(cuArrayDestroy(array));
}

/* Every format with every number of channels that it may have, and with those that it may not. */
static void formats(void **state)
{
    (void)state;
    static const CUarray_format plain[] = {CU_AD_FORMAT_UNSIGNED_INT8,  CU_AD_FORMAT_UNSIGNED_INT16,
                                           CU_AD_FORMAT_UNSIGNED_INT32, CU_AD_FORMAT_SIGNED_INT8,
                                           CU_AD_FORMAT_SIGNED_INT16,   CU_AD_FORMAT_SIGNED_INT32,
                                           CU_AD_FORMAT_HALF,           CU_AD_FORMAT_FLOAT};
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        for (unsigned channels = 0; channels < 6; channels++)
            IS(channels == 1 || channels == 2 || channels == 4 ? CUDA_SUCCESS
                                                               : CUDA_ERROR_INVALID_VALUE,
               try_3d(8, 8, 0, plain[i], channels, 0));
    IS(CUDA_SUCCESS, try_3d(8, 8, 0, CU_AD_FORMAT_UNORM_INT8X4, 4, 0));
    IS(CUDA_SUCCESS, try_3d(8, 8, 0, CU_AD_FORMAT_SNORM_INT16X2, 2, 0));
    IS(CUDA_ERROR_INVALID_VALUE, try_3d(8, 8, 0, CU_AD_FORMAT_UNORM_INT8X4, 2, 0));
    IS(CUDA_SUCCESS, try_3d(8, 8, 0, CU_AD_FORMAT_BC1_UNORM, 4, 0));
    IS(CUDA_ERROR_INVALID_VALUE, try_3d(8, 8, 0, CU_AD_FORMAT_BC1_UNORM, 1, 0));
    IS(CUDA_ERROR_NOT_SUPPORTED,
       try_3d(8, 8, 0, CU_AD_FORMAT_BC1_UNORM, 4, CUDA_ARRAY3D_SURFACE_LDST));
    IS(CUDA_ERROR_INVALID_VALUE, try_3d(8, 8, 0, CU_AD_FORMAT_NV12, 3, 0));
    IS(CUDA_ERROR_INVALID_VALUE, try_3d(8, 8, 0, 77, 1, 0));
}

/* The device's attributes bound what can be made (cuArray3DCreate's table). */
static size_t most(CUdevice_attribute attribute)
{
    int value = 0;
    OK(cuDeviceGetAttribute(&value, attribute, 0));
    return (size_t)value;
}

#define MOST(name) most(CU_DEVICE_ATTRIBUTE_MAXIMUM_##name)

static void shapes(void **state)
{
    (void)state;
    const CUarray_format byte = CU_AD_FORMAT_UNSIGNED_INT8;
    const unsigned layered = CUDA_ARRAY3D_LAYERED, cube = CUDA_ARRAY3D_CUBEMAP,
                   surface = CUDA_ARRAY3D_SURFACE_LDST, gather = CUDA_ARRAY3D_TEXTURE_GATHER;
    const CUresult bad = CUDA_ERROR_INVALID_VALUE;
    IS(CUDA_SUCCESS, try_3d(MOST(TEXTURE1D_WIDTH), 0, 0, byte, 1, 0));
    IS(bad, try_3d(MOST(TEXTURE1D_WIDTH) + 1, 0, 0, byte, 1, 0));
    IS(bad, try_3d(0, 0, 0, byte, 1, 0));
    IS(bad, try_3d(MOST(TEXTURE2D_WIDTH) + 1, 1, 0, byte, 1, 0));
    IS(bad, try_3d(1, MOST(TEXTURE2D_HEIGHT) + 1, 0, byte, 1, 0));
    IS(CUDA_SUCCESS, try_3d(1, MOST(TEXTURE2D_HEIGHT), 0, byte, 1, 0));
    IS(bad, try_3d(4, 0, 4, byte, 1, 0));
    IS(CUDA_SUCCESS, try_3d(4, 4, MOST(TEXTURE3D_DEPTH), byte, 1, 0));
    IS(CUDA_SUCCESS, try_3d(4, 4, MOST(TEXTURE3D_DEPTH_ALTERNATE), byte, 1, 0));
    IS(bad, try_3d(4, 4, MOST(TEXTURE3D_DEPTH_ALTERNATE) + 1, byte, 1, 0));
    IS(CUDA_SUCCESS, try_3d(4, 0, 9, byte, 1, layered));
    IS(bad, try_3d(4, 0, 0, byte, 1, layered));
    IS(CUDA_SUCCESS, try_3d(4, 4, MOST(TEXTURE2D_LAYERED_LAYERS), byte, 1, layered));
    IS(bad, try_3d(4, 4, MOST(TEXTURE2D_LAYERED_LAYERS) + 1, byte, 1, layered));
    IS(CUDA_SUCCESS, try_3d(4, 4, 6, byte, 1, cube));
    IS(bad, try_3d(4, 5, 6, byte, 1, cube));
    IS(bad, try_3d(4, 4, 12, byte, 1, cube));
    IS(bad, try_3d(4, 4, 0, byte, 1, cube));
    IS(CUDA_SUCCESS, try_3d(4, 4, 12, byte, 1, cube | layered));
    IS(bad, try_3d(4, 4, 13, byte, 1, cube | layered));
    IS(CUDA_SUCCESS, try_3d(MOST(SURFACE1D_WIDTH), 0, 0, byte, 1, surface));
    IS(CUDA_SUCCESS, try_3d(MOST(SURFACE1D_WIDTH) + 1, 0, 0, byte, 1, 0));
    IS(bad, try_3d(MOST(SURFACE1D_WIDTH) + 1, 0, 0, byte, 1, surface));
    IS(CUDA_SUCCESS, try_3d(8, 8, 0, byte, 1, gather));
    IS(bad, try_3d(MOST(TEXTURE2D_GATHER_WIDTH) + 1, 8, 0, byte, 1, gather));
    IS(bad, try_3d(8, 0, 0, byte, 1, gather));
    IS(bad, try_3d(8, 8, 8, byte, 1, gather));
    IS(bad, try_3d(8, 8, 0, byte, 1, 0x8000));
    IS(CUDA_ERROR_OUT_OF_MEMORY, try_3d(16384, 16384, 16384, CU_AD_FORMAT_FLOAT, 4, 0));
}

static void mipmapped(void **state)
{
    (void)state;
    CUmipmappedArray array;
    CUarray level, again;
    CUDA_ARRAY3D_DESCRIPTOR d = {20, 6, 0, CU_AD_FORMAT_FLOAT, 1, 0}, told;
    OK(cuMipmappedArrayCreate(&array, &d, 99)); /* brought down to 5: 20, 10, 5, 2, 1 */
    OK(cuMipmappedArrayGetLevel(&level, array, 4));
    IS(CUDA_ERROR_INVALID_VALUE, cuMipmappedArrayGetLevel(&level, array, 5));
    OK(cuArray3DGetDescriptor_v2(&told, level));
    assert_int_equal(told.Width, 1);
    assert_int_equal(told.Height, 1);
    OK(cuMipmappedArrayGetLevel(&level, array, 1));
    OK(cuMipmappedArrayGetLevel(&again, array, 1));
    assert_ptr_equal(level, again);
    OK(cuArray3DGetDescriptor_v2(&told, level));
    assert_int_equal(told.Width, 10);
    assert_int_equal(told.Height, 3);
    OK(cuArrayDestroy(level)); /* it stays */
    OK(cuArray3DGetDescriptor_v2(&told, level));
    OK(cuMipmappedArrayDestroy(array));
    IS(CUDA_ERROR_INVALID_HANDLE, cuMipmappedArrayDestroy(array));
    IS(CUDA_ERROR_INVALID_HANDLE, cuArray3DGetDescriptor_v2(&told, level));
    d = (CUDA_ARRAY3D_DESCRIPTOR){8, 4, 3, CU_AD_FORMAT_FLOAT, 1, CUDA_ARRAY3D_LAYERED};
    OK(cuMipmappedArrayCreate(&array, &d, 3));
    OK(cuMipmappedArrayGetLevel(&level, array, 2));
    OK(cuArray3DGetDescriptor_v2(&told, level));
    assert_int_equal(told.Depth, 3); /* layers stay */
    OK(cuMipmappedArrayDestroy(array));
    d.Width = most(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH) + 1;
    d.Flags = d.Depth = 0;
    IS(CUDA_ERROR_INVALID_VALUE, cuMipmappedArrayCreate(&array, &d, 2));
}

static void refusals(void **state)
{
    (void)state;
    CUarray array = array_3d(4, 4, 0, CU_AD_FORMAT_FLOAT, 1, 0), plane;
    CUDA_ARRAY_SPARSE_PROPERTIES sparse;
    CUDA_ARRAY_MEMORY_REQUIREMENTS needs;
    IS(CUDA_ERROR_INVALID_VALUE, cuArrayGetSparseProperties(&sparse, array));
    IS(CUDA_ERROR_INVALID_VALUE, cuArrayGetMemoryRequirements(&needs, array, 0));
    IS(CUDA_ERROR_INVALID_VALUE, cuArrayGetPlane(&plane, array, 0));
    IS(CUDA_ERROR_INVALID_VALUE, cuArray3DCreate_v2(NULL, NULL));
    IS(CUDA_ERROR_INVALID_VALUE, cuArrayCreate_v2(&array, NULL));
    IS(CUDA_ERROR_INVALID_HANDLE, cuArrayDestroy(NULL));
}

/* -- copying */

static void ranges(void **state)
{
    (void)state;
    CUarray one = array_3d(100, 0, 0, CU_AD_FORMAT_UNSIGNED_INT16, 2, 0),
            other = array_3d(50, 0, 0, CU_AD_FORMAT_FLOAT, 1, 0);
    CUdeviceptr memory;
    fill_host();
    OK(cuMemAlloc_v2(&memory, 400));
    OK(cuMemcpyHtoA_v2(one, 0, host, 400));
    OK(cuMemcpyAtoA_v2(other, 8, one, 20, 100));
    OK(cuMemcpyAtoD_v2(memory, other, 8, 100));
    OK(cuMemcpyDtoH_v2(back, memory, 100));
    assert_memory_equal(back, host + 20, 100);
    OK(cuMemcpyDtoA_v2(one, 200, memory, 40));
    OK(cuMemcpyAtoH_v2(back, one, 196, 48));
    assert_memory_equal(back, host + 196, 4);
    assert_memory_equal(back + 4, host + 20, 40);
    assert_memory_equal(back + 44, host + 240, 4);
    IS(CUDA_ERROR_INVALID_VALUE, cuMemcpyHtoA_v2(one, 4, host, 400));
    OK(cuMemcpyHtoA_v2(one, 2, host, 8));
    OK(cuMemcpyHtoA_v2(one, 4, host, 7));
    IS(CUDA_ERROR_INVALID_VALUE, cuMemcpyAtoH_v2(back, NULL, 0, 8));
    OK(cuMemcpyHtoA(one, 0, host + 8, 40));
    OK(cuMemcpyAtoH(back, one, 0, 40));
    assert_memory_equal(back, host + 8, 40);
    IS(CUDA_ERROR_INVALID_VALUE, cuMemcpyAtoD(4096, one, 0, 40));
}

static void asynchronous_ranges(void **state)
{
    (void)state;
    CUarray array = array_3d(64, 0, 0, CU_AD_FORMAT_UNSIGNED_INT8, 1, 0);
    CUstream stream;
    unsigned char *pinned;
    OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    OK(cuMemAllocHost_v2((void **)&pinned, 128));
    for (int i = 0; i < 64; i++)
        pinned[i] = (unsigned char)(i + 1);
    memset(pinned + 64, 0, 64);
    OK(cuMemcpyHtoAAsync_v2(array, 0, pinned, 64, stream));
    OK(cuMemcpyAtoHAsync_v2(pinned + 64, array, 0, 64, stream));
    assert_int_equal(pinned[64], 0);
    OK(cuStreamSynchronize(stream));
    assert_memory_equal(pinned + 64, pinned, 64);
    OK(cuMemFreeHost(pinned));
}

/* A box of a 3-D array through each kind of memory and back, each byte where it belongs. */
static void boxes(void **state)
{
    (void)state;
    enum { TEXEL = 4, ROW = WIDTH * TEXEL, SLICE = ROW * HEIGHT };
    CUarray array = array_3d(WIDTH, HEIGHT, DEPTH, CU_AD_FORMAT_UNSIGNED_INT8, 4, 0),
            other = array_3d(WIDTH, HEIGHT, DEPTH, CU_AD_FORMAT_FLOAT, 1, CUDA_ARRAY3D_LAYERED);
    CUdeviceptr memory;
    fill_host();
    OK(cuMemAlloc_v2(&memory, SLICE * DEPTH));
    CUDA_MEMCPY3D all = {.srcMemoryType = CU_MEMORYTYPE_HOST,
                         .srcHost = host,
                         .srcPitch = ROW,
                         .srcHeight = HEIGHT,
                         .dstMemoryType = CU_MEMORYTYPE_ARRAY,
                         .dstArray = array,
                         .WidthInBytes = ROW,
                         .Height = HEIGHT,
                         .Depth = DEPTH};
    OK(cuMemcpy3D_v2(&all));
    CUDA_MEMCPY3D box = {.srcMemoryType = CU_MEMORYTYPE_ARRAY,
                         .srcArray = array,
                         .srcXInBytes = 3 * TEXEL,
                         .srcY = 1,
                         .srcZ = 2,
                         .dstMemoryType = CU_MEMORYTYPE_ARRAY,
                         .dstArray = other,
                         .dstXInBytes = TEXEL,
                         .dstY = 3,
                         .dstZ = 1,
                         .WidthInBytes = 5 * TEXEL,
                         .Height = 4,
                         .Depth = 3};
    OK(cuMemcpy3D_v2(&box));
    CUDA_MEMCPY3D out = {.srcMemoryType = CU_MEMORYTYPE_ARRAY,
                         .srcArray = other,
                         .srcXInBytes = TEXEL,
                         .srcY = 3,
                         .srcZ = 1,
                         .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                         .dstDevice = memory,
                         .dstPitch = 24,
                         .dstHeight = 4,
                         .WidthInBytes = 5 * TEXEL,
                         .Height = 4,
                         .Depth = 3};
    OK(cuMemcpy3D_v2(&out));
    OK(cuMemcpyDtoH_v2(back, memory, 24 * 4 * 3));
    for (size_t z = 0; z < 3; z++)
        for (size_t y = 0; y < 4; y++)
            assert_memory_equal(back + z * 24 * 4 + y * 24,
                                host + (z + 2) * SLICE + (y + 1) * ROW + 3 * TEXEL, 5 * TEXEL);
    /* what lies outside is refused */
    box.srcZ = 3;
    IS(CUDA_ERROR_INVALID_VALUE, cuMemcpy3D_v2(&box));
    box.srcZ = 2;
    box.srcXInBytes = 9 * TEXEL;
    IS(CUDA_ERROR_INVALID_VALUE, cuMemcpy3D_v2(&box));
    box.srcXInBytes = 0;
    box.srcLOD = 1;
    IS(CUDA_ERROR_INVALID_VALUE, cuMemcpy3D_v2(&box));
    CUDA_MEMCPY3D_PEER peer = {.srcMemoryType = CU_MEMORYTYPE_ARRAY,
                               .srcArray = array,
                               .dstMemoryType = CU_MEMORYTYPE_HOST,
                               .dstHost = back,
                               .dstPitch = ROW,
                               .dstHeight = HEIGHT,
                               .WidthInBytes = ROW,
                               .Height = HEIGHT,
                               .Depth = DEPTH};
    OK(cuMemcpy3DPeer(&peer));
    assert_memory_equal(back, host, SLICE * DEPTH);
}

static void rectangles(void **state)
{
    (void)state;
    CUarray array = array_3d(WIDTH, HEIGHT, 0, CU_AD_FORMAT_UNSIGNED_INT8, 1, 0);
    fill_host();
    CUDA_MEMCPY2D in = {.srcMemoryType = CU_MEMORYTYPE_HOST,
                        .srcHost = host,
                        .srcPitch = 100,
                        .srcXInBytes = 3,
                        .srcY = 2,
                        .dstMemoryType = CU_MEMORYTYPE_ARRAY,
                        .dstArray = array,
                        .WidthInBytes = WIDTH,
                        .Height = HEIGHT};
    OK(cuMemcpy2D_v2(&in));
    CUDA_MEMCPY2D out = {.srcMemoryType = CU_MEMORYTYPE_ARRAY,
                         .srcArray = array,
                         .srcXInBytes = 1,
                         .srcY = 1,
                         .dstMemoryType = CU_MEMORYTYPE_UNIFIED,
                         .dstDevice = (CUdeviceptr)(uintptr_t)back,
                         .dstPitch = 20,
                         .WidthInBytes = WIDTH - 1,
                         .Height = HEIGHT - 1};
    OK(cuMemcpy2DUnaligned_v2(&out));
    for (size_t y = 0; y < HEIGHT - 1; y++)
        assert_memory_equal(back + 20 * y, host + 100 * (y + 3) + 4, WIDTH - 1);
    out.Height = HEIGHT;
    IS(CUDA_ERROR_INVALID_VALUE, cuMemcpy2D_v2(&out));
    out.Height = 1;
    out.srcArray = (CUarray)(void *)back;
    IS(CUDA_ERROR_INVALID_VALUE, cuMemcpy2D_v2(&out));
    CUDA_MEMCPY2D_v1 old = {.srcMemoryType = CU_MEMORYTYPE_ARRAY,
                            .srcArray = array,
                            .dstMemoryType = CU_MEMORYTYPE_HOST,
                            .dstHost = back,
                            .dstPitch = WIDTH,
                            .WidthInBytes = WIDTH,
                            .Height = HEIGHT};
    OK(cuMemcpy2D(&old));
    for (size_t y = 0; y < HEIGHT; y++)
        assert_memory_equal(back + WIDTH * y, host + 100 * (y + 2) + 3, WIDTH);
}

static void captured(void **state)
{
    (void)state;
    CUarray array = array_3d(WIDTH, HEIGHT, 0, CU_AD_FORMAT_UNSIGNED_INT8, 1, 0);
    CUstream stream;
    CUgraph graph;
    CUgraphExec exec;
    CUgraphNode nodes[4];
    size_t count = 4;
    unsigned char *pinned;
    fill_host();
    OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    OK(cuMemAllocHost_v2((void **)&pinned, 1024));
    memcpy(pinned, host, 512);
    CUDA_MEMCPY2D in = {.srcMemoryType = CU_MEMORYTYPE_HOST,
                        .srcHost = pinned,
                        .srcPitch = 30,
                        .dstMemoryType = CU_MEMORYTYPE_ARRAY,
                        .dstArray = array,
                        .dstXInBytes = 2,
                        .dstY = 3,
                        .WidthInBytes = 5,
                        .Height = 2};
    OK(cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL));
    OK(cuMemcpy2DAsync_v2(&in, stream));
    OK(cuMemcpyAtoHAsync_v2(pinned + 512, array, 0, WIDTH, stream));
    OK(cuStreamEndCapture(stream, &graph));
    OK(cuGraphGetNodes(graph, nodes, &count));
    assert_int_equal(count, 2);
    CUDA_MEMCPY3D told;
    OK(cuGraphMemcpyNodeGetParams(nodes[0], &told));
    if (told.dstMemoryType != CU_MEMORYTYPE_ARRAY)
        OK(cuGraphMemcpyNodeGetParams(nodes[1], &told));
    assert_ptr_equal(told.dstArray, array);
    assert_int_equal(told.dstXInBytes, 2);
    assert_int_equal(told.dstY, 3);
    /* and a node of our own behind: the two rows back */
    CUDA_MEMCPY3D params = {.srcMemoryType = CU_MEMORYTYPE_ARRAY,
                            .srcArray = array,
                            .srcXInBytes = 2,
                            .srcY = 3,
                            .dstMemoryType = CU_MEMORYTYPE_HOST,
                            .dstHost = pinned + 600,
                            .dstPitch = 5,
                            .WidthInBytes = 5,
                            .Height = 2,
                            .Depth = 1};
    CUgraphNode mine;
    OK(cuGraphAddMemcpyNode(&mine, graph, nodes, count, &params, context));
    params.srcY = HEIGHT - 1;
    IS(CUDA_ERROR_INVALID_VALUE,
       cuGraphAddMemcpyNode(&mine, graph, nodes, count, &params, context));
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    OK(cuGraphLaunch(exec, stream));
    OK(cuStreamSynchronize(stream));
    assert_memory_equal(pinned + 600, host, 5);
    assert_memory_equal(pinned + 605, host + 30, 5);
    OK(cuArrayDestroy(array));
    IS(CUDA_ERROR_INVALID_VALUE, cuGraphLaunch(exec, stream));
    OK(cuGraphExecDestroy(exec));
    OK(cuGraphDestroy(graph));
    OK(cuMemFreeHost(pinned));
}

/* A context that goes takes its arrays along. */
static void context_takes_them(void **state)
{
    (void)state;
    CUcontext made, popped;
    size_t before, between, after, total;
    OK(cuMemGetInfo_v2(&before, &total));
    OK(cuCtxCreate_v2(&made, 0, 0));
    array_3d(1024, 1024, 0, CU_AD_FORMAT_FLOAT, 1, 0);
    CUmipmappedArray mipmaps;
    CUDA_ARRAY3D_DESCRIPTOR d = {512, 512, 0, CU_AD_FORMAT_FLOAT, 1, 0};
    OK(cuMipmappedArrayCreate(&mipmaps, &d, 10));
    OK(cuMemGetInfo_v2(&between, &total));
    assert_true(before - between >= 1024 * 1024 * 4 + 512 * 512 * 4);
    OK(cuCtxPopCurrent_v2(&popped));
    OK(cuCtxDestroy_v2(made));
    OK(cuMemGetInfo_v2(&after, &total));
    assert_int_equal(after, before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(descriptions),
        TEST(formats),
        TEST(shapes),
        TEST(mipmapped),
        TEST(refusals),
        TEST(ranges),
        TEST(asynchronous_ranges),
        TEST(boxes),
        TEST(rectangles),
        TEST(captured),
        TEST(context_takes_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
