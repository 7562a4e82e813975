/* Random calls with contexts, streams, events, functions and launches. "call = RESULT" lines and
 * what was told, for any libcuda.
 *
 *   random_state LIBCUDA [FIRST COUNT]
 *
 * It prints what a driver answers, to be compared with the simulated one. */
#include "random.h"

enum { CONTEXTS = 3, STREAMS = 5, EVENTS = 4, CALLS = 120 };

/* Kernels with the limits that a compiler can write down, and what a launch checks. */
static const char limits_ptx[] =
    ".version 8.0\n.target sm_90\n.address_size 64\n"
    ".visible .const .align 4 .b8 table[4096];\n"
    ".visible .entry plain(.param .u64 a, .param .align 16 .b8 b[48], .param .u8 c)\n{\n  ret;\n}\n"
    ".visible .entry bounded()\n.maxntid 256, 1, 1\n.minnctapersm 2\n{\n  ret;\n}\n"
    ".visible .entry required()\n.reqntid 32, 2, 1\n{\n  ret;\n}\n"
    ".visible .entry shared()\n{\n  .shared .align 16 .b8 room[16384];\n  .reg .b32 %r<2>;\n"
    "  mov.u32 %r1, room;\n  st.shared.u32 [%r1], %r1;\n  ret;\n}\n"
    ".visible .entry clustered()\n.explicitcluster\n.reqnctapercluster 2, 1, 1\n{\n  ret;\n}\n";

static const char *const names[] = {"plain", "bounded", "required", "shared", "clustered"};
static CUfunction functions[COUNT(names)];
static CUkernel kernels[COUNT(names)];
static CUmodule limits;
static CUlibrary library;
static CUcontext contexts[CONTEXTS]; /* the first one is the device's */
static CUstream streams[STREAMS];    /* the first two: the null stream, the thread's own */
static CUevent events[EVENTS];
static char parameters[3][64];
static void *arguments[] = {parameters[0], parameters[1], parameters[2]};

static const char *context_name(CUcontext handle)
{
    static char name[8];
    if (!handle)
        return "none";
    for (unsigned i = 0; i < CONTEXTS; i++)
        if (contexts[i] == handle)
            return snprintf(name, sizeof name, "c%u", i), name;
    return "another";
}

static void make_context(void)
{
    unsigned to = 1 + below(CONTEXTS - 1), flags = rarely(3) ? below(256) : below(5);
    if (contexts[to] || !rarely(2))
        return;
    TELL(cuCtxCreate_v2, (&contexts[to], flags, 0), "c%u, %u", to, flags);
    if (answer != CUDA_SUCCESS)
        contexts[to] = NULL;
}

/* Streams and events of a context that ends are ended before, since their handles say nothing
 * afterwards. */
static void drop_context(void)
{
    unsigned number = 1 + below(CONTEXTS - 1);
    CUcontext owner = NULL;
    if (!contexts[number] || !rarely(3))
        return;
    for (unsigned i = 2; i < STREAMS; i++)
        if (streams[i] && cu.cuStreamGetCtx(streams[i], &owner) == CUDA_SUCCESS &&
            owner == contexts[number]) {
            TELL(cuStreamDestroy_v2, (streams[i]), "s%u", i);
            streams[i] = NULL;
        }
    for (unsigned i = 0; i < EVENTS; i++) {
        if (events[i])
            cu.cuEventDestroy_v2(events[i]);
        events[i] = NULL;
    }
    TELL(cuCtxDestroy_v2, (contexts[number]), "c%u", number);
    contexts[number] = NULL;
}

static void switch_context(void)
{
    unsigned number = below(CONTEXTS);
    CUcontext popped = NULL;
    switch (below(4)) {
    case 0:
        TELL(cuCtxPushCurrent_v2, (contexts[number]), "c%u", number);
        break;
    case 1:
        TELL(cuCtxPopCurrent_v2, (&popped), "it");
        gave("%s", context_name(popped));
        break;
    default:
        if (!rarely(8) && !contexts[number])
            number = 0;
        TELL(cuCtxSetCurrent, (contexts[number]), "c%u", number);
    }
}

