/* Kernels launched from kernels: findings name who launched them, limits hold, nothing is left. */
#include <stdio.h>

#include "api.h"

/* parent(out, n): launches child(out + i * 4096) n times; out[0] counts what failed, out[1] is the
 * last error. child stores 7 there. */
static const char launching_ptx[] =
    ".version 6.0\n.target sm_52\n.address_size 64\n"
    ".extern .func (.param .b64 buffer) cudaGetParameterBufferV2(.param .b64 f,\n"
    "  .param .align 4 .b8 grid[12], .param .align 4 .b8 block[12], .param .b32 shared);\n"
    ".extern .func (.param .b32 status) cudaLaunchDeviceV2(.param .b64 buffer, .param .b64 "
    "stream);\n"
    ".visible .entry child(.param .u64 out)\n"
    "{\n  .reg .b64 %d<2>;\n  .reg .b32 %r<2>;\n"
    "  .file 1 \"lesson.cu\"\n  .loc 1 3 3\n"
    "  ld.param.u64 %d1, [out];\n  mov.u32 %r1, 7;\n  st.global.u32 [%d1+8], %r1;\n  ret;\n}\n"
    ".visible .entry parent(.param .u64 out, .param .u32 n)\n"
    "{\n  .reg .b64 %d<9>;\n  .reg .b32 %r<9>;\n  .reg .pred %p<3>;\n"
    "  ld.param.u64 %d1, [out];\n  ld.param.u32 %r1, [n];\n  mov.u32 %r2, 0;\n  mov.u64 %d2, "
    "child;\n"
    "AGAIN:\n  .loc 1 12 5\n"
    "  {\n  .param .b64 f;\n  .param .align 4 .b8 grid[12];\n  .param .align 4 .b8 block[12];\n"
    "  .param .b32 shared;\n  .param .b64 buffer;\n"
    "  st.param.b64 [f], %d2;\n"
    "  st.param.b32 [grid], 1;\n  st.param.b32 [grid+4], 1;\n  st.param.b32 [grid+8], 1;\n"
    "  st.param.b32 [block], 1;\n  st.param.b32 [block+4], 1;\n  st.param.b32 [block+8], 1;\n"
    "  st.param.b32 [shared], 0;\n"
    "  call.uni (buffer), cudaGetParameterBufferV2, (f, grid, block, shared);\n"
    "  ld.param.b64 %d3, [buffer];\n  }\n"
    "  mul.wide.u32 %d4, %r2, 4096;\n  add.u64 %d5, %d1, %d4;\n"
    "  st.u64 [%d3], %d5;\n"
    "  {\n  .param .b64 buffer;\n  .param .b64 stream;\n  .param .b32 status;\n"
    "  st.param.b64 [buffer], %d3;\n  st.param.b64 [stream], 0;\n"
    "  call.uni (status), cudaLaunchDeviceV2, (buffer, stream);\n"
    "  ld.param.b32 %r3, [status];\n  }\n"
    "  setp.eq.u32 %p1, %r3, 0;\n  @%p1 bra NEXT;\n"
    "  atom.global.add.u32 %r4, [%d1], 1;\n  st.global.u32 [%d1+4], %r3;\n"
    "NEXT:\n  add.u32 %r2, %r2, 1;\n  setp.lt.u32 %p2, %r2, %r1;\n  @%p2 bra AGAIN;\n  ret;\n}\n";

static CUmodule launching;

static int launching_open(void **state)
{
    context_open(state);
    OK(cuModuleLoadData(&launching, launching_ptx));
    return 0;
}

static CUresult parent_run(CUdeviceptr out, unsigned n)
{
    CUfunction parent;
    void *parameters[] = {&out, &n};
    OK(cuModuleGetFunction(&parent, launching, "parent"));
    OK(cuLaunchKernel(parent, 1, 1, 1, 1, 1, 1, 0, NULL, parameters, NULL));
    return cuCtxSynchronize();
}

typedef struct Heard {
    unsigned count;
    uint64_t launch;
    char text[2048];
} Heard;

static void hear(void *state, const CulabSimFinding *finding)
{
    Heard *heard = state;
    heard->count++;
    heard->launch = finding->launch;
    snprintf(heard->text, sizeof heard->text, "%s", finding->text);
}

static void a_childs_finding_names_its_parent(void **state)
{
    const CulabSimApi *sim = culabSimApi(CULAB_SIM_VERSION);
    CulabSimLaunchStatus last;
    CUdeviceptr out;
    Heard heard = {0};
    (void)state;
    OK(cuMemAlloc_v2(&out, 4096));
    IS(CUDA_ERROR_ILLEGAL_ADDRESS, parent_run(out, 2));
    sim->findings(&heard, hear);
    sim->last_launch(&last);
    assert_int_equal(heard.count, 1);
    assert_int_equal(heard.launch, last.launch + 2);
    assert_non_null(strstr(heard.text, "(line 3)"));
    assert_non_null(
        strstr(heard.text, "in a grid of child() that thread (0,0,0) of block (0,0,0)"));
    assert_non_null(strstr(heard.text, "launched in parent (lesson.cu:12)"));
    assert_int_equal(last.status, CULAB_SIM_FAULT);
    sim->clear();
}

static void the_limit_of_pending_launches_holds(void **state)
{
    enum { LAUNCH_PENDING_COUNT_EXCEEDED = 69, LIMIT = 32, MORE = LIMIT + 2 };
    CUdeviceptr out;
    uint32_t head[4];
    size_t limit;
    (void)state;
    OK(cuMemAlloc_v2(&out, MORE * 4096));
    OK(cuMemsetD32_v2(out, 0, MORE * 1024));
    OK(cuCtxSetLimit(CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT, LIMIT));
    OK(cuCtxGetLimit(&limit, CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT));
    assert_int_equal(limit, LIMIT);
    OK(parent_run(out, MORE));
    OK(cuMemcpyDtoH_v2(head, out, sizeof head));
    assert_int_equal(head[0], 2);
    assert_int_equal(head[1], LAUNCH_PENDING_COUNT_EXCEEDED);
    assert_int_equal(head[2], 7);
    OK(cuCtxSetLimit(CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT, MORE));
    OK(cuMemsetD32_v2(out, 0, 4));
    OK(parent_run(out, MORE));
    OK(cuMemcpyDtoH_v2(head, out, 4));
    assert_int_equal(head[0], 0);
}

static void nothing_is_left(void **state)
{
    CUdeviceptr out;
    size_t before, after, total;
    (void)state;
    OK(cuMemAlloc_v2(&out, 100 * 4096));
    OK(cuMemGetInfo_v2(&before, &total));
    OK(parent_run(out, 100));
    OK(cuMemGetInfo_v2(&after, &total));
    assert_int_equal(before, after);
}

#define LAUNCHING(name) cmocka_unit_test_setup_teardown(name, launching_open, context_close)

int main(void)
{
    const struct CMUnitTest tests[] = {
        LAUNCHING(a_childs_finding_names_its_parent),
        LAUNCHING(the_limit_of_pending_launches_holds),
        LAUNCHING(nothing_is_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
