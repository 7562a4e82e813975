/* The launch calls of CUDA 3 and before, which set shape and parameters one by one. */
#include <stdlib.h>
#include <string.h>

#include "sim/api/launch.h"
#include "sim/api/stream.h"

CUresult cuFuncSetBlockShape(CUfunction handle, int x, int y, int z)
{
    Context *context;
    Function *function;
    CUresult result = api_enter_function(handle, &context, &function);
    if (result != CUDA_SUCCESS)
        return result;
    if (x <= 0 || y <= 0 || z <= 0)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    LaunchShape shape = {.grid = {1, 1, 1}, .block = {(uint32_t)x, (uint32_t)y, (uint32_t)z}};
    result = launch_check(function, &shape);
    if (!launch_threads_fit(function, shape.block)) /* one thread stands for nothing else here */
        result = CUDA_ERROR_INVALID_VALUE;
    if (result == CUDA_SUCCESS)
        function->old_block = shape.block;
    return api_leave(result);
}

CUresult cuFuncSetSharedSize(CUfunction handle, unsigned int bytes)
{
    Context *context;
    Function *function;
    CUresult result = api_enter_function(handle, &context, &function);
    if (result != CUDA_SUCCESS)
        return result;
    if (bytes > function_dynamic_limit(function))
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    function->old_shared = bytes;
    return api_leave(CUDA_SUCCESS);
}

/* The size follows from the kernel's declaration; what a caller says is only checked. */
CUresult cuParamSetSize(CUfunction handle, unsigned int bytes)
{
    Context *context;
    Function *function;
    CUresult result = api_enter_function(handle, &context, &function);
    if (result != CUDA_SUCCESS)
        return result;
    return api_leave(bytes <= FUNCTION_PARAMETERS_MAX ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE);
}

CUresult cuParamSetv(CUfunction handle, int offset, void *value, unsigned int bytes)
{
    Context *context;
    Function *function;
    CUresult result = api_enter_function(handle, &context, &function);
    if (result != CUDA_SUCCESS)
        return result;
    uint64_t size = function->ptx->param_size;
    if (!value || offset < 0)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    /* What lies behind the last parameter is lost, and nothing is said. */
    uint64_t room = (uint64_t)offset < size ? size - (uint64_t)offset : 0;
    bytes = bytes < room ? bytes : (unsigned)room;
    offset = bytes ? offset : 0;
    if (!function->old_parameters)
        function->old_parameters = calloc(1, size + 1);
    if (!function->old_parameters)
        return api_leave(CUDA_ERROR_OUT_OF_MEMORY);
    memcpy((char *)function->old_parameters + offset, value, bytes);
    return api_leave(CUDA_SUCCESS);
}

CUresult cuParamSeti(CUfunction handle, int offset, unsigned int value)
{
    return cuParamSetv(handle, offset, &value, sizeof value);
}

CUresult cuParamSetf(CUfunction handle, int offset, float value)
{
    return cuParamSetv(handle, offset, &value, sizeof value);
}

CUresult cuLaunchGridAsync(CUfunction handle, int width, int height, CUstream stream_handle)
{
    Stream *stream;
    CUresult result = api_enter_stream(stream_handle, &stream);
    if (result != CUDA_SUCCESS)
        return result;
    Function *function = function_of(stream->context, handle);
    if (!function)
        return api_leave(CUDA_ERROR_INVALID_HANDLE);
    if (width <= 0 || height <= 0 || (function->ptx->param_size && !function->old_parameters))
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    LaunchShape shape = {{(uint32_t)width, (uint32_t)height, 1},
                         function->old_block,
                         function->old_shared,
                         .verbatim = true};
    result = launch_check(function, &shape);
    if (result == CUDA_SUCCESS)
        result = launch_check_room(function, &shape, stream_multiprocessors(stream));
    if (result == CUDA_SUCCESS)
        result = launch_enqueue(stream, function, &shape, function->old_parameters);
    return api_leave(result);
}

CUresult cuLaunchGrid(CUfunction handle, int width, int height)
{
    return cuLaunchGridAsync(handle, width, height, NULL);
}

CUresult cuLaunch(CUfunction handle)
{
    return cuLaunchGridAsync(handle, 1, 1, NULL);
}