static void ask_context(void)
{
    static const CUlimit limits_asked[] = {CU_LIMIT_STACK_SIZE,
                                           CU_LIMIT_PRINTF_FIFO_SIZE,
                                           CU_LIMIT_MALLOC_HEAP_SIZE,
                                           CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH,
                                           CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT,
                                           CU_LIMIT_MAX_L2_FETCH_GRANULARITY,
                                           CU_LIMIT_PERSISTING_L2_CACHE_SIZE,
                                           CU_LIMIT_SHMEM_SIZE,
                                           CU_LIMIT_CIG_ENABLED};
    static const size_t values[] = {0,     1,       100,     1024,           4096,
                                    65536, 1000000, 1 << 24, (size_t)1 << 40};
    unsigned number = below(CONTEXTS), flags = 999, config = below(rarely(4) ? 6 : 4);
    CUlimit limit = PICK(limits_asked);
    size_t value = PICK(values);
    CUcontext current = NULL;
    CUdevice at = 99;
    int low = 0, high = 0, active = 9;
    CUfunc_cache cache = 9;
    switch (below(13)) {
    case 0:
        TELL(cuCtxGetCurrent, (&current), "it");
        gave("%s", context_name(current));
        break;
    case 1:
        TELL(cuCtxGetDevice, (&at), "it");
        gave("%d", at);
        break;
    case 2:
        TELL(cuCtxGetFlags, (&flags), "it");
        gave("%u", flags);
        break;
    case 3:
        TELL(cuCtxSetFlags, (config), "%u", config);
        break;
    case 4:
        TELL(cuCtxGetApiVersion, (contexts[number], &flags), "c%u", number);
        gave("%u", flags);
        break;
    case 5:
        TELL(cuCtxSetLimit, (limit, value), "%d, %zu", (int)limit, value);
        break;
    case 6:
    case 7:
        TELL(cuCtxGetLimit, (&value, limit), "%d", (int)limit);
        gave("%zu", value);
        break;
    case 8:
        TELL(cuCtxSetCacheConfig, ((CUfunc_cache)config), "%u", config);
        break;
    case 9:
        TELL(cuCtxGetCacheConfig, (&cache), "it");
        gave("%d", (int)cache);
        break;
    case 10:
        TELL(cuCtxGetStreamPriorityRange, (&low, &high), "it");
        gave("%d %d", low, high);
        break;
    case 11:
        TELL(cuDevicePrimaryCtxGetState, (0, &flags, &active), "0");
        gave("%u %d", flags, active);
        break;
    default:
        TELL(cuCtxSynchronize, (), "it");
    }
}

static void make_stream(void)
{
    unsigned to = 2 + below(STREAMS - 2), flags = below(rarely(5) ? 4 : 2);
    int priority = (int)below(12) - 8;
    if (streams[to])
        return;
    if (rarely(2))
        TELL(cuStreamCreate, (&streams[to], flags), "s%u, %u", to, flags);
    else
        TELL(cuStreamCreateWithPriority, (&streams[to], flags, priority), "s%u, %u, %d", to, flags,
             priority);
    if (answer != CUDA_SUCCESS)
        streams[to] = NULL;
}

static unsigned some_stream(void)
{
    unsigned number = below(STREAMS);
    return streams[number] ? number : 0;
}

static void use_stream(void)
{
    unsigned in = some_stream(), to = some_stream(), flags = 99, with = below(EVENTS);
    int priority = 99;
    CUcontext owner = NULL;
    CUdevice at = 99;
    CUstreamAttrValue value = {0};
    CUstreamAttrID attribute = (CUstreamAttrID)below(12);
    switch (below(11)) {
    case 0:
        if (in < 2)
            return;
        TELL(cuStreamDestroy_v2, (streams[in]), "s%u", in);
        streams[in] = NULL;
        break;
    case 1:
        TELL(cuStreamGetFlags, (streams[in], &flags), "s%u", in);
        gave("%u", flags);
        break;
    case 2:
        TELL(cuStreamGetPriority, (streams[in], &priority), "s%u", in);
        gave("%d", priority);
        break;
    case 3:
        TELL(cuStreamGetCtx, (streams[in], &owner), "s%u", in);
        gave("%s", context_name(owner));
        break;
    case 4:
        TELL(cuStreamGetDevice, (streams[in], &at), "s%u", in);
        gave("%d", at);
        break;
    case 5:
        TELL(cuStreamSynchronize, (streams[in]), "s%u", in);
        TELL(cuStreamQuery, (streams[in]), "s%u", in);
        break;
    case 6:
        TELL(cuStreamGetAttribute, (streams[in], attribute, &value), "s%u, %d", in, (int)attribute);
        gave("%d", *(int *)&value);
        break;
    case 7:
        *(int *)&value = (int)below(4);
        TELL(cuStreamSetAttribute, (streams[in], attribute, &value), "s%u, %d, %d", in,
             (int)attribute, *(int *)&value);
        break;
    case 8:
        TELL(cuStreamCopyAttributes, (streams[to], streams[in]), "s%u, s%u", to, in);
        break;
    default:
        flags = rarely(8) ? below(3) : 0;
        TELL(cuStreamWaitEvent, (streams[in], events[with], flags), "s%u, e%u, %u", in, with,
             flags);
    }
}

