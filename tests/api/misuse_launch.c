/* Launches, functions and occupancy with wrong arguments, also several wrong at once, which shows
 * what a driver looks at first: "call = RESULT" lines for any libcuda.
 *
 *   misuse_launch LIBCUDA
 */
#include "recorder.h"

static CUstream other_stream;
static void *arguments[3];
static unsigned value = 7;
static float factor = 1;

static void start(void)
{
    begin();
    cu.cuStreamCreate(&other_stream, 0);
    arguments[0] = &memory;
    arguments[1] = &value;
    arguments[2] = &factor;
}

/* Every pair of wrong parts of a launch. */
static void orders(void)
{
    typedef struct Wrong {
        const char *name;
        unsigned grid, block, shared;
        int function, stream, parameters;
    } Wrong;
    static const Wrong wrongs[] = {
        {"nothing", 1, 1, 0, 0, 0, 0},         {"no function", 1, 1, 0, 1, 0, 0},
        {"no blocks", 0, 1, 0, 0, 0, 0},       {"no threads", 1, 0, 0, 0, 0, 0},
        {"many threads", 1, 2048, 0, 0, 0, 0}, {"much shared memory", 1, 1, 1 << 20, 0, 0, 0},
        {"no parameters", 1, 1, 0, 0, 0, 1},   {"parameters twice", 1, 1, 0, 0, 0, 2},
    };
    enum { WRONGS = sizeof wrongs / sizeof wrongs[0] };
    start();
    char buffer[16] = {0};
    size_t size = sizeof buffer;
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, buffer, CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
                     CU_LAUNCH_PARAM_END};
    for (int i = 0; i < WRONGS; i++)
        for (int j = i; j < WRONGS; j++) {
            const Wrong *a = &wrongs[i], *b = &wrongs[j];
            unsigned grid = a->grid != 1 ? a->grid : b->grid;
            unsigned block = a->block != 1 ? a->block : b->block;
            int parameters = a->parameters ? a->parameters : b->parameters;
            char what[80];
            snprintf(what, sizeof what, "launch: %s, %s", a->name, b->name);
            CUfunction function = a->function || b->function ? NULL : scale;
            value = 0;
            SAY_AS(what, cu.cuLaunchKernel(function, grid, 1, 1, block, 1, 1, a->shared | b->shared,
                                           stream, parameters == 1 ? NULL : arguments,
                                           parameters == 2 ? extra : NULL));
        }
    SAY(cuStreamSynchronize(stream));
}

