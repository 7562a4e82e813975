/* The calls that launch a kernel. */
#include "sim/api/launch.h"

#include <stdlib.h>
#include <string.h>

#include "sim/api/capture.h"
#include "sim/api/graph.h"
#include "sim/api/stream.h"

/* Enters with a function and a stream of the same context. */
static CUresult enter_launch(CUfunction handle, CUstream stream_handle, Function **function,
                             Stream **stream)
{
    CUresult result = api_enter_stream(stream_handle, stream);
    if (result != CUDA_SUCCESS)
        return result;
    if ((*stream)->capture && (*stream)->capture->invalid)
        return api_leave(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
    *function = function_of((*stream)->context, handle);
    if (!*function || (*function)->module->context != (*stream)->context)
        return api_leave(CUDA_ERROR_INVALID_HANDLE);
    return CUDA_SUCCESS;
}

/* All dimensions or none; what the cluster may be is looked at with the launch's shape. */
static bool cluster_is_whole(const CUlaunchAttributeValue *value)
{
    bool none = !value->clusterDim.x && !value->clusterDim.y && !value->clusterDim.z;
    return none || (value->clusterDim.x && value->clusterDim.y && value->clusterDim.z);
}

/* An event's attribute begins with the event. */
static CUresult event_attribute_read(const CUlaunchAttributeValue *value)
{
    CUevent event;
    memcpy(&event, value, sizeof event);
    return handle_is(event, HANDLE_EVENT) ? CUDA_ERROR_NOT_SUPPORTED : CUDA_ERROR_INVALID_HANDLE;
}

/* Attributes that only hint at how fast something should be are taken and change nothing. */
static CUresult attribute_read(const CUlaunchAttribute *attribute, LaunchShape *shape, Hints *hints)
{
    const CUlaunchAttributeValue *value = &attribute->value;
    switch (attribute->id) {
    case CU_LAUNCH_ATTRIBUTE_IGNORE:
    case CU_LAUNCH_ATTRIBUTE_NVLINK_UTIL_CENTRIC_SCHEDULING:
        return CUDA_SUCCESS;
    case CU_LAUNCH_ATTRIBUTE_COOPERATIVE:
        shape->cooperative = value->cooperative != 0;
        return CUDA_SUCCESS;
    case CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION:
        shape->cluster = (SimDim){value->clusterDim.x, value->clusterDim.y, value->clusterDim.z};
        return CUDA_SUCCESS;
    case CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT:
    case CU_LAUNCH_ATTRIBUTE_LAUNCH_COMPLETION_EVENT:
        return event_attribute_read(value);
    case CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE:
        return CUDA_ERROR_NOT_SUPPORTED;
    case CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY: /* of streams only */
        return CUDA_ERROR_INVALID_VALUE;
    case CU_LAUNCH_ATTRIBUTE_PREFERRED_CLUSTER_DIMENSION:
        if (!cluster_is_whole(value))
            return CUDA_ERROR_INVALID_CLUSTER_SIZE;
        break;
    default:
        break;
    }
    return hint_is(attribute->id) ? hint_set(hints, attribute->id, value)
                                  : CUDA_ERROR_INVALID_VALUE;
}

static CUresult attributes_read(const CUlaunchConfig *config, LaunchShape *shape, Hints *hints)
{
    CUresult result = CUDA_SUCCESS;
    hints_begin(hints);
    shape->hints = hints;
    if (config->numAttrs && !config->attrs)
        return CUDA_ERROR_INVALID_VALUE;
    for (unsigned i = 0; i < config->numAttrs && result == CUDA_SUCCESS; i++)
        result = attribute_read(&config->attrs[i], shape, hints);
    return result;
}

static CUresult parameters_launch(Stream *stream, Function *function, const LaunchShape *shape,
                                  void **arguments, void **extra)
{
    if (function->ptx->param_size > FUNCTION_PARAMETERS_MAX)
        return CUDA_ERROR_INVALID_VALUE;
    void *parameters = calloc(1, function->ptx->param_size + 1);
    if (!parameters)
        return CUDA_ERROR_OUT_OF_MEMORY;
    CUresult result = parameters_gather(function->ptx, arguments, extra, parameters);
    if (result == CUDA_SUCCESS) {
        result = launch_check_room(function, shape, stream_multiprocessors(stream));
        if (result != CUDA_SUCCESS && stream->capture)
            capture_spoil(stream->capture, result);
    }
    if (result == CUDA_SUCCESS && !stream->capture)
        graph_memory_check_parameters(parameters, function->ptx->param_size, function->name);
    if (result == CUDA_SUCCESS)
        result = launch_enqueue(stream, function, shape, parameters);
    free(parameters);
    return result;
}

/* `config`: has the attributes; NULL: there are none. */
static CUresult launch(CUfunction handle, CUstream stream_handle, LaunchShape *shape,
                       const CUlaunchConfig *config, void **arguments, void **extra)
{
    Function *function = NULL;
    Stream *stream;
    Hints hints;
    CUresult result = enter_launch(handle, stream_handle, &function, &stream);
    if (result != CUDA_SUCCESS)
        return result;
    if (config)
        result = attributes_read(config, shape, &hints);
    if (result == CUDA_SUCCESS)
        result = launch_check(function, shape);
    if (result != CUDA_SUCCESS && stream->capture)
        return api_leave(capture_spoil(stream->capture, result));
    if (result == CUDA_SUCCESS)
        result = parameters_launch(stream, function, shape, arguments, extra);
    return api_leave(result);
}

CUresult cuLaunchKernel(CUfunction function, unsigned int grid_x, unsigned int grid_y,
                        unsigned int grid_z, unsigned int block_x, unsigned int block_y,
                        unsigned int block_z, unsigned int shared, CUstream stream,
                        void **parameters, void **extra)
{
    LaunchShape shape = {
        {grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, shared, .cooperative = false};
    return launch(function, stream, &shape, NULL, parameters, extra);
}

CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned int grid_x, unsigned int grid_y,
                                   unsigned int grid_z, unsigned int block_x, unsigned int block_y,
                                   unsigned int block_z, unsigned int shared, CUstream stream,
                                   void **parameters)
{
    LaunchShape shape = {
        {grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, shared, .cooperative = true};
    return launch(function, stream, &shape, NULL, parameters, NULL);
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
    return launch(function, config->hStream, &shape, config, parameters, extra);
}