static void use_event(void)
{
    unsigned which = below(EVENTS), other = below(EVENTS), in = some_stream(), flags;
    float time = -1;
    if (!events[which]) {
        flags = below(rarely(5) ? 16 : 4);
        TELL(cuEventCreate, (&events[which], flags), "e%u, %u", which, flags);
        if (answer != CUDA_SUCCESS)
            events[which] = NULL;
        return;
    }
    switch (below(7)) {
    case 0:
        TELL(cuEventDestroy_v2, (events[which]), "e%u", which);
        events[which] = NULL;
        break;
    case 1:
        flags = below(3);
        TELL(cuEventRecordWithFlags, (events[which], streams[in], flags), "e%u, s%u, %u", which, in,
             flags);
        break;
    case 2:
        TELL(cuEventSynchronize, (events[which]), "e%u", which);
        TELL(cuEventQuery, (events[which]), "e%u", which);
        break;
    case 3:
        cu.cuEventSynchronize(events[which]);
        if (events[other])
            cu.cuEventSynchronize(events[other]);
        TELL(cuEventElapsedTime, (&time, events[which], events[other]), "e%u, e%u", which, other);
        break;
    default:
        TELL(cuEventRecord, (events[which], streams[in]), "e%u, s%u", which, in);
    }
}

/* Sizes of grids and blocks, mostly possible ones. */
typedef struct Sizes {
    unsigned grid[3], block[3], shared;
    char text[120];
} Sizes;

static Sizes some_sizes(void)
{
    static const unsigned grids[] = {1, 1, 1, 1, 1, 2, 3, 4, 0, 65535, 65536},
                          widths[] = {1, 32, 64, 128, 256, 512, 1024, 1025, 0},
                          heights[] = {1, 1, 1, 1, 2, 3, 0, 64},
                          shared[] = {0, 0, 0, 0, 1024, 32768, 49152, 49153, 232448, 232449};
    Sizes sizes;
    for (unsigned i = 0; i < 3; i++) {
        sizes.grid[i] = PICK(grids);
        if (i && sizes.grid[i] > 100 && !rarely(4))
            sizes.grid[i] = 1;
        sizes.block[i] = i ? PICK(heights) : PICK(widths);
    }
    sizes.shared = PICK(shared);
    if ((unsigned long long)sizes.grid[0] * sizes.grid[1] * sizes.grid[2] > 200000)
        sizes.grid[0] = sizes.grid[1] = 1;
    snprintf(sizes.text, sizeof sizes.text, "%u %u %u x %u %u %u, %u", sizes.grid[0], sizes.grid[1],
             sizes.grid[2], sizes.block[0], sizes.block[1], sizes.block[2], sizes.shared);
    return sizes;
}

