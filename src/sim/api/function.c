/* Functions: attributes, names, parameters. */
#include "sim/api/function.h"

#include "sim/api/image_library.h"

enum {
    THREADS_MAX = 1024,
    CLUSTER_POLICY_MOST = 2
}; /* CU_CLUSTER_SCHEDULING_POLICY_LOAD_BALANCING */

Function *function_of(Context *context, CUfunction handle)
{
    Function *function = NULL;
    if (handle_is(handle, HANDLE_FUNCTION))
        return handle;
    if (handle_is(handle, HANDLE_KERNEL))
        kernel_function(context, (Kernel *)(void *)handle, &function);
    return function;
}

CUresult api_enter_function(CUfunction handle, Context **context, Function **function)
{
    *context = NULL;
    *function = NULL;
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    if (!handle_is(handle, HANDLE_FUNCTION)) /* a kernel is none: it stands for one in launches */
        return api_leave(CUDA_ERROR_INVALID_HANDLE);
    *function = handle;
    *context = handle->module->context;
    result = api_check_context(*context);
    return result == CUDA_SUCCESS ? CUDA_SUCCESS : api_leave(result);
}

CUresult api_enter_function_for(CUfunction handle, const void *out, Context **context,
                                Function **function)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    api_leave(CUDA_SUCCESS);
    *context = NULL;
    *function = NULL;
    return out ? api_enter_function(handle, context, function) : CUDA_ERROR_INVALID_VALUE;
}

static int shared_opt_in_limit(const Function *function)
{
    const SimProfile *profile = library()->profile;
    return profile->shared_per_block_optin - (int)function->info.static_shared;
}

uint64_t function_dynamic_limit(const Function *function)
{
    uint64_t plain = (uint64_t)library()->profile->shared_per_block;
    uint64_t rest = plain > function->info.static_shared ? plain - function->info.static_shared : 0;
    return function->dynamic_set ? function->dynamic_limit : rest;
}

CUresult function_attribute(const Function *function, CUfunction_attribute attribute, int *value)
{
    const SimProfile *profile = library()->profile;
    const PtxModule *ptx = function->module->program->ptx;
    const bool exact =
        function->ptx->reqntid[0]; /* a block of that size; not what may be launched */
    if (!value)
        return CUDA_ERROR_INVALID_VALUE;
    const int values[] = {
        [CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK] =
            exact ? THREADS_MAX : (int)function->info.max_threads,
        [CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES] = (int)function->info.static_shared,
        [CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES] = (int)function->info.constant,
        [CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES] = (int)function->info.local,
        [CU_FUNC_ATTRIBUTE_NUM_REGS] = (int)function->info.registers,
        [CU_FUNC_ATTRIBUTE_PTX_VERSION] = (int)ptx->target_sm,
        [CU_FUNC_ATTRIBUTE_BINARY_VERSION] = profile->major * 10 + profile->minor,
        [CU_FUNC_ATTRIBUTE_CACHE_MODE_CA] = 0,
        [CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES] = (int)function_dynamic_limit(function),
        [CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT] = function->carveout,
        [CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET] = function->ptx->explicit_cluster,
        [CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH] = (int)function->cluster[0],
        [CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT] = (int)function->cluster[1],
        [CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH] = (int)function->cluster[2],
        [CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED] = function->non_portable_cluster,
        [CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE] = function->cluster_policy,
    };
    if ((size_t)attribute >= sizeof values / sizeof values[0])
        return CUDA_ERROR_INVALID_VALUE;
    *value = values[attribute];
    return CUDA_SUCCESS;
}

/* A size that the kernel was compiled for can only be said again. */
static CUresult cluster_set(Function *function, int axis, int value)
{
    bool compiled = function->ptx->cluster[0] != 0;
    if (value < 0 || (compiled && (uint32_t)value != function->ptx->cluster[axis]))
        return CUDA_ERROR_INVALID_VALUE;
    function->cluster[axis] = (uint32_t)value;
    return CUDA_SUCCESS;
}