static void extras(void)
{
    start();
    char buffer[64] = {0};
    size_t size = 16, none = 0, large = 5000;
    void *only_end[] = {CU_LAUNCH_PARAM_END};
    void *no_size[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, buffer, CU_LAUNCH_PARAM_END};
    void *no_buffer[] = {CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END};
    void *null_buffer[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, NULL, CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
                           CU_LAUNCH_PARAM_END};
    void *turned[] = {CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_BUFFER_POINTER, buffer,
                      CU_LAUNCH_PARAM_END};
    void *empty[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, buffer, CU_LAUNCH_PARAM_BUFFER_SIZE, &none,
                     CU_LAUNCH_PARAM_END};
    void *too_large[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, buffer, CU_LAUNCH_PARAM_BUFFER_SIZE,
                         &large, CU_LAUNCH_PARAM_END};
    void *unknown[] = {(void *)7, buffer, CU_LAUNCH_PARAM_END};
    SAY(cuLaunchKernel(nothing, 1, 1, 1, 1, 1, 1, 0, stream, NULL, only_end));
    SAY(cuLaunchKernel(scale, 1, 1, 1, 1, 1, 1, 0, stream, NULL, only_end));
    SAY(cuLaunchKernel(nothing, 1, 1, 1, 1, 1, 1, 0, stream, NULL, no_size));
    SAY(cuLaunchKernel(scale, 1, 1, 1, 1, 1, 1, 0, stream, NULL, no_size));
    SAY(cuLaunchKernel(nothing, 1, 1, 1, 1, 1, 1, 0, stream, NULL, no_buffer));
    SAY(cuLaunchKernel(scale, 1, 1, 1, 1, 1, 1, 0, stream, NULL, no_buffer));
    SAY(cuLaunchKernel(scale, 1, 1, 1, 1, 1, 1, 0, stream, NULL, null_buffer));
    SAY(cuLaunchKernel(scale, 1, 1, 1, 1, 1, 1, 0, stream, NULL, turned));
    SAY(cuLaunchKernel(nothing, 1, 1, 1, 1, 1, 1, 0, stream, NULL, empty));
    SAY(cuLaunchKernel(scale, 1, 1, 1, 1, 1, 1, 0, stream, NULL, empty));
    SAY(cuLaunchKernel(nothing, 1, 1, 1, 1, 1, 1, 0, stream, NULL, too_large));
    SAY(cuLaunchKernel(scale, 1, 1, 1, 1, 1, 1, 0, stream, NULL, unknown));
    SAY(cuLaunchKernel(nothing, 1, 1, 1, 1, 1, 1, 0, stream, arguments, NULL));
    SAY(cuLaunchKernel(nothing, 1, 1, 1, 1, 1, 1, 0, stream, arguments, only_end));
    for (size = 0; size <= 20; size += 2) {
        char what[64];
        snprintf(what, sizeof what, "a buffer of %zu bytes for 16", size);
        SAY_AS(what, cu.cuLaunchKernel(scale, 1, 1, 1, 1, 1, 1, 0, stream, NULL, turned));
    }
    for (size = 8; size <= 24; size += 2) {
        char what[64];
        snprintf(what, sizeof what, "a buffer of %zu bytes for 12", size);
        memcpy(buffer, &memory, sizeof memory);
        SAY_AS(what, cu.cuLaunchKernel(store, 1, 1, 1, 1, 1, 1, 0, stream, NULL, turned));
    }
    SAY(cuStreamSynchronize(stream));
}

static void cooperative(void)
{
    int number = 0;
    start();
    SAY(cuOccupancyMaxActiveBlocksPerMultiprocessor(&number, nothing, 32, 0));
    SAY(cuLaunchCooperativeKernel(NULL, 1, 1, 1, 32, 1, 1, 0, stream, NULL));
    SAY(cuLaunchCooperativeKernel(nothing, 0, 1, 1, 32, 1, 1, 0, stream, NULL));
    SAY(cuLaunchCooperativeKernel(nothing, 1, 1, 1, 0, 1, 1, 0, stream, NULL));
    SAY(cuLaunchCooperativeKernel(nothing, 1, 1, 1, 2048, 1, 1, 0, stream, NULL));
    SAY(cuLaunchCooperativeKernel(nothing, 1000000, 1, 1, 2048, 1, 1, 0, stream, NULL));
    SAY(cuLaunchCooperativeKernel(nothing, 1000000, 1, 1, 32, 1, 1, 1 << 20, stream, NULL));
    SAY(cuLaunchCooperativeKernel(scale, 1000000, 1, 1, 32, 1, 1, 0, stream, NULL));
    SAY(cuLaunchCooperativeKernel(scale, 1, 1, 1, 32, 1, 1, 0, stream, NULL));
    SAY(cuLaunchCooperativeKernel(nothing, 1, 65536, 1, 32, 1, 1, 0, stream, NULL));
    SAY(cuLaunchCooperativeKernel(narrow, 1, 1, 1, 65, 1, 1, 0, stream, NULL));
    SAY(cuStreamSynchronize(stream));
}

static CUresult launch_with(CUfunction function, CUlaunchAttribute *attributes, unsigned count,
                            unsigned grid, unsigned block)
{
    CUlaunchConfig config = {grid, 1, 1, block, 1, 1, 0, stream, attributes, count};
    return cu.cuLaunchKernelEx(&config, function, NULL, NULL);
}

