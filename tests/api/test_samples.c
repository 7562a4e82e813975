/* Whole programs in small, the way that samples of the Driver API are written: a card's
 * description, a tiled matrix product, JIT compilation with a log, streams with callbacks, a
 * context that migrates between threads. */
#include <pthread.h>
#include <stdio.h>

#include "api.h"

enum { TILE = 16, SIDE = 64, PARTS = 4, COUNT = 4096 };

/* c = a * b for matrices of `width` columns, a tile of 16 x 16 at a time. */
static const char product_ptx[] =
    ".version 7.0\n.target sm_52\n.address_size 64\n"
    ".visible .entry product(.param .u64 c, .param .u64 a, .param .u64 b, .param .u32 width)\n{\n"
    "  .shared .align 4 .b8 ta[1024];\n  .shared .align 4 .b8 tb[1024];\n"
    "  .reg .pred %p<3>;\n  .reg .b32 %r<32>;\n  .reg .f32 %f<4>;\n  .reg .b64 %d<16>;\n"
    "  ld.param.u64 %d1, [c];\n  ld.param.u64 %d2, [a];\n  ld.param.u64 %d3, [b];\n"
    "  ld.param.u32 %r1, [width];\n"
    "  mov.u32 %r2, %tid.x;\n  mov.u32 %r3, %tid.y;\n"
    "  mov.u32 %r4, %ctaid.x;\n  mov.u32 %r5, %ctaid.y;\n"
    "  shl.b32 %r6, %r4, 4;\n  add.u32 %r6, %r6, %r2;\n" /* column */
    "  shl.b32 %r7, %r5, 4;\n  add.u32 %r7, %r7, %r3;\n" /* row */
    "  shl.b32 %r8, %r3, 6;\n  shl.b32 %r9, %r2, 2;\n"
    "  mov.u32 %r10, ta;\n  mov.u32 %r11, tb;\n"
    "  add.u32 %r12, %r8, %r9;\n  add.u32 %r13, %r10, %r12;\n  add.u32 %r14, %r11, %r12;\n"
    "  add.u32 %r15, %r10, %r8;\n  add.u32 %r16, %r11, %r9;\n"
    "  mov.f32 %f1, 0f00000000;\n  mov.u32 %r17, 0;\n"
    "TILES:\n"
    "  mad.lo.u32 %r18, %r7, %r1, %r17;\n  add.u32 %r18, %r18, %r2;\n"
    "  mul.wide.u32 %d4, %r18, 4;\n  add.u64 %d5, %d2, %d4;\n  ld.global.f32 %f2, [%d5];\n"
    "  st.shared.f32 [%r13], %f2;\n"
    "  add.u32 %r19, %r17, %r3;\n  mad.lo.u32 %r19, %r19, %r1, %r6;\n"
    "  mul.wide.u32 %d6, %r19, 4;\n  add.u64 %d7, %d3, %d6;\n  ld.global.f32 %f2, [%d7];\n"
    "  st.shared.f32 [%r14], %f2;\n  bar.sync 0;\n  mov.u32 %r20, 0;\n"
    "TERMS:\n"
    "  shl.b32 %r21, %r20, 2;\n  add.u32 %r21, %r21, %r15;\n  ld.shared.f32 %f2, [%r21];\n"
    "  shl.b32 %r22, %r20, 6;\n  add.u32 %r22, %r22, %r16;\n  ld.shared.f32 %f3, [%r22];\n"
    "  fma.rn.f32 %f1, %f2, %f3, %f1;\n"
    "  add.u32 %r20, %r20, 1;\n  setp.lt.u32 %p1, %r20, 16;\n  @%p1 bra TERMS;\n"
    "  bar.sync 0;\n  add.u32 %r17, %r17, 16;\n  setp.lt.u32 %p2, %r17, %r1;\n  @%p2 bra TILES;\n"
    "  mad.lo.u32 %r23, %r7, %r1, %r6;\n  mul.wide.u32 %d8, %r23, 4;\n  add.u64 %d9, %d1, %d8;\n"
    "  st.global.f32 [%d9], %f1;\n  ret;\n}\n"
    ".visible .entry scale(.param .u64 data, .param .u32 by)\n{\n"
    "  .reg .b32 %r<8>;\n  .reg .b64 %d<4>;\n"
    "  ld.param.u64 %d1, [data];\n  ld.param.u32 %r1, [by];\n"
    "  mov.u32 %r2, %ctaid.x;\n  mov.u32 %r3, %ntid.x;\n  mov.u32 %r4, %tid.x;\n"
    "  mad.lo.u32 %r5, %r2, %r3, %r4;\n  mul.wide.u32 %d2, %r5, 4;\n  add.u64 %d3, %d1, %d2;\n"
    "  ld.global.u32 %r6, [%d3];\n  mul.lo.u32 %r6, %r6, %r1;\n  st.global.u32 [%d3], %r6;\n"
    "  ret;\n}\n";

