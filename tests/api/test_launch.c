/* Launching: both ways to give parameters, all ways to ask, and what comes out. */
#include "api.h"

enum { COUNT = 1000 };

static CUdeviceptr ramp_upload(void)
{
    static float values[COUNT];
    CUdeviceptr data;
    for (int i = 0; i < COUNT; i++)
        values[i] = (float)i;
    OK(cuMemAlloc_v2(&data, sizeof values));
    OK(cuMemcpyHtoD_v2(data, values, sizeof values));
    return data;
}

static void expect_ramp(CUdeviceptr data, float factor)
{
    static float values[COUNT];
    OK(cuMemcpyDtoH_v2(values, data, sizeof values));
    for (int i = 0; i < COUNT; i++)
        assert_true(values[i] == (float)i * factor);
}

static void kernel_parameters(void **state)
{
    (void)state;
    CUdeviceptr data = ramp_upload();
    unsigned n = COUNT;
    float factor = 3;
    void *arguments[] = {&data, &n, &factor};
    OK(cuLaunchKernel(function("scale"), 8, 1, 1, 128, 1, 1, 0, NULL, arguments, NULL));
    expect_ramp(data, 3);
}

static void extra_buffer(void **state)
{
    (void)state;
    struct {
        CUdeviceptr data;
        unsigned n;
        float factor;
    } block = {ramp_upload(), COUNT, 0.5f};
    size_t size = sizeof block;
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &block, CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
                     CU_LAUNCH_PARAM_END};
    OK(cuLaunchKernel(function("scale"), 32, 1, 1, 32, 1, 1, 0, NULL, NULL, extra));
    expect_ramp(block.data, 0.5f);
}

/* What the arguments point to may change as soon as the call is back. */
static void parameters_are_copied(void **state)
{
    (void)state;
    CUdeviceptr data = ramp_upload();
    unsigned n = COUNT;
    float factor = 2;
    void *arguments[] = {&data, &n, &factor};
    OK(cuLaunchKernel(function("scale"), 8, 1, 1, 128, 1, 1, 0, NULL, arguments, NULL));
    factor = 100;
    n = 0;
    OK(cuCtxSynchronize());
    expect_ramp(data, 2);
}

static void launch_ex_and_cooperative(void **state)
{
    (void)state;
    CUdeviceptr data = ramp_upload();
    unsigned n = COUNT;
    float factor = 2;
    void *arguments[] = {&data, &n, &factor};
    CUlaunchAttribute attribute = {.id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE};
    attribute.value.cooperative = 1;
    CUlaunchConfig config = {8, 1, 1, 128, 1, 1, 0, NULL, &attribute, 1};
    OK(cuLaunchKernelEx(&config, function("scale"), arguments, NULL));
    OK(cuLaunchCooperativeKernel(function("scale"), 8, 1, 1, 128, 1, 1, 0, NULL, arguments));
    expect_ramp(data, 4);
}

static void old_calls(void **state)
{
    (void)state;
    CUdeviceptr data = ramp_upload();
    CUfunction scale = function("scale");
    OK(cuFuncSetBlockShape(scale, 128, 1, 1));
    OK(cuParamSetSize(scale, 16));
    OK(cuParamSetv(scale, 0, &data, sizeof data));
    OK(cuParamSeti(scale, 8, COUNT));
    OK(cuParamSetf(scale, 12, 7));
    OK(cuParamSeti(scale, 4096, 1)); /* behind the last parameter: lost */
    OK(cuLaunchGrid(scale, 8, 1));
    expect_ramp(data, 7);
}

static void a_kernel_handle_launches(void **state)
{
    (void)state;
    CUlibrary library;
    CUkernel kernel;
    CUdeviceptr data = ramp_upload();
    unsigned n = COUNT;
    float factor = 4;
    void *arguments[] = {&data, &n, &factor};
    OK(cuLibraryLoadData(&library, kernels_ptx, NULL, NULL, 0, NULL, NULL, 0));
    OK(cuLibraryGetKernel(&kernel, library, "scale"));
    OK(cuLaunchKernel((CUfunction)kernel, 8, 1, 1, 128, 1, 1, 0, NULL, arguments, NULL));
    expect_ramp(data, 4);
    OK(cuLibraryUnload(library));
}

static void shared_memory(void **state)
{
    (void)state;
    CUdeviceptr out;
    unsigned value = 0;
    void *arguments[] = {&out};
    OK(cuMemAlloc_v2(&out, sizeof value));
    OK(cuLaunchKernel(function("static_shared"), 1, 1, 1, 1, 1, 1, 8192, NULL, arguments, NULL));
    OK(cuMemcpyDtoH_v2(&value, out, sizeof value));
    assert_int_equal(value, 5);
}

static CUresult fault_of(const char *name, CUdeviceptr address)
{
    unsigned value = 1;
    void *arguments[] = {&address, &value};
    OK(cuLaunchKernel(function(name), 1, 1, 1, 1, 1, 1, 0, NULL, arguments, NULL));
    return cuCtxSynchronize();
}

/* Unlike a GPU's process, the simulated one can begin anew. */
static void a_reset_ends_a_fault(void **state)
{
    CUdeviceptr data;
    IS(CUDA_ERROR_ILLEGAL_ADDRESS, fault_of("store", 64));
    IS(CUDA_ERROR_ILLEGAL_ADDRESS, cuMemAlloc_v2(&data, 4));
    context_close(state);
    context_open(state);
    OK(cuMemAlloc_v2(&data, 4));
    IS(CUDA_ERROR_MISALIGNED_ADDRESS, fault_of("store", data + 2));
    context_close(state);
    context_open(state);
    IS(CUDA_ERROR_LAUNCH_FAILED, fault_of("trapping", 0));
    context_close(state);
    context_open(state);
    IS(CUDA_ERROR_ASSERT, fault_of("asserting", 0));
}

static void one_past_the_end_is_found(void **state)
{
    (void)state;
    CUdeviceptr data;
    OK(cuMemAlloc_v2(&data, 100));
    IS(CUDA_SUCCESS, fault_of("store", data + 96));
    IS(CUDA_ERROR_ILLEGAL_ADDRESS, fault_of("store", data + 100));
}

static void freed_memory_is_found(void **state)
{
    (void)state;
    CUdeviceptr data;
    OK(cuMemAlloc_v2(&data, 100));
    OK(cuMemFree_v2(data));
    IS(CUDA_ERROR_ILLEGAL_ADDRESS, fault_of("store", data));
}

static void another_context_is_spared(void **state)
{
    (void)state;
    CUcontext other;
    CUdeviceptr data;
    IS(CUDA_ERROR_ILLEGAL_ADDRESS, fault_of("store", 64));
    OK(cuCtxCreate_v2(&other, 0, 0));
    OK(cuMemAlloc_v2(&data, 4));
    OK(cuCtxDestroy_v2(other));
    IS(CUDA_ERROR_ILLEGAL_ADDRESS, cuCtxSynchronize());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(kernel_parameters),
        TEST(extra_buffer),
        TEST(parameters_are_copied),
        TEST(launch_ex_and_cooperative),
        TEST(old_calls),
        TEST(a_kernel_handle_launches),
        TEST(shared_memory),
        TEST(a_reset_ends_a_fault),
        TEST(one_past_the_end_is_found),
        TEST(freed_memory_is_found),
        TEST(another_context_is_spared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