static void launch_attributes(void)
{
    char what[80];
    start();
    for (int id = 0; id < 24; id++) {
        CUlaunchAttribute attribute = {.id = id};
        snprintf(what, sizeof what, "launch with attribute %d of zeroes", id);
        SAY_AS(what, launch_with(nothing, &attribute, 1, 4, 32));
    }
    for (int id = 0; id < 24; id++) {
        CUlaunchAttribute attribute = {.id = id};
        attribute.value.clusterDim.x = 1;
        snprintf(what, sizeof what, "launch with attribute %d of 1", id);
        if (id != 7 && id != 12) /* events */
            SAY_AS(what, launch_with(nothing, &attribute, 1, 4, 32));
    }
    CUlaunchAttribute pair[2] = {{.id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE},
                                 {.id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE}};
    pair[0].value.cooperative = 1;
    SAY_AS("cooperative, then not", launch_with(nothing, pair, 2, 1000000, 32));
    pair[0].value.cooperative = 0;
    pair[1].value.cooperative = 1;
    SAY_AS("not cooperative, then so", launch_with(nothing, pair, 2, 1000000, 32));
    pair[0].id = 99;
    SAY_AS("an unknown attribute, and too large", launch_with(nothing, pair, 2, 1000000, 32));
    SAY_AS("an unknown attribute, and no blocks", launch_with(nothing, pair, 2, 0, 32));
    SAY_AS("an unknown attribute, and no function", launch_with(NULL, pair, 2, 1, 32));
    SAY_AS("no function", launch_with(NULL, NULL, 0, 1, 32));
    static const int carveouts[] = {-2, -1, 0, 50, 100, 101};
    for (int i = 0; i < 6; i++) {
        CUlaunchAttribute one = {.id = CU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT};
        one.value.priority = carveouts[i];
        snprintf(what, sizeof what, "carveout %d", carveouts[i]);
        SAY_AS(what, launch_with(nothing, &one, 1, 1, 32));
    }
    static const int priorities[] = {-100, -6, -5, 0, 1, 100};
    for (int i = 0; i < 6; i++) {
        CUlaunchAttribute one = {.id = CU_LAUNCH_ATTRIBUTE_PRIORITY};
        one.value.priority = priorities[i];
        snprintf(what, sizeof what, "priority %d", priorities[i]);
        SAY_AS(what, launch_with(nothing, &one, 1, 1, 32));
    }
    for (int number = 0; number < 4; number++) {
        CUlaunchAttribute one = {.id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE};
        one.value.cooperative = number - 1;
        snprintf(what, sizeof what, "cooperative %d", number - 1);
        SAY_AS(what, launch_with(nothing, &one, 1, 1, 32));
    }
    CUlaunchConfig config = {1, 1, 1, 1, 1, 1, 0, stream, NULL, 1};
    SAY(cuLaunchKernelEx(&config, nothing, NULL, NULL));
    config.numAttrs = 0;
    config.blockDimX = 0;
    SAY(cuLaunchKernelEx(NULL, NULL, NULL, NULL));
    SAY(cuLaunchKernelEx(&config, NULL, NULL, NULL));
    SAY(cuStreamSynchronize(stream));
}

static const char cluster_ptx[] =
    ".version 7.8\n.target sm_90\n.address_size 64\n"
    ".visible .entry fixed()\n.explicitcluster\n.reqnctapercluster 2, 1, 1\n{\n  ret;\n}\n"
    ".visible .entry bounded()\n.explicitcluster\n.maxclusterrank 4\n{\n  ret;\n}\n"
    ".visible .entry open()\n.explicitcluster\n{\n  ret;\n}\n"
    ".visible .entry plain()\n{\n  ret;\n}\n"
    ".visible .entry required()\n.reqntid 64, 1, 1\n{\n  ret;\n}\n";

