/* Occupancy of clusters. A cluster runs in one GPC, so what counts is how many blocks the
 * multiprocessors of a GPC hold together. */
#include "sim/api/launch.h"

enum {
    GPCS = 8,         /* of devices with clusters */
    SMS_TOGETHER = 2, /* of one TPC */
    SIZE_PORTABLE = 8,
    SIZE_MOST = 16
};

/* Multiprocessors of a GPC: pairs, spread as evenly as they go. */
static int gpc_sms(int gpc)
{
    int pairs = library()->profile->sms / SMS_TOGETHER;
    return (pairs / GPCS + (gpc < pairs % GPCS)) * SMS_TOGETHER;
}

static int clusters_active(const Function *function, const LaunchShape *shape, uint64_t size)
{
    uint64_t threads = (uint64_t)shape->block.x * shape->block.y * shape->block.z;
    int resident = function_resident_blocks(function, threads, shape->shared), clusters = 0;
    for (int i = 0; i < GPCS; i++)
        clusters += (int)((uint64_t)gpc_sms(i) * (uint64_t)resident / size);
    return clusters;
}

static SimDim cluster_asked(const CUlaunchConfig *config)
{
    SimDim cluster = {0, 0, 0};
    for (unsigned i = 0; config->attrs && i < config->numAttrs; i++) {
        const CUlaunchAttributeValue *value = &config->attrs[i].value;
        if (config->attrs[i].id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION)
            cluster = (SimDim){value->clusterDim.x, value->clusterDim.y, value->clusterDim.z};
    }
    return cluster;
}

static LaunchShape shape_of(const CUlaunchConfig *config)
{
    return (LaunchShape){.grid = {config->gridDimX, config->gridDimY, config->gridDimZ},
                         .block = {config->blockDimX, config->blockDimY, config->blockDimZ},
                         .shared = config->sharedMemBytes,
                         .cluster = cluster_asked(config)};
}

static uint64_t size_most(const Function *function)
{
    return function->non_portable_cluster ? SIZE_MOST : SIZE_PORTABLE;
}

/* In this order; recorded on an H200. */
static CUresult shape_check(const Function *function, const LaunchShape *shape)
{
    if (library()->profile->major < 9)
        return CUDA_ERROR_NOT_SUPPORTED;
    if (!shape->grid.x || !shape->grid.y || !shape->grid.z)
        return CUDA_ERROR_INVALID_VALUE;
    if (launch_check_cluster(function, shape) != CUDA_SUCCESS)
        return CUDA_ERROR_INVALID_CLUSTER_SIZE;
    return shape->block.x && shape->block.y && shape->block.z ? CUDA_SUCCESS
                                                              : CUDA_ERROR_INVALID_VALUE;
}

/* Enters with a function and the shape that is asked about. */
static CUresult enter_cluster(CUfunction handle, const void *out, const CUlaunchConfig *config,
                              Function **function, LaunchShape *shape)
{
    Context *context;
    *function = NULL;
    *shape = (LaunchShape){.shared = 0};
    CUresult result = api_enter_context(&context);
    if (result != CUDA_SUCCESS)
        return result;
    if (!out || !handle || !config)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    *function = function_of(context, handle);
    if (!*function || (!config->hStream && (*function)->module->context != context))
        return api_leave(CUDA_ERROR_INVALID_HANDLE);
    *shape = shape_of(config);
    result = shape_check(*function, shape);
    return result == CUDA_SUCCESS ? CUDA_SUCCESS : api_leave(result);
}

CUresult cuOccupancyMaxActiveClusters(int *clusters, CUfunction handle,
                                      const CUlaunchConfig *config)
{
    Function *function;
    LaunchShape shape;
    CUresult result = enter_cluster(handle, clusters, config, &function, &shape);
    if (result != CUDA_SUCCESS)
        return result;
    SimDim cluster = launch_cluster(function, &shape);
    uint64_t size = (uint64_t)cluster.x * cluster.y * cluster.z;
    *clusters = size ? clusters_active(function, &shape, size) : 0;
    return api_leave(CUDA_SUCCESS);
}

/* The greatest power of two that fits. */
CUresult cuOccupancyMaxPotentialClusterSize(int *size, CUfunction handle,
                                            const CUlaunchConfig *config)
{
    Function *function;
    LaunchShape shape;
    CUresult result = enter_cluster(handle, size, config, &function, &shape);
    if (result != CUDA_SUCCESS)
        return result;
    uint64_t most = size_most(function);
    while (most > 1 && !clusters_active(function, &shape, most))
        most /= 2;
    *size = clusters_active(function, &shape, most) ? (int)most : 0;
    return api_leave(CUDA_SUCCESS);
}
