/* The device runtime's launches: parameter buffers, grids, streams as their order. */
#include <stdlib.h>
#include <string.h>

#include "sim/engine/cluster.h"
#include "sim/engine/device_call.h"

enum {
    STREAMS_NAMED = SIM_STREAM_FIRE_AND_FORGET + 1, /* others are handles */
    GRID_YZ = 65535,
    BLOCK_XY = 1024,
    BLOCK_Z = 64,
    HANDLE_STEP = 16,
    HANDLE_BASE = 0x1000
};

/* -- handles: a number for each stream and event that some thread of the tree made */

uint64_t device_handle_new(LaunchTree *tree, TreeHandle kind)
{
    if (tree->handle_count == tree->handle_capacity) {
        uint32_t capacity = tree->handle_capacity ? tree->handle_capacity * 2 : 64;
        unsigned char *grown = capacity ? realloc(tree->handles, capacity) : NULL;
        if (!grown)
            return 0;
        tree->handles = grown;
        tree->handle_capacity = capacity;
    }
    tree->handles[tree->handle_count] = (unsigned char)kind;
    return HANDLE_BASE + (uint64_t)HANDLE_STEP * tree->handle_count++;
}

bool device_handle_is(const LaunchTree *tree, uint64_t handle, TreeHandle kind)
{
    uint64_t index = (handle - HANDLE_BASE) / HANDLE_STEP;
    return handle >= HANDLE_BASE && handle % HANDLE_STEP == 0 && index < tree->handle_count &&
           tree->handles[index] == kind;
}

void device_handle_end(LaunchTree *tree, uint64_t handle)
{
    tree->handles[(handle - HANDLE_BASE) / HANDLE_STEP] = TREE_GONE;
}

/* -- launching */

/* What streams are called by: the default one has three names. */
static uint64_t stream_identity(uint64_t stream)
{
    return stream < SIM_STREAM_TAIL ? SIM_STREAM_OF_BLOCK : stream;
}

void device_tell(const DeviceCall *call, SimLaunched *launched)
{
    const Run *run = call->warp->run;
    SimWarpInfo info;
    if (!run->observed)
        return;
    warp_info(call->warp, &info);
    launched->site = warp_site(call->warp, call->inst);
    launched->lane = call->lane;
    launched->stream = stream_identity(launched->stream);
    for (uint32_t i = 0; i < run->launch->observer_count; i++)
        if (run->launch->observers[i]->launched)
            run->launch->observers[i]->launched(run->launch->observers[i]->self, &info, launched);
}

uint64_t device_queue(DeviceCall *call, Work *work, uint64_t stream)
{
    Run *run = call->warp->run;
    LaunchTree *tree = run->tree;
    DeviceError error = cudaSuccess;
    if (stream >= STREAMS_NAMED && !device_handle_is(tree, stream, TREE_STREAM))
        error = cudaErrorInvalidResourceHandle;
    else if (tree->pending >= tree->pending_limit)
        error = cudaErrorLaunchPendingCountExceeded;
    else if (stream != SIM_STREAM_TAIL && run->level + 1 > TREE_DEPTH)
        error = cudaErrorLaunchMaxDepthExceeded;
    if (error) {
        free(work);
        return device_fail(call, error);
    }
    tree->pending++;
    work->number = ++tree->launched;
    device_tell(call,
                &(SimLaunched){.kind = work->kind == WORK_GRID ? SIM_WORK_GRID : SIM_WORK_MOVE,
                               .stream = stream,
                               .work = work->number,
                               .kernel = work->origin.kernel,
                               .params = work->buffer,
                               .params_size = work->buffer_bytes});
    work_queue_add(stream == SIM_STREAM_TAIL ? &run->tails : &run->children, work);
    return cudaSuccess;
}

static bool within(uint64_t value, uint64_t most)
{
    return value >= 1 && value <= most;
}

/* Clusters divide the grid, and are of no more blocks than there may be. */
static bool cluster_fits(const PtxFunction *kernel, const SimDim *grid)
{
    const uint32_t *cluster = kernel->cluster;
    const uint32_t sizes[] = {grid->x, grid->y, grid->z};
    uint64_t blocks = 1;
    for (uint32_t i = 0; i < 3 && cluster[0]; i++) {
        if (!within(cluster[i], CLUSTER_BLOCKS_MAX) || sizes[i] % cluster[i])
            return false;
        blocks *= cluster[i];
    }
    return blocks <= CLUSTER_BLOCKS_MAX;
}