static void clusters(void)
{
    static const char *const names[] = {"fixed", "bounded", "open", "plain", "required"};
    static const unsigned sizes[][4] = {/* cluster, blocks */
                                        {0, 1, 1, 4}, {1, 1, 1, 4},  {2, 1, 1, 4},   {3, 1, 1, 4},
                                        {4, 1, 1, 4}, {8, 1, 1, 16}, {16, 1, 1, 16}, {32, 1, 1, 64},
                                        {2, 2, 1, 4}, {2, 1, 0, 4},  {2, 1, 1, 5},   {1, 1, 2, 4}};
    char what[96];
    CUmodule loaded = NULL;
    start();
    SAY(cuModuleLoadData(&loaded, cluster_ptx));
    for (int i = 0; i < 5; i++) {
        CUfunction function = NULL;
        cu.cuModuleGetFunction(&function, loaded, names[i]);
        for (int a = 0; a < 17; a++) {
            int got = -77;
            CUresult result = cu.cuFuncGetAttribute(&got, a, function);
            if (a != CU_FUNC_ATTRIBUTE_NUM_REGS)
                printf("%s attribute %d: %d, %d\n", names[i], a, (int)result, got);
        }
        snprintf(what, sizeof what, "%s without attributes", names[i]);
        SAY_AS(what, launch_with(function, NULL, 0, 4, 64));
        snprintf(what, sizeof what, "%s of 3 blocks", names[i]);
        SAY_AS(what, launch_with(function, NULL, 0, 3, 64));
        snprintf(what, sizeof what, "%s of 32 threads", names[i]);
        SAY_AS(what, launch_with(function, NULL, 0, 4, 32));
        for (unsigned s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
            CUlaunchAttribute attribute = {.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION};
            attribute.value.clusterDim.x = sizes[s][0];
            attribute.value.clusterDim.y = sizes[s][1];
            attribute.value.clusterDim.z = sizes[s][2];
            snprintf(what, sizeof what, "%s, cluster %u %u %u of %u blocks", names[i], sizes[s][0],
                     sizes[s][1], sizes[s][2], sizes[s][3]);
            SAY_AS(what, launch_with(function, &attribute, 1, sizes[s][3], 64));
            CUlaunchConfig config = {sizes[s][3], 1, 1, 64, 1, 1, 0, stream, &attribute, 1};
            int active = -77;
            CUresult result = cu.cuOccupancyMaxActiveClusters(&active, function, &config);
            printf("active clusters: %d, %d\n", (int)result, active > 0 ? 1 : active);
        }
        int size = -77;
        CUlaunchConfig config = {64, 1, 1, 64, 1, 1, 0, stream, NULL, 0};
        CUresult result = cu.cuOccupancyMaxPotentialClusterSize(&size, function, &config);
        printf("largest cluster: %d, %d\n", (int)result, size);
        for (int a = 10; a < 17; a++)
            for (int number = -1; number < 5; number++) {
                snprintf(what, sizeof what, "%s attribute %d set to %d", names[i], a, number);
                SAY_AS(what, cu.cuFuncSetAttribute(function, a, number));
            }
    }
    SAY(cuStreamSynchronize(stream));
    CUlaunchConfig config = {4, 1, 1, 64, 1, 1, 0, stream, NULL, 0};
    int number;
    SAY(cuOccupancyMaxActiveClusters(NULL, nothing, &config));
    SAY(cuOccupancyMaxActiveClusters(&number, NULL, &config));
    SAY(cuOccupancyMaxActiveClusters(&number, nothing, NULL));
    SAY(cuOccupancyMaxPotentialClusterSize(NULL, nothing, &config));
    SAY(cuOccupancyMaxPotentialClusterSize(&number, NULL, &config));
    SAY(cuOccupancyMaxPotentialClusterSize(&number, nothing, NULL));
}

