/* Details that other recorders left open: what counts when, how far things reach, what stays after
 * something was destroyed. "call = RESULT" lines for any libcuda.
 *
 *   misuse_detail LIBCUDA
 */
#include <time.h>

#include "recorder.h"

#define COUNT(list) (sizeof(list) / sizeof(list)[0])

/* -- memsets in a capture: which are refused when, and what becomes of them */

static void memset_captured(const char *what, CUdeviceptr address, size_t count)
{
    CUgraph graph = NULL;
    CUgraphExec exec = NULL;
    cu.cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_RELAXED);
    SAY_AS(what, cu.cuMemsetD32Async(address, 1, count, stream));
    SAY(cuStreamEndCapture(stream, &graph));
    if (!graph)
        return;
    size_t nodes = 0;
    cu.cuGraphGetNodes(graph, NULL, &nodes);
    printf("nodes %zu\n", nodes);
    SAY(cuGraphInstantiateWithFlags(&exec, graph, 0));
    if (!exec)
        return;
    SAY(cuGraphLaunch(exec, stream));
    SAY(cuStreamSynchronize(stream));
}

static void memset_of_nothing(void)
{
    begin();
    memset_captured("memset of 0 at NULL", 0, 0);
    memset_captured("memset of 0 at an odd address", memory + 1, 0);
    memset_captured("memset", memory, 4);
    memset_captured("memset of 4 at NULL", 0, 4);
}

static void memset_of_little(void)
{
    begin();
    memset_captured("memset at 4096", 4096, 4);
}

static void memset_too_long(void)
{
    begin();
    memset_captured("memset of too much", memory, (size_t)1 << 24);
}

static void memset_of_host(void)
{
    static int host[16];
    begin();
    memset_captured("memset of host memory", (CUdeviceptr)(uintptr_t)host, 4);
}

static void memset_nodes(void)
{
    CUgraph graph = NULL;
    CUgraphExec exec = NULL;
    CUgraphNode node = NULL;
    CUDA_MEMSET_NODE_PARAMS_v1 given = {.value = 1, .elementSize = 4, .width = 4, .height = 1};
    begin();
    const CUdeviceptr places[] = {0, 4096, memory + 1, memory};
    for (size_t i = 0; i < COUNT(places); i++) {
        given.dst = places[i];
        cu.cuGraphCreate(&graph, 0);
        SAY(cuGraphAddMemsetNode(&node, graph, NULL, 0, &given, context));
        SAY(cuGraphInstantiateWithFlags(&exec, graph, 0));
    }
}

/* -- options of the compiler */

static void threads(void)
{
    static const unsigned counts[] = {0,   1,   2,   16,  31,  32,  33,  63,   64,   65,   96,
                                      97,  100, 127, 128, 129, 160, 192, 200,  256,  257,  300,
                                      384, 500, 512, 513, 700, 768, 900, 1000, 1024, 1025, 4096};
    begin();
    for (size_t i = 0; i < COUNT(counts); i++) {
        CUjit_option names[] = {CU_JIT_THREADS_PER_BLOCK};
        void *values[] = {(void *)(uintptr_t)counts[i]};
        CUmodule made = NULL;
        CUfunction found = NULL;
        char what[64];
        int most = 0;
        snprintf(what, sizeof what, "compiled for %u threads", counts[i]);
        SAY_AS(what, cu.cuModuleLoadDataEx(&made, kernels_ptx, 1, names, values));
        if (!made)
            continue;
        cu.cuModuleGetFunction(&found, made, "scale");
        cu.cuFuncGetAttribute(&most, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, found);
        printf("told %u, at most %d\n", (unsigned)(uintptr_t)values[0], most);
        cu.cuModuleUnload(made);
    }
}

