/* cuLink: modules linked and run, and what a linker refuses. */
#include "api.h"

#define HEAD ".version 7.0\n.target sm_52\n.address_size 64\n"

static const char kernel_ptx[] =
    HEAD ".extern .func (.param .b32 r) twice(.param .b32 x);\n"
         ".extern .global .align 4 .u32 base;\n"
         ".visible .entry k(.param .u64 out)\n"
         "{\n  .reg .b64 %d<3>;\n  .reg .b32 %r<4>;\n"
         "  ld.param.u64 %d1, [out];\n  ld.global.u32 %r1, [base];\n"
         "  {\n  .param .b32 x;\n  .param .b32 r;\n  st.param.b32 [x], %r1;\n"
         "  call.uni (r), twice, (x);\n  ld.param.b32 %r2, [r];\n  }\n"
         "  st.global.u32 [%d1], %r2;\n  ret;\n}\n";
static const char device_ptx[] =
    HEAD ".visible .global .align 4 .u32 base = 21;\n"
         ".visible .func (.param .b32 r) twice(.param .b32 x)\n"
         "{\n  .reg .b32 %r<3>;\n  ld.param.b32 %r1, [x];\n  add.s32 %r2, %r1, %r1;\n"
         "  st.param.b32 [r], %r2;\n  ret;\n}\n";

static CUresult add(CUlinkState link, const char *ptx, const char *name)
{
    return cuLinkAddData_v2(link, CU_JIT_INPUT_PTX, (void *)(uintptr_t)ptx, strlen(ptx) + 1, name,
                            0, NULL, NULL);
}

static uint32_t run(CUmodule linked)
{
    CUfunction k;
    CUdeviceptr out;
    uint32_t value = 0;
    OK(cuModuleGetFunction(&k, linked, "k"));
    OK(cuMemAlloc_v2(&out, 4));
    void *parameters[] = {&out};
    OK(cuLaunchKernel(k, 1, 1, 1, 1, 1, 1, 0, NULL, parameters, NULL));
    OK(cuMemcpyDtoH_v2(&value, out, 4));
    return value;
}

static void modules_are_linked(void **state)
{
    (void)state;
    CUlinkState link;
    CUmodule linked;
    void *cubin;
    size_t size;
    OK(cuLinkCreate_v2(0, NULL, NULL, &link));
    OK(add(link, kernel_ptx, "kernel"));
    OK(add(link, device_ptx, "device"));
    OK(cuLinkComplete(link, &cubin, &size));
    assert_int_equal(strlen(cubin) + 1, size);
    OK(cuModuleLoadData(&linked, cubin));
    OK(cuLinkDestroy(link));
    assert_int_equal(run(linked), 42);
}

/* Links up to two modules with a log; the first result that isn't a success. */
static CUresult link_both(const char *first, const char *second, char log[500])
{
    CUjit_option names[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void *values[] = {log, (void *)(uintptr_t)500}, *cubin;
    CUlinkState link;
    OK(cuLinkCreate_v2(2, names, values, &link));
    CUresult result = add(link, first, "first");
    if (result == CUDA_SUCCESS && second)
        result = add(link, second, "second");
    if (result == CUDA_SUCCESS)
        result = cuLinkComplete(link, &cubin, NULL);
    OK(cuLinkDestroy(link));
    return result;
}

static void a_linker_refuses(void **state)
{
    (void)state;
    char log[500];
    assert_int_not_equal(link_both(kernel_ptx, NULL, log), CUDA_SUCCESS);
    assert_non_null(strstr(log, "base"));
    assert_int_not_equal(link_both(device_ptx, device_ptx, log), CUDA_SUCCESS);
    assert_non_null(strstr(log, "multiple definition"));
    IS(CUDA_ERROR_INVALID_PTX, link_both(HEAD ".visible .entry k()\n{ rot; }\n", NULL, log));
    assert_non_null(strstr(log, "line 5"));
}

static int registers(CUmodule of, const char *name)
{
    CUfunction k;
    int count;
    OK(cuModuleGetFunction(&k, of, name));
    OK(cuFuncGetAttribute(&count, CU_FUNC_ATTRIBUTE_NUM_REGS, k));
    return count;
}

/* CU_JIT_MAX_REGISTERS holds for kernels without bounds of their own: when linking and loading. */
static void registers_are_limited(void **state)
{
    (void)state;
    static const char ptx[] =
        HEAD ".visible .entry k()\n{\n  .reg .b64 %d<200>;\n  ret;\n}\n"
             ".visible .entry bound()\n.maxntid 128, 1, 1\n{\n  .reg .b64 %d<200>;\n  ret;\n}\n";
    CUjit_option names[] = {CU_JIT_MAX_REGISTERS};
    void *values[] = {(void *)(uintptr_t)24};
    CUmodule loaded;
    CUlinkState link;
    void *cubin;
    size_t size;
    OK(cuModuleLoadData(&loaded, ptx));
    assert_true(registers(loaded, "k") > 24);
    OK(cuModuleLoadDataEx(&loaded, ptx, 1, names, values));
    assert_int_equal(registers(loaded, "k"), 24);
    assert_true(registers(loaded, "bound") > 24);
    OK(cuLinkCreate_v2(1, names, values, &link));
    OK(add(link, ptx, "kernels"));
    OK(add(link, device_ptx, "device"));
    OK(cuLinkComplete(link, &cubin, &size));
    OK(cuModuleLoadData(&loaded, cubin));
    OK(cuLinkDestroy(link));
    assert_int_equal(registers(loaded, "k"), 24);
    assert_true(registers(loaded, "bound") > 24);
}

static void misuse(void **state)
{
    (void)state;
    CUlinkState link;
    IS(CUDA_ERROR_INVALID_VALUE, cuLinkCreate_v2(0, NULL, NULL, NULL));
    OK(cuLinkCreate_v2(0, NULL, NULL, &link));
    IS(CUDA_ERROR_INVALID_VALUE,
       cuLinkAddData_v2(link, 9, (void *)(uintptr_t) "x", 2, "x", 0, NULL, NULL));
    IS(CUDA_ERROR_FILE_NOT_FOUND,
       cuLinkAddFile_v2(link, CU_JIT_INPUT_PTX, "/nonexistent.ptx", 0, NULL, NULL));
    IS(CUDA_ERROR_INVALID_VALUE, cuLinkComplete(link, NULL, NULL));
    OK(cuLinkDestroy(link));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(modules_are_linked),
        TEST(a_linker_refuses),
        TEST(registers_are_limited),
        TEST(misuse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