static void function_attributes(void)
{
    static const int numbers[] = {-2,   -1,    0,     1,      50,     100,    101,    1024,
                                  8192, 49152, 65536, 101376, 232448, 232449, 1 << 24};
    char what[96];
    start();
    for (int a = 0; a < 18; a++)
        for (unsigned n = 0; n < sizeof numbers / sizeof numbers[0]; n++) {
            snprintf(what, sizeof what, "attribute %d set to %d", a, numbers[n]);
            SAY_AS(what, cu.cuFuncSetAttribute(static_shared, a, numbers[n]));
            int got = -77;
            if (cu.cuFuncGetAttribute(&got, a, static_shared) == CUDA_SUCCESS &&
                a != CU_FUNC_ATTRIBUTE_NUM_REGS)
                printf("is %d\n", got);
        }
    SAY(cuFuncSetAttribute(NULL, 8, 100));
    SAY(cuFuncSetAttribute(NULL, 99, 100));
    SAY(cuFuncSetAttribute(NULL, 8, -1));
    int number;
    SAY(cuFuncGetAttribute(NULL, 99, NULL));
    SAY(cuFuncGetAttribute(NULL, 99, scale));
    SAY(cuFuncGetAttribute(&number, 99, NULL));
    SAY(cuFuncGetAttribute(NULL, 1, NULL));
    for (int cache = -1; cache < 6; cache++) {
        snprintf(what, sizeof what, "cuFuncSetCacheConfig(scale, %d)", cache);
        SAY_AS(what, cu.cuFuncSetCacheConfig(scale, cache));
        snprintf(what, sizeof what, "cuFuncSetSharedMemConfig(scale, %d)", cache);
        SAY_AS(what, cu.cuFuncSetSharedMemConfig(scale, cache));
    }
    CUfunctionLoadingState state;
    SAY(cuFuncIsLoaded(NULL, scale));
    SAY(cuFuncIsLoaded(&state, NULL));
    SAY(cuFuncIsLoaded(&state, scale));
    SAY(cuFuncLoad(NULL));
    SAY(cuFuncLoad(scale));
    CUmodule owner;
    const char *name;
    SAY(cuFuncGetModule(NULL, NULL));
    SAY(cuFuncGetModule(&owner, scale));
    SAY(cuFuncGetName(NULL, NULL));
    SAY(cuFuncGetName(&name, scale));
    SAY(cuFuncGetParamInfo(NULL, 0, NULL, NULL));
}

static size_t block_shared(int threads)
{
    return (size_t)threads * 1000;
}

static void occupancy(void)
{
    static const int threads[] = {-1, 0, 1, 64, 65, 1024, 1025, 1 << 20};
    static const size_t sizes[] = {0, 8192, 49152, 49153, 232448, 232449, (size_t)1 << 40};
    char what[96];
    int number = 0, grid = 0;
    size_t size = 0;
    start();
    CUfunction functions[] = {nothing, narrow, static_shared};
    for (int f = 0; f < 3; f++)
        for (int t = 0; t < 8; t++)
            for (int s = 0; s < 7; s++) {
                number = -77;
                CUresult result = cu.cuOccupancyMaxActiveBlocksPerMultiprocessor(
                    &number, functions[f], threads[t], sizes[s]);
                printf("function %d, %d threads, %zu bytes: %d, %d\n", f, threads[t], sizes[s],
                       (int)result, number);
            }
    for (unsigned flags = 0; flags < 4; flags++) {
        snprintf(what, sizeof what, "flags %u", flags);
        SAY_AS(what, cu.cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&number, nothing, 32,
                                                                             0, flags));
        SAY_AS(what, cu.cuOccupancyMaxPotentialBlockSizeWithFlags(&grid, &number, nothing, NULL, 0,
                                                                  0, flags));
    }
    SAY(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(NULL, NULL, 0, 0, 9));
    SAY(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&number, NULL, 0, 0, 9));
    SAY(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&number, NULL, 32, 0, 9));
    SAY(cuOccupancyMaxActiveBlocksPerMultiprocessor(&number, NULL, 0, 0));
    static const int limits[] = {-1, 0, 1, 31, 32, 33, 100, 1024, 5000};
    for (int f = 0; f < 3; f++)
        for (int i = 0; i < 9; i++) {
            number = grid = -77;
            CUresult result = cu.cuOccupancyMaxPotentialBlockSize(&grid, &number, functions[f],
                                                                  NULL, 0, limits[i]);
            printf("function %d, at most %d: %d, %d threads, %d blocks\n", f, limits[i],
                   (int)result, number, grid);
            number = grid = -77;
            result = cu.cuOccupancyMaxPotentialBlockSize(&grid, &number, functions[f], block_shared,
                                                         0, limits[i]);
            printf("with 1000 bytes a thread: %d, %d threads, %d blocks\n", (int)result, number,
                   grid);
        }
    SAY(cuOccupancyMaxPotentialBlockSize(&grid, NULL, nothing, NULL, 0, 0));
    SAY(cuOccupancyMaxPotentialBlockSize(&grid, &number, NULL, NULL, 0, 0));
    SAY(cuOccupancyMaxPotentialBlockSize(NULL, NULL, NULL, NULL, 0, 0));
    SAY(cuOccupancyMaxPotentialBlockSize(&grid, &number, nothing, NULL, 1 << 20, 0));
    static const int counts[] = {-1, 0, 1, 2, 3, 16, 32, 33, 1000};
    for (int f = 0; f < 3; f++)
        for (int i = 0; i < 9; i++)
            for (int t = 0; t < 7; t++) {
                size = 77;
                CUresult result = cu.cuOccupancyAvailableDynamicSMemPerBlock(&size, functions[f],
                                                                             counts[i], threads[t]);
                printf("function %d, %d blocks of %d: %d, %zu bytes\n", f, counts[i], threads[t],
                       (int)result, size);
            }
    SAY(cuOccupancyAvailableDynamicSMemPerBlock(NULL, nothing, 1, 32));
    SAY(cuOccupancyAvailableDynamicSMemPerBlock(&size, NULL, 1, 32));
    SAY(cuOccupancyAvailableDynamicSMemPerBlock(&size, NULL, 0, 32));
}