static void targets(void)
{
    static const int numbers[] = {30,  32,  35,  37,  50,  52,  53,           60,          61,
                                  62,  70,  72,  75,  80,  86,  87,           89,          90,
                                  100, 101, 103, 110, 120, 121, 0x10000 + 90, 0x20000 + 90};
    begin();
    for (size_t i = 0; i < COUNT(numbers); i++) {
        CUjit_option names[] = {CU_JIT_TARGET};
        void *values[] = {(void *)(intptr_t)numbers[i]};
        CUmodule made = NULL;
        char what[64];
        snprintf(what, sizeof what, "compiled for target %d", numbers[i]);
        SAY_AS(what, cu.cuModuleLoadDataEx(&made, kernels_ptx, 1, names, values));
    }
}

/* A module that no cache can know: a number of now is in it. */
static void image_make(char *out, size_t size, unsigned salt)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    snprintf(out, size,
             ".version 6.0\n.target sm_52\n.address_size 64\n"
             ".visible .global .u32 now[3] = {%u, %u, %u};\n.visible .entry k(){\n  ret;\n}\n",
             (unsigned)now.tv_sec, (unsigned)now.tv_nsec, salt);
}

static void timed(const char *what, const char *image, CUjit_option option, int value)
{
    CUjit_option names[] = {CU_JIT_WALL_TIME, option};
    void *values[] = {NULL, (void *)(intptr_t)value};
    CUmodule made = NULL;
    float milliseconds = -1;
    SAY_AS(what,
           cu.cuModuleLoadDataEx(&made, image, option == CU_JIT_WALL_TIME ? 1 : 2, names, values));
    memcpy(&milliseconds, values, sizeof milliseconds);
    printf("time told %d\n", milliseconds > 0);
    if (made)
        cu.cuModuleUnload(made);
}

static void times(void)
{
    char image[512], other[512];
    begin();
    image_make(image, sizeof image, 1);
    timed("first", image, CU_JIT_WALL_TIME, 0);
    timed("again", image, CU_JIT_WALL_TIME, 0);
    timed("optimised less", image, CU_JIT_OPTIMIZATION_LEVEL, 1);
    timed("optimised less again", image, CU_JIT_OPTIMIZATION_LEVEL, 1);
    timed("optimised as usual", image, CU_JIT_OPTIMIZATION_LEVEL, 4);
    timed("with lines", image, CU_JIT_GENERATE_LINE_INFO, 1);
    timed("with few registers", image, CU_JIT_MAX_REGISTERS, 32);
    timed("with few registers again", image, CU_JIT_MAX_REGISTERS, 32);
    timed("with verbose logs", image, CU_JIT_LOG_VERBOSE, 1);
    timed("wrong", "nonsense", CU_JIT_WALL_TIME, 0);
    image_make(other, sizeof other, 2);
    CUmodule made = NULL;
    SAY(cuModuleLoadData(&made, other));
    timed("after a load without options", other, CU_JIT_WALL_TIME, 0);
    image_make(other, sizeof other, 3);
    CUlibrary library = NULL;
    SAY(cuLibraryLoadData(&library, other, NULL, NULL, 0, NULL, NULL, 0));
    timed("after a library", other, CU_JIT_WALL_TIME, 0);
    image_make(other, sizeof other, 4);
    for (int round = 0; round < 2; round++) {
        CUjit_option names[] = {CU_JIT_WALL_TIME};
        void *values[] = {NULL}, *cubin = NULL;
        CUlinkState link = NULL;
        float milliseconds = -1;
        SAY(cuLinkCreate_v2(1, names, values, &link));
        SAY(cuLinkAddData_v2(link, CU_JIT_INPUT_PTX, other, strlen(other) + 1, "other", 0, NULL,
                             NULL));
        SAY(cuLinkComplete(link, &cubin, NULL));
        memcpy(&milliseconds, values, sizeof milliseconds);
        printf("time told %d\n", milliseconds > 0);
        cu.cuLinkDestroy(link);
    }
    timed("after a link", other, CU_JIT_WALL_TIME, 0);
}