static void launch(void)
{
    unsigned which = below(COUNT(names)), in = some_stream(), kind = below(6);
    Sizes sizes = some_sizes();
    void **given = rarely(20) ? NULL : arguments;
    CUlaunchAttribute attributes[2] = {{0}};
    CUlaunchConfig config = {.gridDimX = sizes.grid[0],
                             .gridDimY = sizes.grid[1],
                             .gridDimZ = sizes.grid[2],
                             .blockDimX = sizes.block[0],
                             .blockDimY = sizes.block[1],
                             .blockDimZ = sizes.block[2],
                             .sharedMemBytes = sizes.shared,
                             .hStream = streams[in],
                             .attrs = attributes,
                             .numAttrs = 1};
    unsigned x = 1 + below(4), y = 1 + below(2), flag = below(2);
    if (kind < 3) {
        TELL(cuLaunchKernel,
             (functions[which], sizes.grid[0], sizes.grid[1], sizes.grid[2], sizes.block[0],
              sizes.block[1], sizes.block[2], sizes.shared, streams[in], given, NULL),
             "%s, %s, s%u%s", names[which], sizes.text, in, given ? "" : ", none");
    } else if (kind == 3) {
        TELL(cuLaunchCooperativeKernel,
             (functions[which], sizes.grid[0], sizes.grid[1], sizes.grid[2], sizes.block[0],
              sizes.block[1], sizes.block[2], sizes.shared, streams[in], given),
             "%s, %s, s%u%s", names[which], sizes.text, in, given ? "" : ", none");
    } else if (kind == 4) {
        attributes[0].id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
        attributes[0].value.clusterDim.x = x;
        attributes[0].value.clusterDim.y = y;
        attributes[0].value.clusterDim.z = 1;
        TELL(cuLaunchKernelEx, (&config, functions[which], given, NULL),
             "%s, %s, s%u, clusters %u x %u%s", names[which], sizes.text, in, x, y,
             given ? "" : ", none");
    } else {
        attributes[0].id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
        attributes[0].value.cooperative = (int)flag;
        TELL(cuLaunchKernelEx, (&config, functions[which], given, NULL),
             "%s, %s, s%u, cooperative %u%s", names[which], sizes.text, in, flag,
             given ? "" : ", none");
    }
    CUresult result = cu.cuCtxSynchronize();
    if (result != CUDA_SUCCESS)
        printf("  then %s\n", result_name(result));
}

static void use_function(void)
{
    static const int values[] = {-1, 0, 1, 2, 8, 50, 100, 101, 1024, 49152, 65536, 232448, 232449};
    unsigned which = below(COUNT(names)), attribute = below(16), config = below(5);
    int value = PICK(values);
    size_t offset = 0, size = 0, number = below(5);
    const char *name = NULL;
    /* Registers, local memory and versions are the compiler's affair. */
    bool compiled = attribute == CU_FUNC_ATTRIBUTE_NUM_REGS ||
                    attribute == CU_FUNC_ATTRIBUTE_BINARY_VERSION ||
                    attribute == CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES;
    switch (below(9)) {
    case 0:
    case 1:
        value = -99;
        TELL(cuFuncGetAttribute, (&value, (CUfunction_attribute)attribute, functions[which]),
             "%u, %s", attribute, names[which]);
        if (!compiled)
            gave("%d", value);
        break;
    case 2:
    case 3:
        if (!rarely(4))
            attribute = 8 + below(7);
        TELL(cuFuncSetAttribute, (functions[which], (CUfunction_attribute)attribute, value),
             "%s, %u, %d", names[which], attribute, value);
        break;
    case 4:
        value = -99;
        TELL(cuKernelGetAttribute, (&value, (CUfunction_attribute)attribute, kernels[which], 0),
             "%u, %s", attribute, names[which]);
        if (!compiled)
            gave("%d", value);
        break;
    case 5:
        TELL(cuKernelSetAttribute, ((CUfunction_attribute)attribute, value, kernels[which], 0),
             "%u, %d, %s", attribute, value, names[which]);
        break;
    case 6:
        TELL(cuFuncGetParamInfo, (functions[which], number, &offset, &size), "%s, %zu",
             names[which], number);
        gave("%zu, %zu", offset, size);
        break;
    case 7:
        TELL(cuFuncSetCacheConfig, (functions[which], (CUfunc_cache)config), "%s, %u", names[which],
             config);
        break;
    default:
        TELL(cuFuncGetName, (&name, functions[which]), "%s", names[which]);
        gave("%s", name);
    }
}