static DeviceError shape_check(const Run *run, const PtxFunction *kernel, const Work *work)
{
    const SimDim *grid = &work->grid, *block = &work->block;
    EngineFunctionInfo info;
    engine_function_info(run->launch->module, kernel, &info);
    uint64_t threads = (uint64_t)block->x * block->y * block->z;
    uint64_t shared = info.static_shared + work->shared;
    if (!within(grid->x, INT32_MAX) || !within(grid->y, GRID_YZ) || !within(grid->z, GRID_YZ) ||
        !within(block->x, BLOCK_XY) || !within(block->y, BLOCK_XY) || !within(block->z, BLOCK_Z) ||
        threads > BLOCK_XY)
        return cudaErrorInvalidConfiguration;
    if (!cluster_fits(kernel, grid))
        return cudaErrorInvalidClusterSize;
    if (threads > info.max_threads || shared > (uint64_t)run->launch->profile->shared_per_block)
        return cudaErrorLaunchOutOfResources;
    return cudaSuccess;
}

/* A child that gets the address of its parent's shared or local memory would find its own there. */
static void check_pointers(DeviceCall *call, const PtxFunction *kernel, const Work *work)
{
    for (uint32_t i = 0; i < kernel->param_count; i++) {
        const PtxSymbol *param = kernel->params[i];
        uint64_t value;
        if (param->size != sizeof(value) || param->is_array)
            continue;
        memcpy(&value, work->params + param->offset, sizeof(value));
        bool local = SIM_WINDOW_OF(value) == SIM_WINDOW_LOCAL;
        if (!local && SIM_WINDOW_OF(value) != SIM_WINDOW_SHARED)
            continue;
        FaultText what = {.rule = "private-pointer", .address = value, .bytes = sizeof(value)};
        SimFinding finding = fault_finding(call->warp, call->inst, call->lane, &what);
        FaultLine line = {0};
        fault_add_thread(&line, finding.thread, finding.block);
        fault_add(
            &line,
            "launches %.*s with a pointer to its own %s memory as argument %u: a child cannot "
            "reach its parent's",
            VIEW_ARG(kernel->name), local ? "local" : "shared", i + 1);
        fault_add_place(&line, &finding.site);
        fault_tell(call->warp, &finding, &line);
    }
}

/* `buffer` may be NULL for a kernel without parameters. */
static uint64_t launch(DeviceCall *call, const PtxFunction *kernel, ParamBuffer *buffer,
                       SimDim grid, SimDim block, uint64_t shared, uint64_t stream)
{
    Run *run = call->warp->run;
    size_t size = kernel->param_size;
    if (!buffer && size)
        return device_fail(call, cudaErrorInvalidValue);
    Work *work = calloc(1, sizeof(*work) + size);
    if (!work)
        return device_fail(call, cudaErrorMemoryAllocation);
    work->kind = WORK_GRID;
    work->origin = device_origin(call, kernel);
    work->grid = grid;
    work->block = block;
    work->shared = shared;
    if (buffer && size <= (UINT64_C(64) << buffer->size_class))
        memcpy(work->params, (const void *)(uintptr_t)buffer->address, size);
    if (buffer) {
        work->buffer = buffer->address;
        work->buffer_bytes = size;
        param_buffer_spend(run, buffer);
    }
    DeviceError error = shape_check(run, kernel, work);
    if (error) {
        free(work);
        return device_fail(call, error);
    }
    check_pointers(call, kernel, work);
    return device_queue(call, work, stream);
}

/* The kernel whose address a thread gave; NULL: none. */
static const PtxFunction *kernel_at(const DeviceCall *call, uint64_t address)
{
    const PtxFunction *kernel = module_function_at(call->warp->run->launch->module, address);
    return kernel && kernel->is_entry && kernel->has_body ? kernel : NULL;
}

/* cudaGetParameterBuffer(size_t alignment, size_t size) */
uint64_t device_parameter_buffer(DeviceCall *call)
{
    ParamBuffer *buffer = param_buffer_new(call->warp->run, device_arg(call, 1));
    return buffer ? buffer->address : (device_fail(call, cudaErrorMemoryAllocation), 0);
}