/* Intermediate code of NVVM, where perhaps no compiler is. */
static void intermediate(void)
{
    static const char *const inputs[] = {"BC\xc0\xde", "target triple = \"nvptx64-nvidia-cuda\"\n",
                                         "\xed\x43\x4e\x7f", "nonsense"};
    begin();
    for (size_t i = 0; i < COUNT(inputs); i++) {
        CUlinkState link = NULL;
        void *cubin = NULL;
        char what[64];
        cu.cuLinkCreate_v2(0, NULL, NULL, &link);
        snprintf(what, sizeof what, "NVVM %zu", i);
        SAY_AS(what, cu.cuLinkAddData_v2(link, CU_JIT_INPUT_NVVM, (void *)(uintptr_t)inputs[i],
                                         strlen(inputs[i]) + 1, "n", 0, NULL, NULL));
        SAY(cuLinkAddData_v2(link, CU_JIT_INPUT_PTX, (void *)(uintptr_t)kernels_ptx,
                             sizeof kernels_ptx, "p", 0, NULL, NULL));
        SAY(cuLinkComplete(link, &cubin, NULL));
        cu.cuLinkDestroy(link);
    }
}

/* -- pools */

static void used_say(const char *when, CUmemoryPool pool)
{
    unsigned long long now[4] = {0};
    for (int i = 0; i < 4; i++)
        cu.cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT + i, &now[i]);
    printf("%s: reserved %llu, %llu; used %llu, %llu\n", when, now[0], now[1], now[2], now[3]);
}

static void pool_uses(void)
{
    CUmemoryPool pool = NULL;
    CUstream other = NULL;
    CUdeviceptr one = 0, two = 0, three = 0;
    begin();
    cu.cuStreamCreate(&other, CU_STREAM_NON_BLOCKING);
    SAY(cuDeviceGetDefaultMemPool(&pool, 0));
    SAY(cuMemAllocAsync(&one, 1000, stream));
    SAY(cuMemAllocAsync(&two, 2000, stream));
    used_say("two", pool);
    SAY(cuMemFreeAsync(one, stream));
    used_say("one freed", pool);
    SAY(cuMemFreeAsync(one, stream));
    SAY(cuMemAllocAsync(&three, 1000, stream));
    printf("the same place %d\n", three == one);
    used_say("another", pool);
    SAY(cuMemFreeAsync(three, other));
    used_say("freed in another stream", pool);
    SAY(cuMemFree_v2(two));
    used_say("freed at once", pool);
    SAY(cuStreamSynchronize(stream));
    used_say("one stream waited for", pool);
    SAY(cuCtxSynchronize());
    used_say("all waited for", pool);
    SAY(cuMemAllocAsync(&one, 1 << 20, stream));
    SAY(cuMemFreeAsync(one, stream));
    SAY(cuMemPoolTrimTo(pool, 0));
    used_say("trimmed", pool);
}

static void pools_managed(void)
{
    begin();
    for (int type = 0; type < 6; type++)
        for (int size = 0; size < 2; size++) {
            CUmemPoolProps properties = {.allocType = CU_MEM_ALLOCATION_TYPE_MANAGED,
                                         .location = {type, 0},
                                         .maxSize = size ? 1 << 20 : 0};
            CUmemoryPool pool = NULL;
            CUmemLocation place = {type, 0};
            CUdeviceptr made = 0;
            char what[64];
            snprintf(what, sizeof what, "managed pool in location type %d, limit %d", type, size);
            SAY_AS(what, cu.cuMemPoolCreate(&pool, &properties));
            if (pool)
                SAY(cuMemAllocFromPoolAsync(&made, 1000, pool, stream));
            if (!size) {
                SAY(cuMemGetDefaultMemPool(&pool, &place, CU_MEM_ALLOCATION_TYPE_MANAGED));
                SAY(cuMemGetMemPool(&pool, &place, CU_MEM_ALLOCATION_TYPE_MANAGED));
                SAY(cuMemGetDefaultMemPool(&pool, &place, CU_MEM_ALLOCATION_TYPE_PINNED));
            }
        }
}

/* -- pages of managed memory */

