/* Occupancy: how many blocks a multiprocessor takes, by the rules of the CUDA occupancy calculator.
 */
#include "cuda/occupancy.h"
#include "sim/api/function.h"

enum { WARP = 32, THREADS_MAX = 1024 };

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static OccupancyDevice device_of(const SimProfile *profile)
{
    return (OccupancyDevice){.major = profile->major,
                             .minor = profile->minor,
                             .blocks = profile->blocks_per_sm,
                             .warps = profile->warps_per_sm,
                             .registers = profile->registers_per_sm,
                             .registers_per_block = profile->registers_per_block,
                             .shared = profile->shared_per_sm,
                             .shared_reserved = profile->shared_reserved};
}

/* How much of a multiprocessor's memory shall be shared, in percent: the function's own wish, or
 * else that of its preferred cache, or else of the current context's. Recorded on an H200. */
static int shared_percent(const Function *function, const Context *current)
{
    static const int percents[] = {[CU_FUNC_CACHE_PREFER_NONE] = 100,
                                   [CU_FUNC_CACHE_PREFER_SHARED] = 100,
                                   [CU_FUNC_CACHE_PREFER_L1] = 0,
                                   [CU_FUNC_CACHE_PREFER_EQUAL] = 50};
    if (function->carveout >= 0)
        return function->carveout;
    return percents[function->cache != CU_FUNC_CACHE_PREFER_NONE || !current ? function->cache
                                                                             : current->cache];
}

/* A limit that was lowered below what needs no permission isn't asked; recorded on an H200. */
static uint64_t dynamic_most(const Function *function)
{
    uint64_t plain = (uint64_t)library()->profile->shared_per_block,
             limit = function_dynamic_limit(function);
    uint64_t rest = plain > function->info.static_shared ? plain - function->info.static_shared : 0;
    return limit > rest ? limit : rest;
}

/* Sizes are of 32 bits for the driver, which cuts them off without a word. */
static int resident_blocks(const Function *function, int percent, uint64_t threads,
                           uint64_t dynamic_shared)
{
    dynamic_shared = (uint32_t)dynamic_shared;
    OccupancyDevice device = device_of(library()->profile);
    /* .maxntid limits launches, but isn't asked here: the driver's answer ignores it too. */
    if (!threads || threads > THREADS_MAX || dynamic_shared > dynamic_most(function))
        return 0;
    OccupancyNeeds needs = {.threads = (int)threads,
                            .registers = (int)function->info.registers,
                            .shared = (int)(function->info.static_shared + dynamic_shared)};
    device.shared = occupancy_shared_carved(&device, percent, needs.shared);
    return occupancy_limits(&device, &needs).fit;
}

int function_resident_blocks(const Function *function, uint64_t threads, uint64_t dynamic_shared)
{
    return resident_blocks(function, 100, threads, dynamic_shared);
}

static int resident_as_wished(const Function *function, uint64_t threads, uint64_t dynamic_shared)
{
    return resident_blocks(function, shared_percent(function, current_get()), threads,
                           dynamic_shared);
}

/* Enters with a function; a context must be current. `wrong`: something else is, which is told
 * first. */
static CUresult enter_occupancy(CUfunction handle, bool wrong, Function **function)
{
    Context *context;
    *function = NULL;
    CUresult result = api_enter_context(&context);
    if (result != CUDA_SUCCESS)
        return result;
    if (wrong)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    *function = function_of(context, handle);
    return *function ? CUDA_SUCCESS : api_leave(CUDA_ERROR_INVALID_HANDLE);
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, CUfunction handle,
                                                              int threads, size_t dynamic_shared,
                                                              unsigned int flags)
{
    Function *function;
    bool wrong = !blocks || flags & ~(unsigned)CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE;
    CUresult result = enter_occupancy(handle, wrong, &function);
    if (result != CUDA_SUCCESS)
        return result;
    if (threads <= 0)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    *blocks = resident_as_wished(function, (uint64_t)threads, dynamic_shared);
    return api_leave(CUDA_SUCCESS);
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction handle, int threads,
                                                     size_t dynamic_shared)
{
    return cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, handle, threads,
                                                                dynamic_shared, 0);
}

/* The block size that keeps the most threads resident; the largest of equals. */
static int block_size_best(const Function *function, CUoccupancyB2DSize shared_of,
                           size_t dynamic_shared, int limit, int *blocks)
{
    bool exact = function->ptx->reqntid[0]; /* asks for a size at launches, and is not asked here */
    int most = exact ? THREADS_MAX : (int)smaller(THREADS_MAX, function->info.max_threads),
        best = 0;
    uint64_t best_threads = 0;
    if (limit > 0 && limit < most)
        most = limit;
    for (int size = most; size > 0; size = (size - 1) / WARP * WARP) {
        size_t shared = shared_of ? shared_of(size) : dynamic_shared;
        int resident = resident_as_wished(function, (uint64_t)size, shared);
        if ((uint64_t)resident * (uint64_t)size > best_threads) {
            best_threads = (uint64_t)resident * (uint64_t)size;
            best = size;
            *blocks = resident;
        }
    }
    return best;
}

CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block, CUfunction handle,
                                                   CUoccupancyB2DSize shared_of,
                                                   size_t dynamic_shared, int limit,
                                                   unsigned int flags)
{
    Function *function;
    bool wrong = !grid || !block || flags & ~(unsigned)CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE;
    CUresult result = enter_occupancy(handle, wrong, &function);
    if (result != CUDA_SUCCESS)
        return result;
    if (limit < 0)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    int blocks = 0;
    *block = block_size_best(function, shared_of, dynamic_shared, limit, &blocks);
    *grid = blocks * library()->profile->sms;
    return api_leave(CUDA_SUCCESS);
}

CUresult cuOccupancyMaxPotentialBlockSize(int *grid, int *block, CUfunction handle,
                                          CUoccupancyB2DSize shared_of, size_t dynamic_shared,
                                          int limit)
{
    return cuOccupancyMaxPotentialBlockSizeWithFlags(grid, block, handle, shared_of, dynamic_shared,
                                                     limit, 0);
}

CUresult cuOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, CUfunction handle, int blocks,
                                                 int threads)
{
    Function *function;
    CUresult result = enter_occupancy(handle, !bytes || blocks <= 0 || threads <= 0, &function);
    if (result != CUDA_SUCCESS)
        return result;
    if (function_resident_blocks(function, (uint64_t)threads, 0) < blocks)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    const SimProfile *profile = library()->profile;
    uint64_t unit = (uint64_t)occupancy_shared_unit(profile->major);
    uint64_t share = (uint64_t)profile->shared_per_sm / (uint64_t)blocks / unit * unit;
    uint64_t taken = function->info.static_shared; /* what the system reserves is not taken off */
    *bytes = smaller(share > taken ? share - taken : 0, function_dynamic_limit(function));
    return api_leave(CUDA_SUCCESS);
}
