/* CUkernel: names, attributes and the function behind. */
#include "sim/api/function.h"
#include "sim/api/image_library.h"

/* Enters with a kernel that is one. */
static CUresult enter_kernel(CUkernel kernel)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    return handle_is(kernel, HANDLE_KERNEL) ? CUDA_SUCCESS : api_leave(CUDA_ERROR_INVALID_HANDLE);
}

/* Enters with the kernel's function in the context. */
static CUresult enter_kernel_function(CUkernel kernel, CUdevice device, Context *context,
                                      Function **function)
{
    CUresult result = enter_kernel(kernel);
    if (result != CUDA_SUCCESS)
        return result;
    if (device != 0)
        return api_leave(CUDA_ERROR_INVALID_DEVICE);
    result = context ? api_check_context(context) : CUDA_ERROR_INVALID_CONTEXT;
    if (result == CUDA_SUCCESS)
        result = kernel_function(context, kernel, function);
    return result == CUDA_SUCCESS ? CUDA_SUCCESS : api_leave(result);
}

/* A device is asked in the current context, or in its primary one. */
static Context *context_of_device(void)
{
    Context *current = current_get(), *primary = library()->primary;
    return current ? current : primary && primary->active ? primary : NULL;
}

CUresult cuKernelGetFunction(CUfunction *out, CUkernel kernel)
{
    Function *function;
    if (!out)
        return CUDA_ERROR_INVALID_VALUE;
    CUresult result = enter_kernel_function(kernel, 0, current_get(), &function);
    if (result != CUDA_SUCCESS)
        return result;
    *out = function;
    return api_leave(CUDA_SUCCESS);
}

CUresult cuKernelGetLibrary(CUlibrary *out, CUkernel kernel)
{
    CUresult result = enter_kernel(kernel);
    if (result != CUDA_SUCCESS)
        return result;
    if (!out)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    *out = kernel->library;
    return api_leave(CUDA_SUCCESS);
}

CUresult cuKernelGetName(const char **name, CUkernel kernel)
{
    CUresult result = kernel ? enter_kernel(kernel) : CUDA_ERROR_INVALID_VALUE;
    if (result != CUDA_SUCCESS)
        return result;
    if (!name)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    *name = kernel->name;
    return api_leave(CUDA_SUCCESS);
}

CUresult cuKernelGetParamInfo(CUkernel kernel, size_t index, size_t *offset, size_t *size)
{
    CUresult result = kernel ? enter_kernel(kernel) : CUDA_ERROR_INVALID_VALUE;
    if (result == CUDA_SUCCESS && !current_get())
        return api_leave(CUDA_ERROR_INVALID_CONTEXT);
    return result == CUDA_SUCCESS ? api_leave(parameter_info(kernel->ptx, index, offset, size))
                                  : result;
}

CUresult cuKernelGetAttribute(int *value, CUfunction_attribute attribute, CUkernel kernel,
                              CUdevice device)
{
    Function *function;
    CUresult result = enter_kernel_function(kernel, device, context_of_device(), &function);
    return result == CUDA_SUCCESS ? api_leave(function_attribute(function, attribute, value))
                                  : result;
}

CUresult cuKernelSetAttribute(CUfunction_attribute attribute, int value, CUkernel kernel,
                              CUdevice device)
{
    Function *function;
    CUresult result = enter_kernel_function(kernel, device, context_of_device(), &function);
    return result == CUDA_SUCCESS ? api_leave(function_attribute_set(function, attribute, value))
                                  : result;
}

CUresult cuKernelSetCacheConfig(CUkernel kernel, CUfunc_cache config, CUdevice device)
{
    Function *function;
    CUresult result = enter_kernel_function(kernel, device, context_of_device(), &function);
    if (result != CUDA_SUCCESS)
        return result;
    if ((unsigned)config > CU_FUNC_CACHE_PREFER_EQUAL)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    function->cache = config;
    return api_leave(CUDA_SUCCESS);
}