static void range_say(CUdeviceptr base, size_t from, size_t size)
{
    int number[3] = {-9, -9, -9};
    int by[2] = {-9, -9};
    cu.cuMemRangeGetAttribute(&number[0], 4, CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION,
                              base + from, size);
    cu.cuMemRangeGetAttribute(&number[1], 4, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, base + from, size);
    cu.cuMemRangeGetAttribute(&number[2], 4, CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION, base + from,
                              size);
    cu.cuMemRangeGetAttribute(by, 8, CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY, base + from, size);
    printf("%zu bytes at %zu: prefetched to %d, read mostly %d, preferred %d, by %d %d\n", size,
           from, number[0], number[1], number[2], by[0], by[1]);
}

static void ranges_say(CUdeviceptr base)
{
    static const size_t froms[] = {0, 0, 0, 100, 4095, 4096, 4096, 8191, 8192, 8192, 12288};
    static const size_t sizes[] = {1, 4096, 4097, 200, 2, 4096, 4097, 2, 100, 4096, 8192};
    for (size_t i = 0; i < COUNT(froms); i++)
        range_say(base, froms[i], sizes[i]);
}

static void pages(void)
{
    CUdeviceptr base = 0, small = 0;
    begin();
    SAY(cuMemAllocManaged(&base, 5 * 4096, CU_MEM_ATTACH_GLOBAL));
    ranges_say(base);
    SAY(cuMemPrefetchAsync(base + 100, 100, 0, stream));
    ranges_say(base);
    SAY(cuMemPrefetchAsync(base + 4096, 4097, CU_DEVICE_CPU, stream));
    ranges_say(base);
    SAY(cuMemAdvise(base + 4095, 2, CU_MEM_ADVISE_SET_READ_MOSTLY, 0));
    SAY(cuMemAdvise(base + 8192, 1, CU_MEM_ADVISE_SET_PREFERRED_LOCATION, 0));
    SAY(cuMemAdvise(base + 9000, 4000, CU_MEM_ADVISE_SET_ACCESSED_BY, 0));
    SAY(cuMemAdvise(base + 12288, 1, CU_MEM_ADVISE_SET_ACCESSED_BY, CU_DEVICE_CPU));
    ranges_say(base);
    SAY(cuMemAdvise(base, 1, CU_MEM_ADVISE_UNSET_READ_MOSTLY, 0));
    ranges_say(base);
    SAY(cuMemAllocManaged(&small, 100, CU_MEM_ATTACH_GLOBAL));
    SAY(cuMemPrefetchAsync(small, 100, 0, stream));
    range_say(small, 0, 100);
    SAY(cuMemRangeGetAttribute(&(int){0}, 4, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, small, 101));
    SAY(cuMemRangeGetAttribute(&(int){0}, 4, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, small, 4097));
}

/* -- green contexts */

static CUdevResource all, part[4], rest;

static CUgreenCtx green_make(void)
{
    CUdevResourceDesc desc = NULL;
    CUgreenCtx green = NULL;
    unsigned count = 1;
    begin();
    SAY(cuDeviceGetDevResource(0, &all, CU_DEV_RESOURCE_TYPE_SM));
    SAY(cuDevSmResourceSplitByCount(part, &count, &all, &rest, 0, 16));
    SAY(cuDevResourceGenerateDesc(&desc, part, 1));
    SAY(cuGreenCtxCreate(&green, desc, 0, CU_GREEN_CTX_DEFAULT_STREAM));
    return green;
}

