/* The calls that launch a kernel. */
#include "sim/api/launch.h"

#include <stdlib.h>

#include "sim/api/capture.h"
#include "sim/api/stream.h"

/* Enters with a function and a stream of the same context. */
static CUresult enter_launch(CUfunction handle, CUstream stream_handle, Function **function,
                             Stream **stream)
{
    CUresult result = api_enter_stream(stream_handle, stream);
    if (result != CUDA_SUCCESS)
        return result;
    *function = function_of((*stream)->context, handle);
    if (!*function || (*function)->module->context != (*stream)->context)
        return api_leave(CUDA_ERROR_INVALID_HANDLE);
    return CUDA_SUCCESS;
}

static CUresult launch(CUfunction handle, CUstream stream_handle, const LaunchShape *shape,
                       void **arguments, void **extra)
{
    Function *function;
    Stream *stream;
    CUresult result = enter_launch(handle, stream_handle, &function, &stream);
    if (result != CUDA_SUCCESS)
        return result;
    result = launch_check(function, shape);
    if (result != CUDA_SUCCESS && stream->capture)
        return api_leave(capture_spoil(stream->capture, result));
    if (result != CUDA_SUCCESS)
        return api_leave(result);
    if (function->ptx->param_size > FUNCTION_PARAMETERS_MAX)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    void *parameters = calloc(1, function->ptx->param_size + 1);
    if (!parameters)
        return api_leave(CUDA_ERROR_OUT_OF_MEMORY);
    result = parameters_gather(function->ptx, arguments, extra, parameters);
    if (result == CUDA_SUCCESS)
        result = launch_enqueue(stream, function, shape, parameters);
    free(parameters);
    return api_leave(result);
}

CUresult cuLaunchKernel(CUfunction function, unsigned int grid_x, unsigned int grid_y,
                        unsigned int grid_z, unsigned int block_x, unsigned int block_y,
                        unsigned int block_z, unsigned int shared, CUstream stream,
                        void **parameters, void **extra)
{
    LaunchShape shape = {
        {grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, shared, .cooperative = false};
    return launch(function, stream, &shape, parameters, extra);
}

CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned int grid_x, unsigned int grid_y,
                                   unsigned int grid_z, unsigned int block_x, unsigned int block_y,
                                   unsigned int block_z, unsigned int shared, CUstream stream,
                                   void **parameters)
{
    LaunchShape shape = {
        {grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, shared, .cooperative = true};
    return launch(function, stream, &shape, parameters, NULL);
}

/* Attributes that only hint at how fast something should be are taken and change nothing. */
static CUresult attributes_read(const CUlaunchConfig *config, LaunchShape *shape, Hints *hints)
{
    hints_begin(hints);
    shape->hints = hints;
    if (config->numAttrs && !config->attrs)
        return CUDA_ERROR_INVALID_VALUE;
    for (unsigned i = 0; i < config->numAttrs; i++) {
        const CUlaunchAttribute *attribute = &config->attrs[i];
        switch (attribute->id) {
        case CU_LAUNCH_ATTRIBUTE_COOPERATIVE:
            shape->cooperative = attribute->value.cooperative != 0;
            break;
        case CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION:
            shape->cluster = (SimDim){attribute->value.clusterDim.x, attribute->value.clusterDim.y,
                                      attribute->value.clusterDim.z};
            if (!shape->cluster.x || !shape->cluster.y || !shape->cluster.z)
                return CUDA_ERROR_INVALID_VALUE;
            break;
        case CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT:
        case CU_LAUNCH_ATTRIBUTE_LAUNCH_COMPLETION_EVENT:
        case CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE:
            return CUDA_ERROR_NOT_SUPPORTED;
        default:
            if ((unsigned)attribute->id > CU_LAUNCH_ATTRIBUTE_NVLINK_UTIL_CENTRIC_SCHEDULING ||
                hint_set(hints, attribute->id, &attribute->value) != CUDA_SUCCESS)
                return CUDA_ERROR_INVALID_VALUE;
        }
    }
    return CUDA_SUCCESS;
}

CUresult cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction function, void **parameters,
                          void **extra)
{
    if (!config)
        return CUDA_ERROR_INVALID_VALUE;
    LaunchShape shape = {{config->gridDimX, config->gridDimY, config->gridDimZ},
                         {config->blockDimX, config->blockDimY, config->blockDimZ},
                         config->sharedMemBytes,
                         .cooperative = false};
    Hints hints;
    CUresult result = attributes_read(config, &shape, &hints);
    return result == CUDA_SUCCESS ? launch(function, config->hStream, &shape, parameters, extra)
                                  : result;
}
