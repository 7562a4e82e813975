/* A wrapper for each function of the Driver API's table. */
#include <dlfcn.h>
#include <stdint.h>
#include <string.h>

#include "host/shim/shim.h"

#define ANY_0(M, ...) EACH(M, __VA_ARGS__)
#define ANY_1(M, ...)
/* M for each parameter; nothing for (void). */
#define ANY(M, ...) EACH_JOIN(ANY_, EACH_NONE(__VA_ARGS__))(M, __VA_ARGS__)

#define COMMA_1
#define COMMA_2 ,
#define COMMA_3 ,
#define COMMA_4 ,
#define COMMA_5 ,
#define COMMA_6 ,
#define COMMA_7 ,
#define COMMA_8 ,
#define COMMA_9 ,
#define COMMA_10 ,
#define COMMA_11 ,
#define COMMA_12 ,
#define COMMA_13 ,
#define COMMA_14 ,
#define COMMA_15 ,
#define COMMA_16 ,

#define DECLARE(number, type) COMMA_##number type argument_##number
#define PASS(number, type) COMMA_##number argument_##number
#define WORD(number, type) \
    memcpy(&words[number - 1], &argument_##number, SMALLER(sizeof words[0], sizeof(type)));
#define SMALLER(a, b) ((a) < (b) ? (a) : (b))

#define DECLARE_0(...) EACH(DECLARE, __VA_ARGS__)
#define DECLARE_1(...) void
#define DECLARE_ALL(...) EACH_JOIN(DECLARE_, EACH_NONE(__VA_ARGS__))(__VA_ARGS__)

#define CUDA_SYMBOL(symbol, parameters)                                                       \
    SHIM_EXPORT CUresult symbol(DECLARE_ALL parameters)                                       \
    {                                                                                         \
        uint64_t words[PARAMETERS_MAX] = {0};                                                 \
        ShimCall call;                                                                        \
        CUresult(*real) parameters = (CUresult(*) parameters)shim()->real[FUNCTION_##symbol]; \
        WORDS parameters;                                                                     \
        call_begin(&call, FUNCTION_##symbol, __builtin_return_address(0), words);             \
        return call_end(&call, real ? real(PASSED parameters) : CUDA_ERROR_NOT_FOUND);        \
    }
#define WORDS(...) ANY(WORD, __VA_ARGS__)
#define PASSED(...) ANY(PASS, __VA_ARGS__)
#include "cuda/driver.def"

static void *const wrappers[FUNCTION_COUNT] = {
#define CUDA_SYMBOL(symbol, parameters) [FUNCTION_##symbol] = (void *)symbol,
#include "cuda/driver.def"
};

/* The library's own addresses lead past the log. */
static void *wrapper_for(void *address)
{
    const Shim *self = shim();
    for (size_t i = 0; i < FUNCTION_COUNT; i++)
        if (address && address == self->real[i] && wrappers[i])
            return wrappers[i];
    return address;
}

static CUresult proc_address_v2(const char *name, void **address, int version, uint64_t flags,
                                CUdriverProcAddressQueryResult *status)
{
    CUresult (*real)(const char *, void **, int, uint64_t, CUdriverProcAddressQueryResult *) =
        dlsym(shim()->cuda, "cuGetProcAddress_v2");
    CUresult result = real(name, address, version, flags, status);
    if (result == CUDA_SUCCESS && address)
        *address = wrapper_for(*address);
    return result;
}

static CUresult proc_address(const char *name, void **address, int version, uint64_t flags)
{
    CUresult (*real)(const char *, void **, int, uint64_t) =
        dlsym(shim()->cuda, "cuGetProcAddress");
    CUresult result = real(name, address, version, flags);
    if (result == CUDA_SUCCESS && address)
        *address = wrapper_for(*address);
    return result;
}

void procs_wrap(void)
{
    Shim *self = shim();
    if (self->real[FUNCTION_cuGetProcAddress_v2])
        self->real[FUNCTION_cuGetProcAddress_v2] = (void *)proc_address_v2;
    if (self->real[FUNCTION_cuGetProcAddress])
        self->real[FUNCTION_cuGetProcAddress] = (void *)proc_address;
}

CUresult launch_from(const void *pc, CUfunction function, unsigned grid, unsigned block,
                     unsigned shared, CUstream stream, void **params)
{
    ShimCall call;
    uint64_t words[PARAMETERS_MAX] = {
        (uintptr_t)function, grid, 1, 1, block, 1, 1, shared, (uintptr_t)stream, (uintptr_t)params};
    call_begin(&call, FUNCTION_cuLaunchKernel, pc, words);
    CUresult result = CUDA_ERROR_NOT_FOUND;
    if (REAL(cuLaunchKernel))
        result =
            REAL(cuLaunchKernel)(function, grid, 1, 1, block, 1, 1, shared, stream, params, NULL);
    return call_end(&call, result);
}