static void splits(void)
{
    CUdevResource made[4], left = {0};
    unsigned count = 2;
    CUgreenCtx green = green_make();
    SAY(cuDevSmResourceSplitByCount(made, &count, &part[0], &left, 0, 8));
    count = 2;
    SAY(cuDevSmResourceSplitByCount(NULL, &count, &part[0], &left, 0, 8));
    printf("count %u\n", count);
    count = 1;
    SAY(cuDevSmResourceSplitByCount(made, &count, &part[0], &left, 0, 16));
    count = 2;
    SAY(cuDevSmResourceSplitByCount(made, &count, &rest, &left, 0, 8));
    printf("count %u\n", count);
    CUdevResource own = {0};
    SAY(cuGreenCtxGetDevResource(green, &own, CU_DEV_RESOURCE_TYPE_SM));
    count = 2;
    SAY(cuDevSmResourceSplitByCount(made, &count, &own, &left, 0, 8));
    printf("count %u of %u\n", count, made[0].sm.smCount);
    CUcontext converted = NULL;
    SAY(cuCtxFromGreenCtx(&converted, green));
    SAY(cuCtxGetDevResource(converted, &own, CU_DEV_RESOURCE_TYPE_SM));
    printf("its own %u\n", own.sm.smCount);
    SAY(cuCtxGetDevResource(context, &own, CU_DEV_RESOURCE_TYPE_SM));
    count = 2;
    SAY(cuDevSmResourceSplitByCount(made, &count, &own, &left, 0, 8));
    CUdevResource twice[] = {part[0], part[0]};
    CUdevResourceDesc desc = NULL;
    SAY(cuDevResourceGenerateDesc(&desc, twice, 2));
    CUdevResource both[] = {part[0], rest};
    SAY(cuDevResourceGenerateDesc(&desc, both, 2));
    SAY(cuDevResourceGenerateDesc(&desc, &rest, 1));
    SAY(cuDevResourceGenerateDesc(&desc, &all, 1));
}

static void green_gone(void)
{
    CUcontext converted = NULL, got = NULL;
    CUgreenCtx which = NULL;
    CUstream made = NULL, plain = NULL;
    CUevent mark = NULL;
    CUfunction found = NULL;
    unsigned flags = 0;
    unsigned long long id = 0;
    int priority = 0;
    CUgreenCtx green = green_make();
    SAY(cuCtxFromGreenCtx(&converted, green));
    SAY(cuGreenCtxStreamCreate(&made, green, CU_STREAM_NON_BLOCKING, 0));
    SAY(cuCtxPushCurrent_v2(converted));
    SAY(cuStreamCreate(&plain, 0));
    SAY(cuEventCreate(&mark, 0));
    SAY(cuCtxPopCurrent_v2(&got));
    SAY(cuStreamGetGreenCtx(plain, &which));
    printf("of it %d\n", which == green);
    SAY(cuLaunchKernel(nothing, 1, 1, 1, 1, 1, 1, 0, made, NULL, NULL));
    SAY(cuEventRecord(event, made));
    SAY(cuEventRecord(mark, made));
    SAY(cuGreenCtxDestroy(green));
    SAY(cuStreamQuery(made));
    SAY(cuStreamSynchronize(made));
    SAY(cuStreamGetFlags(made, &flags));
    SAY(cuStreamGetPriority(made, &priority));
    SAY(cuStreamGetId(made, &id));
    SAY(cuStreamGetCtx(made, &got));
    SAY(cuStreamGetGreenCtx(made, &which));
    SAY(cuLaunchKernel(nothing, 1, 1, 1, 1, 1, 1, 0, made, NULL, NULL));
    SAY(cuMemsetD32Async(memory, 1, 4, made));
    SAY(cuEventRecord(event, made));
    SAY(cuStreamWaitEvent(made, event, 0));
    SAY(cuEventSynchronize(event));
    SAY(cuEventQuery(event));
    SAY(cuEventSynchronize(mark));
    SAY(cuEventRecord(mark, stream));
    SAY(cuStreamWaitEvent(stream, event, 0));
    SAY(cuStreamBeginCapture_v2(made, CU_STREAM_CAPTURE_MODE_RELAXED));
    SAY(cuStreamSynchronize(plain));
    SAY(cuLaunchKernel(nothing, 1, 1, 1, 1, 1, 1, 0, plain, NULL, NULL));
    SAY(cuStreamDestroy_v2(made));
    SAY(cuStreamDestroy_v2(plain));
    SAY(cuEventDestroy_v2(mark));
    SAY(cuCtxSetCurrent(converted));
    SAY(cuCtxSynchronize());
    SAY(cuModuleGetFunction(&found, module, "nothing"));
    SAY(cuCtxSetCurrent(context));
    SAY(cuCtxSynchronize());
    SAY(cuGreenCtxDestroy(green));
    SAY(cuGreenCtxGetId(green, &id));
}

