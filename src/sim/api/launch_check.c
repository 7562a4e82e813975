/* What a launch is refused for, and how its parameters are read. */
#include <string.h>

#include "sim/api/launch.h"

enum { BLOCK_X = 1024, BLOCK_Y = 1024, BLOCK_Z = 64, GRID_X = 2147483647, GRID_YZ = 65535 };
enum { CLUSTER_PORTABLE = 8, CLUSTER_MOST = 16 };

static bool within(uint32_t value, uint32_t most)
{
    return value >= 1 && value <= most;
}

static CUresult cooperative_check(const Function *function, const LaunchShape *seen, unsigned sms)
{
    uint64_t threads = (uint64_t)seen->block.x * seen->block.y * seen->block.z;
    uint64_t blocks = (uint64_t)seen->grid.x * seen->grid.y * seen->grid.z;
    int resident = function_resident_blocks(function, threads, seen->shared);
    return blocks <= (uint64_t)resident * sms ? CUDA_SUCCESS
                                              : CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE;
}

static bool is_asked(SimDim cluster)
{
    return cluster.x || cluster.y || cluster.z;
}

SimDim launch_cluster(const Function *function, const LaunchShape *shape)
{
    const uint32_t *set = function->cluster;
    SimDim cluster = {set[0], set[1], set[2]}; /* a size that is set in part counts, and is wrong */
    return is_asked(cluster) ? cluster : shape->cluster;
}

static bool is_one(SimDim dim)
{
    return dim.x == 1 && dim.y == 1 && dim.z == 1;
}

LaunchShape launch_seen(const Function *function, const LaunchShape *shape)
{
    LaunchShape seen = *shape;
    const uint32_t *asked = function->ptx->reqntid;
    seen.cluster = launch_cluster(function, shape);
    if (asked[0] && is_one(shape->block) && !shape->verbatim)
        seen.block = (SimDim){asked[0], asked[1], asked[2]};
    if (function->ptx->blocks_are_clusters && is_asked(seen.cluster))
        seen.grid = (SimDim){shape->grid.x * seen.cluster.x, shape->grid.y * seen.cluster.y,
                             shape->grid.z * seen.cluster.z};
    return seen;
}

/* Eight blocks are the most that every device with clusters takes; more must be allowed first. */
CUresult launch_check_cluster(const Function *function, const LaunchShape *shape)
{
    SimDim cluster = launch_cluster(function, shape), asked = shape->cluster;
    if (!is_asked(cluster))
        return function->ptx->explicit_cluster ? CUDA_ERROR_INVALID_CLUSTER_SIZE : CUDA_SUCCESS;
    if (library()->profile->major < 9)
        return CUDA_ERROR_NOT_SUPPORTED;
    uint64_t size = (uint64_t)cluster.x * cluster.y * cluster.z;
    uint64_t most = function->non_portable_cluster ? CLUSTER_MOST : CLUSTER_PORTABLE;
    if (function->ptx->maxclusterrank && function->ptx->maxclusterrank < most)
        most = function->ptx->maxclusterrank;
    bool differs =
        is_asked(asked) && (asked.x != cluster.x || asked.y != cluster.y || asked.z != cluster.z);
    if (!size || cluster.x > most || cluster.y > most || cluster.z > most || size > most || differs)
        return CUDA_ERROR_INVALID_CLUSTER_SIZE;
    SimDim grid = launch_seen(function, shape).grid;
    return grid.x % cluster.x || grid.y % cluster.y || grid.z % cluster.z
               ? CUDA_ERROR_INVALID_CLUSTER_SIZE
               : CUDA_SUCCESS;
}

bool launch_threads_fit(const Function *function, SimDim block)
{
    const uint32_t *asked = function->ptx->reqntid;
    if (asked[0] && (block.x != asked[0] || block.y != asked[1] || block.z != asked[2]))
        return false;
    return (uint64_t)block.x * block.y * block.z <= function->info.max_threads;
}

CUresult launch_check(const Function *function, const LaunchShape *shape)
{
    SimDim grid = shape->grid, block = shape->block;
    if (!within(grid.x, GRID_X) || !within(grid.y, GRID_YZ) || !within(grid.z, GRID_YZ) ||
        !within(block.x, BLOCK_X) || !within(block.y, BLOCK_Y) || !within(block.z, BLOCK_Z))
        return CUDA_ERROR_INVALID_VALUE;
    if (!shape->verbatim && !launch_threads_fit(function, launch_seen(function, shape).block))
        return CUDA_ERROR_INVALID_VALUE;
    return launch_check_cluster(function, shape);
}

CUresult launch_check_room(const Function *function, const LaunchShape *shape, unsigned sms)
{
    LaunchShape seen = launch_seen(function, shape);
    CUresult result = shape->cooperative ? cooperative_check(function, &seen, sms) : CUDA_SUCCESS;
    if (result != CUDA_SUCCESS)
        return result;
    if (shape->shared > function_dynamic_limit(function))
        return CUDA_ERROR_INVALID_VALUE;
    /* Static arrays alone may be too large: ptxas would have refused the kernel. */
    return function->info.static_shared > (uint64_t)library()->profile->shared_per_block
               ? CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES
               : CUDA_SUCCESS;
}

static CUresult extra_read(void **extra, const void **buffer, size_t *size)
{
    for (size_t i = 0; extra[i] != CU_LAUNCH_PARAM_END; i += 2) {
        if (extra[i] == CU_LAUNCH_PARAM_BUFFER_POINTER)
            *buffer = extra[i + 1];
        else if (extra[i] == CU_LAUNCH_PARAM_BUFFER_SIZE)
            *size = *(const size_t *)extra[i + 1];
        else
            return CUDA_ERROR_INVALID_VALUE;
    }
    return CUDA_SUCCESS;
}

CUresult parameters_gather(const PtxFunction *ptx, void **parameters, void **extra, void *out)
{
    const void *buffer = NULL;
    size_t size = 0;
    if (parameters && extra && ptx->param_count)
        return CUDA_ERROR_INVALID_VALUE;
    if (extra) {
        CUresult result = extra_read(extra, &buffer, &size);
        if (result != CUDA_SUCCESS || (size && !buffer) || (ptx->param_count && !size))
            return CUDA_ERROR_INVALID_VALUE;
        if (size > ptx->param_size)
            return CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES;
        if (size) /* what is missing is whatever it was: here 0 */
            memcpy(out, buffer, size);
        return CUDA_SUCCESS;
    }
    if (ptx->param_count && !parameters)
        return CUDA_ERROR_INVALID_VALUE;
    for (uint32_t i = 0; i < ptx->param_count; i++) {
        const PtxSymbol *parameter = ptx->params[i];
        if (!parameters[i])
            return CUDA_ERROR_INVALID_VALUE;
        memcpy((char *)out + parameter->offset, parameters[i], parameter->size);
    }
    return CUDA_SUCCESS;
}
