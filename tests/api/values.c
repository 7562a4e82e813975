/* What a driver says of its device and of the kernels in kernels.h: "question = answer" lines for
 * any libcuda. The profile of the recorded device gives the same, but for what values.known lists.
 *
 *   values LIBCUDA */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "cuda/types.h"
#include "kernels.h"

typedef struct Library {
#define CUDA_SYMBOL(symbol, parameters) CUresult(*symbol) parameters;
#include "cuda/driver.def"
} Library;

static Library cu;

/* The call comes before its answer is read. */
#define SAY(what, index, call, value)                                           \
    do {                                                                        \
        CUresult said = (call);                                                 \
        if (said == CUDA_SUCCESS)                                               \
            printf("%s %d = %lld\n", (what), (int)(index), (long long)(value)); \
        else                                                                    \
            printf("%s %d: error %d\n", (what), (int)(index), (int)said);       \
    } while (0)

static void device_say(void)
{
    size_t bytes;
    SAY("total memory", 0, cu.cuDeviceTotalMem_v2(&bytes, 0), bytes);
    for (int i = 1; i < 150; i++) {
        int value = 0;
        SAY("device attribute", i, cu.cuDeviceGetAttribute(&value, i, 0), value);
    }
}

static void context_say(CUcontext context)
{
    size_t size = 0;
    unsigned flags = 0, version = 0;
    int least = 0, greatest = 0;
    CUfunc_cache cache = 0;
    CUsharedconfig banks = 0;
    for (int i = 0; i < 10; i++)
        SAY("limit", i, cu.cuCtxGetLimit(&size, i), size);
    static const size_t sizes[] = {0, 1, 1024, 1025, 4096, 65536, 1 << 20};
    for (int limit = 0; limit < 3; limit++)
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
            CUresult result = cu.cuCtxSetLimit(limit, sizes[i]);
            cu.cuCtxGetLimit(&size, limit);
            printf("limit %d set to %zu: %d, is %zu\n", limit, sizes[i], (int)result, size);
        }
    cu.cuCtxSetLimit(CU_LIMIT_STACK_SIZE, 1024);
    SAY("context flags", 0, cu.cuCtxGetFlags(&flags), flags);
    SAY("context version", 0, cu.cuCtxGetApiVersion(context, &version), version);
    SAY("context cache", 0, cu.cuCtxGetCacheConfig(&cache), cache);
    SAY("context banks", 0, cu.cuCtxGetSharedMemConfig(&banks), banks);
    SAY("least priority", 0, cu.cuCtxGetStreamPriorityRange(&least, &greatest), least);
    SAY("greatest priority", 0, CUDA_SUCCESS, greatest);
}

static void function_say(CUmodule module, const char *name)
{
    static const int threads[] = {1, 32, 33, 64, 96, 128, 256, 1000, 1024};
    CUfunction function;
    int value = 0, grid = 0;
    size_t size = 0;
    if (cu.cuModuleGetFunction(&function, module, name) != CUDA_SUCCESS)
        return;
    printf("function %s\n", name);
    for (int i = 0; i < 16; i++)
        SAY("function attribute", i, cu.cuFuncGetAttribute(&value, i, function), value);
    for (size_t i = 0; i < sizeof threads / sizeof threads[0]; i++) {
        SAY("blocks of threads", threads[i],
            cu.cuOccupancyMaxActiveBlocksPerMultiprocessor(&value, function, threads[i], 0), value);
        SAY("blocks with 1000 bytes", threads[i],
            cu.cuOccupancyMaxActiveBlocksPerMultiprocessor(&value, function, threads[i], 1000),
            value);
    }
    CUresult result = cu.cuOccupancyMaxPotentialBlockSize(&grid, &value, function, NULL, 0, 0);
    SAY("best block", 0, result, value);
    SAY("best grid", 0, result, grid);
    for (int blocks = 1; blocks < 5; blocks++)
        SAY("shared memory left to blocks", blocks,
            cu.cuOccupancyAvailableDynamicSMemPerBlock(&size, function, blocks, 128), size);
}

static void memory_say(void)
{
    static const size_t widths[] = {1, 100, 512, 513, 1000};
    CUdeviceptr pointer = 0;
    CUmemoryPool pool;
    void *host = NULL;
    unsigned flags = 0;
    size_t pitch = 0;
    for (int i = 0; i < 5; i++)
        SAY("pitch", (int)widths[i], cu.cuMemAllocPitch_v2(&pointer, &pitch, widths[i], 3, 4),
            pitch);
    cu.cuMemAlloc_v2(&pointer, 100);
    cu.cuMemHostAlloc(&host, 100, 0);
    SAY("host flags", 0, cu.cuMemHostGetFlags(&flags, host), flags);
    cu.cuMemAllocManaged(&pointer, 100, CU_MEM_ATTACH_GLOBAL);
    cu.cuMemAllocAsync(&pointer, 100, NULL);
    cu.cuDeviceGetDefaultMemPool(&pool, 0);
    for (int i = 1; i <= CU_MEMPOOL_ATTR_USED_MEM_HIGH; i++) {
        unsigned long long value = 0;
        SAY("pool attribute", i, cu.cuMemPoolGetAttribute(pool, i, &value), value);
    }
    unsigned type = 77;
    int ordinal = 77;
    int managed = 77;
    CUpointer_attribute asked[] = {CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
                                   CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL,
                                   CU_POINTER_ATTRIBUTE_IS_MANAGED};
    void *answers[] = {&type, &ordinal, &managed};
    CUresult result = cu.cuPointerGetAttributes(3, asked, answers, (CUdeviceptr)&type);
    printf("unknown pointer: %d, type %u, ordinal %d, managed %d\n", (int)result, type, ordinal,
           managed);
}

int main(int count, char **arguments)
{
    void *handle = count == 2 ? dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL) : NULL;
    if (!handle) {
        fprintf(stderr, "usage: values LIBCUDA\n");
        return 2;
    }
#define CUDA_SYMBOL(symbol, parameters) *(void **)&cu.symbol = dlsym(handle, #symbol);
#include "cuda/driver.def"
    CUcontext context;
    CUmodule module;
    if (cu.cuInit(0) != CUDA_SUCCESS || cu.cuDevicePrimaryCtxRetain(&context, 0) != CUDA_SUCCESS)
        return 1;
    cu.cuCtxSetCurrent(context);
    device_say();
    context_say(context);
    if (cu.cuModuleLoadData(&module, kernels_ptx) == CUDA_SUCCESS) {
        static const char *const names[] = {"scale", "nothing", "static_shared", "narrow"};
        for (int i = 0; i < 4; i++)
            function_say(module, names[i]);
    }
    memory_say();
    return 0;
}