/* -- surfaces asked as textures, and textures as surfaces */

static const char queries_ptx[] =
    ".version 6.0\n.target sm_52\n.address_size 64\n"
    ".visible .entry ask(.param .u64 texture, .param .u64 surface, .param .u64 out)\n{\n"
    "  .reg .b64 %d<4>;\n  .reg .b32 %r<3>;\n"
    "  ld.param.u64 %d1, [texture];\n  ld.param.u64 %d2, [surface];\n"
    "  ld.param.u64 %d3, [out];\n"
    "  txq.width.b32 %r1, [%d1];\n  txq.height.b32 %r2, [%d1];\n"
    "  st.global.v2.u32 [%d3], {%r1, %r2};\n"
    "  suq.width.b32 %r1, [%d2];\n  suq.height.b32 %r2, [%d2];\n"
    "  st.global.v2.u32 [%d3+8], {%r1, %r2};\n  ret;\n}\n";

static void asked(const char *what, CUfunction ask, unsigned long long texture,
                  unsigned long long surface)
{
    unsigned out[4] = {0};
    void *arguments[] = {&texture, &surface, &memory};
    cu.cuMemsetD8_v2(memory, 0xff, sizeof out);
    SAY_AS(what, cu.cuLaunchKernel(ask, 1, 1, 1, 1, 1, 1, 0, stream, arguments, NULL));
    SAY(cuStreamSynchronize(stream));
    SAY(cuMemcpyDtoH_v2(out, memory, sizeof out));
    printf("%u %u, %u %u\n", out[0], out[1], out[2], out[3]);
}

static void queries(void)
{
    CUDA_ARRAY3D_DESCRIPTOR shape = {.Width = 24,
                                     .Height = 10,
                                     .Format = CU_AD_FORMAT_FLOAT,
                                     .NumChannels = 1,
                                     .Flags = CUDA_ARRAY3D_SURFACE_LDST};
    CUDA_RESOURCE_DESC resource = {.resType = CU_RESOURCE_TYPE_ARRAY};
    CUDA_TEXTURE_DESC modes = {0};
    CUtexObject texture = 0;
    CUsurfObject surface = 0;
    CUmodule made = NULL;
    CUfunction ask = NULL;
    begin();
    SAY(cuModuleLoadData(&made, queries_ptx));
    SAY(cuModuleGetFunction(&ask, made, "ask"));
    SAY(cuArray3DCreate_v2(&resource.res.array.hArray, &shape));
    SAY(cuTexObjectCreate(&texture, &resource, &modes, NULL));
    SAY(cuSurfObjectCreate(&surface, &resource));
    asked("each as what it is", ask, texture, surface);
    asked("a surface as a texture", ask, surface, surface);
    asked("a texture as a surface", ask, texture, texture);
}

static const Section sections[] = {
    {"memsets in a capture", memset_of_nothing},
    {"a captured memset of no memory", memset_of_little},
    {"a captured memset that is too long", memset_too_long},
    {"a captured memset of the host", memset_of_host},
    {"memset nodes", memset_nodes},
    {"threads to compile for", threads},
    {"targets to compile for", targets},
    {"times of the compiler", times},
    {"intermediate code", intermediate},
    {"uses of a pool", pool_uses},
    {"pools of managed memory", pools_managed},
    {"pages of managed memory", pages},
    {"parts of parts", splits},
    {"a green context that is gone", green_gone},
    {"queries", queries},
};

int main(int count, char **words)
{
    return record(count, words, sections, sizeof sections / sizeof sections[0]);
}