static void ask_occupancy(void)
{
    static const int blocks[] = {1, 32, 33, 64, 256, 1024, 1025, 0, -1};
    static const size_t shared[] = {0, 0, 100, 1024, 16384, 49152, 100000, 232448, 300000};
    unsigned which = below(COUNT(names)), flags = below(rarely(6) ? 3 : 2), x = 1 + below(9);
    int block = PICK(blocks), limit = PICK(blocks), count = -9, grid = -9;
    size_t bytes = PICK(shared);
    Sizes sizes = some_sizes();
    CUlaunchAttribute attribute = {.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION};
    attribute.value.clusterDim.x = x;
    attribute.value.clusterDim.y = attribute.value.clusterDim.z = 1;
    CUlaunchConfig config = {.gridDimX = sizes.grid[0] * x,
                             .gridDimY = 1,
                             .gridDimZ = 1,
                             .blockDimX = sizes.block[0],
                             .blockDimY = sizes.block[1],
                             .blockDimZ = 1,
                             .sharedMemBytes = sizes.shared,
                             .attrs = &attribute,
                             .numAttrs = 1};
    switch (below(5)) {
    case 0:
    case 1:
        TELL(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags,
             (&count, functions[which], block, bytes, flags), "%s, %d, %zu, %u", names[which],
             block, bytes, flags);
        gave("%d", count);
        break;
    case 2:
        TELL(cuOccupancyMaxPotentialBlockSize,
             (&grid, &count, functions[which], NULL, bytes, limit), "%s, %zu, %d", names[which],
             bytes, limit);
        gave("%d x %d", grid, count);
        break;
    case 3:
        TELL(cuOccupancyAvailableDynamicSMemPerBlock, (&bytes, functions[which], limit, block),
             "%s, %d, %d", names[which], limit, block);
        gave("%zu", bytes);
        break;
    default:
        if (rarely(2)) {
            TELL(cuOccupancyMaxPotentialClusterSize, (&count, functions[which], &config),
                 "%s, %s, %u", names[which], sizes.text, x);
            gave("%d", count);
        } else { /* how many fit depends on how the multiprocessors lie on the chip */
            TELL(cuOccupancyMaxActiveClusters, (&count, functions[which], &config), "%s, %s, %u",
                 names[which], sizes.text, x);
        }
    }
}

static void ask_library(void)
{
    static const char *const wanted[] = {"plain", "bounded", "table", "nowhere", ""};
    const char *name = PICK(wanted);
    CUdeviceptr at = 0;
    size_t size = 0;
    CUfunction function = NULL;
    CUkernel kernel = NULL;
    CUmodule module_of = NULL;
    unsigned which = below(COUNT(names)), count = 0;
    switch (below(7)) {
    case 0:
        TELL(cuModuleGetGlobal_v2, (&at, &size, limits, name), "\"%s\"", name);
        gave("%zu", size);
        break;
    case 1:
        TELL(cuLibraryGetGlobal, (&at, &size, library, name), "\"%s\"", name);
        gave("%zu", size);
        break;
    case 2:
        TELL(cuModuleGetFunction, (&function, limits, name), "\"%s\"", name);
        break;
    case 3:
        TELL(cuLibraryGetKernel, (&kernel, library, name), "\"%s\"", name);
        break;
    case 4:
        TELL(cuKernelGetFunction, (&function, kernels[which]), "%s", names[which]);
        break;
    case 5:
        TELL(cuFuncGetModule, (&module_of, functions[which]), "%s", names[which]);
        gave("%d", module_of == limits);
        break;
    default:
        TELL(cuModuleGetFunctionCount, (&count, limits), "limits");
        gave("%u", count);
    }
}

static void run(void)
{
    static const Call table[] = {{make_context, 4},   {drop_context, 3}, {switch_context, 7},
                                 {ask_context, 16},   {make_stream, 6},  {use_stream, 16},
                                 {use_event, 16},     {launch, 16},      {use_function, 16},
                                 {ask_occupancy, 12}, {ask_library, 6}};
    contexts[0] = context;
    streams[1] = CU_STREAM_PER_THREAD;
    streams[2] = stream;
    TELL(cuModuleLoadData, (&limits, limits_ptx), "limits");
    TELL(cuLibraryLoadData, (&library, limits_ptx, NULL, NULL, 0, NULL, NULL, 0), "limits");
    for (unsigned i = 0; i < COUNT(names); i++) {
        cu.cuModuleGetFunction(&functions[i], limits, names[i]);
        cu.cuLibraryGetKernel(&kernels[i], library, names[i]);
    }
    calls_make(table, COUNT(table), CALLS);
}

int main(int count, char **arguments_given)
{
    static const unsigned except[] = {4, 14};
    return record_seeds(count, arguments_given, 0, 23, except, COUNT(except), run);
}
