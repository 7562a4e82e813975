/* The environment: which device is simulated, what a launch may cost. One process, so one start. */
#include "api.h"

static void an_unknown_profile_is_refused(void **state)
{
    (void)state;
    int count;
    setenv("CULAB_PROFILE", "abacus", 1);
    IS(CUDA_ERROR_INVALID_DEVICE, cuInit(0));
    IS(CUDA_ERROR_NOT_INITIALIZED, cuDeviceGetCount(&count));
    setenv("CULAB_PROFILE", "t4", 1);
    setenv("CULAB_SIM_BUDGET", "much", 1);
    IS(CUDA_ERROR_INVALID_VALUE, cuInit(0));
}

static void the_profile_is_what_the_device_says(void **state)
{
    (void)state;
    int major, minor, threads;
    char name[64];
    size_t bytes;
    setenv("CULAB_SIM_BUDGET", "50000", 1);
    OK(cuInit(0));
    OK(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 0));
    OK(cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, 0));
    OK(cuDeviceGetAttribute(&threads, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR, 0));
    OK(cuDeviceGetName(name, sizeof name, 0));
    OK(cuDeviceTotalMem_v2(&bytes, 0));
    assert_int_equal(major * 10 + minor, 75);
    assert_int_equal(threads, 1024);
    assert_non_null(strstr(name, "T4"));
    assert_int_equal(bytes, (size_t)15 << 30);
}

static void newer_ptx_is_refused_by_name(void **state)
{
    (void)state;
    char log[512];
    CUmodule loaded;
    CUjit_option names[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void *values[] = {log, (void *)sizeof log};
    OK(cuDevicePrimaryCtxRetain(&context, 0));
    OK(cuCtxSetCurrent(context));
    IS(CUDA_ERROR_INVALID_PTX,
       cuModuleLoadDataEx(&loaded, ".version 8.0\n.target sm_80\n.address_size 64\n", 2, names,
                          values));
    assert_non_null(strstr(log, "sm_80"));
    assert_non_null(strstr(log, "CULAB_PROFILE"));
}

static void the_budget_of_the_environment_holds(void **state)
{
    (void)state;
    CUfunction forever;
    OK(cuModuleLoadData(&module, ".version 6.0\n.target sm_52\n.address_size 64\n"
                                 ".visible .entry forever()\n{\nAGAIN:\n  bra AGAIN;\n}\n"));
    OK(cuModuleGetFunction(&forever, module, "forever"));
    OK(cuLaunchKernel(forever, 1, 1, 1, 32, 1, 1, 0, NULL, NULL, NULL));
    IS(CUDA_ERROR_LAUNCH_TIMEOUT, cuCtxSynchronize());
    assert_int_equal(context_close(state), 0);
}

static void what_is_not_there_says_so(void **state)
{
    (void)state;
    extern CUresult cuMulticastCreate(void), cuMulticastUnbind(void);
    IS(CUDA_ERROR_NOT_SUPPORTED, cuMulticastCreate());
    IS(CUDA_ERROR_NOT_SUPPORTED, cuMulticastUnbind());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_unknown_profile_is_refused),
        cmocka_unit_test(the_profile_is_what_the_device_says),
        cmocka_unit_test(newer_ptx_is_refused_by_name),
        cmocka_unit_test(the_budget_of_the_environment_holds),
        cmocka_unit_test(what_is_not_there_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