static CUfunction sample(const char *name)
{
    CUmodule loaded;
    CUfunction found;
    OK(cuModuleLoadData(&loaded, product_ptx));
    OK(cuModuleGetFunction(&found, loaded, name));
    return found;
}

/* Every attribute there is has an answer, and those of a card fit together. */
static void a_device_is_described(void **state)
{
    (void)state;
    int count, version, value, threads, warp, major, minor;
    size_t bytes;
    char name[100];
    OK(cuDriverGetVersion(&version));
    assert_true(version >= 13000);
    OK(cuDeviceGetCount(&count));
    assert_true(count >= 1);
    OK(cuDeviceGetName(name, sizeof name, 0));
    assert_true(strlen(name) > 0);
    OK(cuDeviceTotalMem_v2(&bytes, 0));
    assert_true(bytes > (size_t)1 << 30);
    for (int attribute = 1; attribute < 150; attribute++) {
        value = -12345;
        CUresult result = cuDeviceGetAttribute(&value, (CUdevice_attribute)attribute, 0);
        assert_true(result == CUDA_SUCCESS || result == CUDA_ERROR_INVALID_VALUE);
        assert_true(result != CUDA_SUCCESS || value != -12345);
    }
    OK(cuDeviceGetAttribute(&threads, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, 0));
    OK(cuDeviceGetAttribute(&warp, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 0));
    OK(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 0));
    OK(cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, 0));
    assert_int_equal(threads % warp, 0);
    OK(cuDeviceComputeCapability(&count, &value, 0));
    assert_true(count == major && value == minor);
}

static float element(uint32_t at)
{
    return (float)(at % 7) - 3;
}

/* Parameters both ways: as addresses and packed in a buffer. */
static void matrices_are_multiplied(void **state)
{
    (void)state;
    static float a[SIDE * SIDE], b[SIDE * SIDE], c[SIDE * SIDE], packed[SIDE * SIDE];
    CUfunction product = sample("product");
    CUdeviceptr da, db, dc;
    unsigned width = SIDE;
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        a[i] = element(i);
        b[i] = element(3 * i + 1);
    }
    OK(cuMemAlloc_v2(&da, sizeof a));
    OK(cuMemAlloc_v2(&db, sizeof b));
    OK(cuMemAlloc_v2(&dc, sizeof c));
    OK(cuMemcpyHtoD_v2(da, a, sizeof a));
    OK(cuMemcpyHtoD_v2(db, b, sizeof b));
    void *arguments[] = {&dc, &da, &db, &width};
    OK(cuLaunchKernel(product, SIDE / TILE, SIDE / TILE, 1, TILE, TILE, 1, 0, NULL, arguments,
                      NULL));
    OK(cuMemcpyDtoH_v2(c, dc, sizeof c));
    for (uint32_t row = 0; row < SIDE; row++)
        for (uint32_t column = 0; column < SIDE; column++) {
            float sum = 0; /* of small integers: exact in any order */
            for (uint32_t k = 0; k < SIDE; k++)
                sum += a[row * SIDE + k] * b[k * SIDE + column];
            assert_true(c[row * SIDE + column] == sum);
        }
    struct Parameters {
        CUdeviceptr c, a, b;
        unsigned width;
    } block = {dc, da, db, SIDE};
    size_t size = offsetof(struct Parameters, width) + sizeof width; /* without padding */
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &block, CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
                     CU_LAUNCH_PARAM_END};
    OK(cuMemsetD32_v2(dc, 0, SIDE * SIDE));
    OK(cuLaunchKernel(product, SIDE / TILE, SIDE / TILE, 1, TILE, TILE, 1, 0, NULL, NULL, extra));
    OK(cuMemcpyDtoH_v2(packed, dc, sizeof packed));
    assert_memory_equal(packed, c, sizeof c);
}

/* Compiled with all the options that a sample gives, by way of the linker. */
static void ptx_is_compiled_with_a_log(void **state)
{
    (void)state;
    float wall_time = -1;
    char info[512] = "", error[512] = "";
    void *cubin;
    size_t size;
    CUlinkState link;
    CUmodule linked;
    CUfunction scale;
    CUjit_option names[] = {CU_JIT_WALL_TIME,
                            CU_JIT_INFO_LOG_BUFFER,
                            CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES,
                            CU_JIT_ERROR_LOG_BUFFER,
                            CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
                            CU_JIT_LOG_VERBOSE};
    void *values[] = {&wall_time,           info,     (void *)sizeof info, error,
                      (void *)sizeof error, (void *)1};
    OK(cuLinkCreate_v2(6, names, values, &link));
    OK(cuLinkAddData_v2(link, CU_JIT_INPUT_PTX, (void *)(uintptr_t)product_ptx,
                        strlen(product_ptx) + 1, "sample", 0, NULL, NULL));
    OK(cuLinkComplete(link, &cubin, &size));
    OK(cuModuleLoadData(&linked, cubin));
    OK(cuLinkDestroy(link));
    OK(cuModuleGetFunction(&scale, linked, "scale"));
    assert_string_equal(error, "");
}