CUresult function_attribute_set(Function *function, CUfunction_attribute attribute, int value)
{
    switch (attribute) {
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
        if (value < 0 || value > shared_opt_in_limit(function))
            return CUDA_ERROR_INVALID_VALUE;
        function->dynamic_limit = (uint64_t)value;
        function->dynamic_set = true;
        return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
        if (value < CU_SHAREDMEM_CARVEOUT_DEFAULT || value > CU_SHAREDMEM_CARVEOUT_MAX_SHARED)
            return CUDA_ERROR_INVALID_VALUE;
        function->carveout = value;
        return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH:
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT:
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH:
        return cluster_set(function, attribute - CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH, value);
    case CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED:
        function->non_portable_cluster = value != 0;
        return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
        if (value < 0 || value > CLUSTER_POLICY_MOST)
            return CUDA_ERROR_INVALID_VALUE;
        function->cluster_policy = value;
        return CUDA_SUCCESS;
    default:
        return CUDA_ERROR_INVALID_VALUE;
    }
}

CUresult parameter_info(const PtxFunction *ptx, size_t index, size_t *offset, size_t *size)
{
    if (!offset || index >= ptx->param_count)
        return CUDA_ERROR_INVALID_VALUE;
    *offset = ptx->params[index]->offset;
    if (size)
        *size = ptx->params[index]->size;
    return CUDA_SUCCESS;
}

CUresult cuFuncGetAttribute(int *value, CUfunction_attribute attribute, CUfunction handle)
{
    Context *context;
    Function *function;
    CUresult result = api_enter_function_for(handle, value, &context, &function);
    return result == CUDA_SUCCESS ? api_leave(function_attribute(function, attribute, value))
                                  : result;
}

CUresult cuFuncSetAttribute(CUfunction handle, CUfunction_attribute attribute, int value)
{
    Context *context;
    Function *function;
    CUresult result = api_enter_function(handle, &context, &function);
    return result == CUDA_SUCCESS ? api_leave(function_attribute_set(function, attribute, value))
                                  : result;
}

CUresult cuFuncSetCacheConfig(CUfunction handle, CUfunc_cache config)
{
    Context *context;
    Function *function;
    CUresult result = api_enter_function(handle, &context, &function);
    if (result != CUDA_SUCCESS)
        return result;
    if ((unsigned)config > CU_FUNC_CACHE_PREFER_EQUAL)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    function->cache = config;
    return api_leave(CUDA_SUCCESS);
}

CUresult cuFuncSetSharedMemConfig(CUfunction handle, CUsharedconfig config)
{
    Context *context;
    Function *function;
    CUresult result = api_enter_function(handle, &context, &function);
    if (result != CUDA_SUCCESS)
        return result;
    return api_leave((unsigned)config > CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE
                         ? CUDA_ERROR_INVALID_VALUE
                         : CUDA_SUCCESS);
}

/* These two answer INVALID_VALUE for a handle that is none, as the driver does. */
CUresult cuFuncGetModule(CUmodule *module, CUfunction handle)
{
    Context *context;
    Function *function;
    CUresult result = api_enter_function(handle, &context, &function);
    if (result != CUDA_SUCCESS)
        return result == CUDA_ERROR_INVALID_HANDLE && !handle ? CUDA_ERROR_INVALID_VALUE : result;
    if (!module)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    *module = function->module;
    return api_leave(CUDA_SUCCESS);
}

CUresult cuFuncGetName(const char **name, CUfunction handle)
{
    Context *context;
    Function *function;
    if (!handle)
        return CUDA_ERROR_INVALID_VALUE;
    CUresult result = api_enter_function(handle, &context, &function);
    if (result != CUDA_SUCCESS)
        return result;
    if (!name)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    *name = function->name;
    return api_leave(CUDA_SUCCESS);
}

CUresult cuFuncGetParamInfo(CUfunction handle, size_t index, size_t *offset, size_t *size)
{
    Context *context;
    Function *function;
    CUresult result = api_enter_function_for(handle, offset, &context, &function);
    return result == CUDA_SUCCESS ? api_leave(parameter_info(function->ptx, index, offset, size))
                                  : result;
}

CUresult cuFuncIsLoaded(CUfunctionLoadingState *state, CUfunction handle)
{
    Context *context;
    Function *function;
    CUresult result = api_enter_function(handle, &context, &function);
    if (result != CUDA_SUCCESS)
        return result;
    if (!state)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    *state = CU_FUNCTION_LOADING_STATE_LOADED;
    return api_leave(CUDA_SUCCESS);
}

CUresult cuFuncLoad(CUfunction handle)
{
    Context *context;
    Function *function;
    CUresult result = api_enter_function(handle, &context, &function);
    return result == CUDA_SUCCESS ? api_leave(CUDA_SUCCESS) : result;
}
