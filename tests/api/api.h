/* What the client programs share: declarations, a context to start from, short checks. */
#ifndef CULAB_TESTS_API_API_H
#define CULAB_TESTS_API_API_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cuda/types.h"
#include "kernels.h"
#include "sim/culab_sim.h"

#define CUDA_SYMBOL(symbol, parameters) extern CUresult symbol parameters;
#include "cuda/driver.def"

#define OK(call) assert_int_equal((call), CUDA_SUCCESS)
#define IS(result, call) assert_int_equal((call), (result))

static CUcontext context;
static CUmodule module;

/* Set-up and tear-down of a test: a fresh primary context with the kernels loaded. */
__attribute__((unused)) static int context_open(void **state)
{
    (void)state;
    OK(cuInit(0));
    OK(cuDevicePrimaryCtxReset_v2(0));
    OK(cuDevicePrimaryCtxRetain(&context, 0));
    OK(cuCtxSetCurrent(context));
    OK(cuModuleLoadData(&module, kernels_ptx));
    return 0;
}

static int context_close(void **state)
{
    (void)state;
    OK(cuCtxSetCurrent(NULL));
    OK(cuDevicePrimaryCtxReset_v2(0));
    return 0;
}

__attribute__((unused)) static CUfunction function(const char *name)
{
    CUfunction found;
    OK(cuModuleGetFunction(&found, module, name));
    return found;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, context_open, context_close)

#endif