/* Calls of the time before cuLaunchKernel. */
static void old_launches(void)
{
    start();
    SAY(cuFuncSetBlockShape(NULL, 1, 1, 1));
    SAY(cuFuncSetBlockShape(scale, 0, 1, 1));
    SAY(cuFuncSetBlockShape(scale, -1, 1, 1));
    SAY(cuFuncSetBlockShape(scale, 2048, 1, 1));
    SAY(cuFuncSetBlockShape(scale, 1025, 1, 1));
    SAY(cuFuncSetBlockShape(narrow, 65, 1, 1));
    SAY(cuFuncSetBlockShape(scale, 1, 1, 65));
    SAY(cuLaunch(narrow));
    SAY(cuFuncSetBlockShape(scale, 4, 1, 1));
    SAY(cuFuncSetSharedSize(NULL, 4));
    SAY(cuFuncSetSharedSize(scale, 1 << 24));
    SAY(cuFuncSetSharedSize(scale, 0));
    SAY(cuParamSetSize(NULL, 4));
    SAY(cuParamSetSize(scale, 1 << 24));
    SAY(cuParamSetSize(scale, 17));
    SAY(cuParamSetSize(scale, 16));
    SAY(cuParamSeti(NULL, 0, 1));
    SAY(cuParamSeti(scale, -4, 1));
    SAY(cuParamSeti(scale, 5000, 1));
    SAY(cuParamSeti(scale, 9, 1));
    SAY(cuParamSeti(scale, 8, 0));
    SAY(cuParamSetf(scale, 12, 1.0f));
    SAY(cuParamSetf(NULL, 12, 1.0f));
    SAY(cuParamSetv(scale, 0, NULL, 8));
    SAY(cuParamSetv(scale, 0, &memory, 0));
    SAY(cuParamSetv(scale, 0, &memory, 8));
    SAY(cuParamSetv(NULL, 0, &memory, 8));
    SAY(cuLaunchGrid(scale, 0, 1));
    SAY(cuLaunchGrid(scale, -1, 1));
    SAY(cuLaunchGrid(scale, 1, 70000));
    SAY(cuLaunchGrid(NULL, 1, 1));
    SAY(cuLaunchGrid(scale, 1, 1));
    SAY(cuLaunchGridAsync(scale, 1, 1, stream));
    SAY(cuLaunch(NULL));
    SAY(cuLaunch(scale));
    SAY(cuStreamSynchronize(stream));
}

static const Section sections[] = {
    {"orders", orders},
    {"extras", extras},
    {"cooperative launches", cooperative},
    {"launch attributes", launch_attributes},
    {"clusters", clusters},
    {"function attributes", function_attributes},
    {"occupancy", occupancy},
    {"old launches", old_launches},
};

int main(int count, char **words)
{
    return record(count, words, sections, sizeof sections / sizeof sections[0]);
}