/* cudaGetParameterBufferV2(void *func, dim3 grid, dim3 block, unsigned sharedBytes) */
uint64_t device_parameter_buffer_v2(DeviceCall *call)
{
    const PtxFunction *kernel = kernel_at(call, device_arg(call, 0));
    ParamBuffer *buffer = kernel ? param_buffer_new(call->warp->run, kernel->param_size) : NULL;
    if (!buffer) {
        device_fail(call, kernel ? cudaErrorMemoryAllocation : cudaErrorInvalidDeviceFunction);
        return 0;
    }
    buffer->kernel = kernel;
    device_arg_copy(call, 1, 0, &buffer->grid, sizeof(buffer->grid));
    device_arg_copy(call, 2, 0, &buffer->block, sizeof(buffer->block));
    buffer->shared = device_arg(call, 3);
    return buffer->address;
}

/* cudaLaunchDevice(void *func, void *buffer, dim3 grid, dim3 block, unsigned sharedBytes,
 * cudaStream_t) */
uint64_t device_launch(DeviceCall *call)
{
    const PtxFunction *kernel = kernel_at(call, device_arg(call, 0));
    SimDim grid, block;
    device_arg_copy(call, 2, 0, &grid, sizeof(grid));
    device_arg_copy(call, 3, 0, &block, sizeof(block));
    if (!kernel)
        return device_fail(call, cudaErrorInvalidDeviceFunction);
    return launch(call, kernel, param_buffer_find(call->warp->run, device_arg(call, 1)), grid,
                  block, device_arg(call, 4), device_arg(call, 5));
}

/* cudaLaunchDeviceV2(void *buffer, cudaStream_t) */
uint64_t device_launch_v2(DeviceCall *call)
{
    ParamBuffer *buffer = param_buffer_find(call->warp->run, device_arg(call, 0));
    if (!buffer || !buffer->kernel)
        return device_fail(call, cudaErrorInvalidValue);
    return launch(call, buffer->kernel, buffer, buffer->grid, buffer->block, buffer->shared,
                  device_arg(call, 1));
}

/* -- waiting in the middle of a grid */

static void forward_write(void *self, uint64_t address, uint64_t size)
{
    const EngineLaunch *parent = self;
    for (uint32_t i = 0; i < parent->observer_count; i++)
        if (parent->observers[i]->host_write)
            parent->observers[i]->host_write(parent->observers[i]->self, address, size);
}

static void forward_access(void *self, const SimWarpInfo *warp, const SimAccess *access)
{
    (void)warp;
    if (access->kind == SIM_ACCESS_LOAD || access->space != PTX_SPACE_GLOBAL)
        return;
    for (uint32_t left = access->mask; left; left &= left - 1)
        forward_write(self, access->address[__builtin_ctz(left)], access->bytes);
}

/* Whoever launched this grid knows the graphs, and launches them when the grid has ended. */
uint64_t device_graph_launch(DeviceCall *call)
{
    const EngineHost *host = call->warp->run->launch->host;
    if (!host || !host->graph_launch)
        return device_fail(call, cudaErrorNotSupported);
    uint32_t error =
        host->graph_launch(host->graph_state, device_arg(call, 0), device_arg(call, 1));
    return error ? device_fail(call, (DeviceError)error) : cudaSuccess;
}

/* Observers know one launch at a time: what children write while their parent waits is told them as
 * if the host had. */
uint64_t device_synchronize(DeviceCall *call)
{
    Run *run = call->warp->run;
    const EngineLaunch *parent = run->launch;
    EngineLaunch children = *parent;
    SimObserver proxy = {
        .self = (void *)(uintptr_t)parent, .access = forward_access, .host_write = forward_write};
    const SimObserver *proxies[] = {&proxy};
    if (!run->children.first)
        return cudaSuccess;
    if (run->level >= run->tree->sync_depth)
        return device_fail(call, cudaErrorSyncDepthExceeded);
    if (run->observed) {
        children.observers = proxies;
        children.observer_count = 1;
    }
    tree_run(run->tree, &children, &run->children, run->level + 1, run->result);
    if (parent->host && parent->host->child_end)
        parent->host->child_end(parent->host->state, parent->id);
    memset(run->caches, 0, sizeof(run->caches));
    if (run->result->status != ENGINE_DONE) {
        run->over = true;
        call->warp->stop = WARP_FAULT;
    }
    return cudaSuccess;
}