typedef struct Called {
    unsigned count;
    CUstream stream[PARTS];
    CUresult status;
} Called;

static void when_done(CUstream stream, CUresult status, void *data)
{
    Called *called = data;
    called->stream[called->count++ % PARTS] = stream;
    called->status = status;
}

/* Each stream copies its part, scales it, copies it back and calls back; events time the whole. */
static void parts_go_through_streams(void **state)
{
    (void)state;
    CUfunction scale = sample("scale");
    CUstream streams[PARTS];
    CUevent begin, end;
    CUdeviceptr data;
    Called called = {0};
    unsigned *host, by = 3;
    float ms;
    OK(cuMemHostAlloc((void **)&host, COUNT * sizeof *host, 0));
    OK(cuMemAlloc_v2(&data, COUNT * sizeof *host));
    OK(cuEventCreate(&begin, 0));
    OK(cuEventCreate(&end, 0));
    for (unsigned i = 0; i < COUNT; i++)
        host[i] = i;
    OK(cuEventRecord(begin, NULL));
    for (unsigned part = 0; part < PARTS; part++) {
        unsigned *from = host + part * COUNT / PARTS;
        CUdeviceptr at = data + part * sizeof *host * COUNT / PARTS;
        void *arguments[] = {&at, &by};
        OK(cuStreamCreate(&streams[part], 0));
        OK(cuMemcpyHtoDAsync_v2(at, from, sizeof *host * COUNT / PARTS, streams[part]));
        OK(cuLaunchKernel(scale, COUNT / PARTS / 128, 1, 1, 128, 1, 1, 0, streams[part], arguments,
                          NULL));
        OK(cuMemcpyDtoHAsync_v2(from, at, sizeof *host * COUNT / PARTS, streams[part]));
        OK(cuStreamAddCallback(streams[part], when_done, &called, 0));
    }
    OK(cuEventRecord(end, NULL));
    OK(cuEventSynchronize(end));
    OK(cuEventElapsedTime(&ms, begin, end));
    assert_true(ms > 0);
    OK(cuCtxSynchronize());
    assert_int_equal(called.count, PARTS);
    assert_int_equal(called.status, CUDA_SUCCESS);
    for (unsigned i = 0; i < COUNT; i++)
        assert_int_equal(host[i], 3 * i);
    for (unsigned part = 0; part < PARTS; part++)
        OK(cuStreamDestroy_v2(streams[part]));
    OK(cuMemFreeHost(host));
}

/* One context, used by each thread in its turn: pushed, worked with, popped. */
typedef struct Migrant {
    CUcontext context;
    CUfunction scale;
    CUdeviceptr data;
    CUresult result;
} Migrant;

static void *migrate(void *argument)
{
    Migrant *migrant = argument;
    CUcontext popped = NULL;
    unsigned by = 2;
    void *arguments[] = {&migrant->data, &by};
    CUresult results[] = {
        cuCtxPushCurrent_v2(migrant->context),
        cuLaunchKernel(migrant->scale, 1, 1, 1, 1, 1, 1, 0, NULL, arguments, NULL),
        cuCtxSynchronize(), cuCtxPopCurrent_v2(&popped)};
    for (size_t i = 0; i < sizeof results / sizeof *results; i++)
        if (results[i] != CUDA_SUCCESS)
            migrant->result = results[i];
    return NULL;
}

static void a_context_migrates(void **state)
{
    (void)state;
    Migrant migrant = {.result = CUDA_SUCCESS};
    unsigned value = 1;
    CUcontext popped;
    OK(cuCtxCreate_v2(&migrant.context, 0, 0));
    migrant.scale = sample("scale");
    OK(cuMemAlloc_v2(&migrant.data, 4));
    OK(cuMemcpyHtoD_v2(migrant.data, &value, 4));
    OK(cuCtxPopCurrent_v2(&popped));
    for (int turn = 0; turn < 8; turn++) {
        pthread_t thread;
        assert_int_equal(pthread_create(&thread, NULL, migrate, &migrant), 0);
        pthread_join(thread, NULL);
        assert_int_equal(migrant.result, CUDA_SUCCESS);
    }
    OK(cuCtxPushCurrent_v2(migrant.context));
    OK(cuMemcpyDtoH_v2(&value, migrant.data, 4));
    assert_int_equal(value, 256);
    OK(cuCtxDestroy_v2(migrant.context));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_device_is_described),      TEST(matrices_are_multiplied),
        TEST(ptx_is_compiled_with_a_log), TEST(parts_go_through_streams),
        TEST(a_context_migrates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
