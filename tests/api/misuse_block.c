/* Launches of kernels that ask for a size of their blocks (.reqntid, .maxntid), with that size and
 * others: "call = RESULT" lines, and the sizes that the threads saw, for any libcuda.
 *
 *   misuse_block LIBCUDA
 */
#include "recorder.h"

enum { SHOWN = 16 };

typedef struct Shape {
    unsigned x, y, z;
} Shape;

/* Tells how many threads ran, and what thread 0 of block 0 and others are told of their sizes. */
static const char kernel_text[] =
    ".version %s\n.target sm_90\n.address_size 64\n"
    ".visible .entry told(.param .u64 out)\n%s\n{\n"
    "  .reg .b64 %%d<3>;\n  .reg .b32 %%r<3>;\n"
    "  ld.param.u64 %%d1, [out];\n  cvta.to.global.u64 %%d2, %%d1;\n"
    "  atom.global.add.u32 %%r2, [%%d2], 1;\n"
    "  mov.u32 %%r1, %%ntid.x;\n  st.global.u32 [%%d2+4], %%r1;\n"
    "  mov.u32 %%r1, %%ntid.y;\n  st.global.u32 [%%d2+8], %%r1;\n"
    "  mov.u32 %%r1, %%ntid.z;\n  st.global.u32 [%%d2+12], %%r1;\n"
    "  mov.u32 %%r1, %%nctaid.x;\n  st.global.u32 [%%d2+16], %%r1;\n"
    "  mov.u32 %%r1, %%nctaid.y;\n  st.global.u32 [%%d2+20], %%r1;\n"
    "  mov.u32 %%r1, %%cluster_nctaid.x;\n  st.global.u32 [%%d2+24], %%r1;\n"
    "  mov.u32 %%r1, %%cluster_nctaid.y;\n  st.global.u32 [%%d2+28], %%r1;\n"
    "  mov.u32 %%r1, %%nclusterid.x;\n  st.global.u32 [%%d2+32], %%r1;\n"
    "  mov.u32 %%r1, %%tid.x;\n  atom.global.max.u32 %%r2, [%%d2+36], %%r1;\n"
    "  mov.u32 %%r1, %%tid.y;\n  atom.global.max.u32 %%r2, [%%d2+40], %%r1;\n"
    "  mov.u32 %%r1, %%tid.z;\n  atom.global.max.u32 %%r2, [%%d2+44], %%r1;\n"
    "  ret;\n}\n";

static CUfunction told;

/* The kernel with these directives. A version of its own for those that came later than clusters.
 */
static int load(const char *version, const char *directives)
{
    char text[sizeof kernel_text + 256];
    CUmodule loaded = NULL;
    snprintf(text, sizeof text, kernel_text, version, directives);
    printf("--%s%s\n", *directives ? " " : "", directives);
    SAY_AS("load", cu.cuModuleLoadData(&loaded, text));
    told = NULL;
    return loaded && cu.cuModuleGetFunction(&told, loaded, "told") == CUDA_SUCCESS;
}

static void tell(CUresult result)
{
    uint32_t seen[SHOWN] = {0};
    if (result != CUDA_SUCCESS)
        return;
    result = cu.cuStreamSynchronize(stream);
    if (result == CUDA_SUCCESS)
        result = cu.cuMemcpyDtoH_v2(seen, memory, sizeof seen);
    printf("  %s: %u threads to (%u, %u, %u), blocks of %u x %u x %u, %u x %u of them, "
           "clusters of %u x %u, %u of them\n",
           result_name(result), seen[0], seen[9], seen[10], seen[11], seen[1], seen[2], seen[3],
           seen[4], seen[5], seen[6], seen[7], seen[8]);
}

static void *arguments[1];

static void before(void)
{
    cu.cuMemsetD8_v2(memory, 0, sizeof(uint32_t[SHOWN]));
    cu.cuCtxSynchronize();
}

/* SAY_AS, and what the threads saw. */
#define LAUNCH(what, call)                      \
    do {                                        \
        CUresult launched = CUDA_ERROR_UNKNOWN; \
        before();                               \
        SAY_AS(what, (launched = cu.call));     \
        tell(launched);                         \
    } while (0)

static const Shape shapes[] = {
    {1, 1, 1},   {64, 1, 1}, {32, 1, 1}, {65, 1, 1}, {128, 1, 1}, {8, 8, 1},  {16, 4, 1},
    {4, 4, 4},   {1, 64, 1}, {1, 1, 64}, {2, 1, 1},  {1, 2, 1},   {1, 1, 2},  {1024, 1, 1},
    {32, 32, 1}, {1, 1, 0},  {0, 1, 1},  {0, 0, 0},  {8, 8, 8},   {1, 1, 65}, {2048, 1, 1}};
enum { SHAPES = sizeof shapes / sizeof shapes[0] };

static const char *const plain[] = {
    "",           ".reqntid 64",     ".reqntid 64, 1, 1", ".reqntid 8, 8", ".reqntid 4, 4, 4",
    ".reqntid 1", ".reqntid 32, 32", ".maxntid 64",       ".maxntid 8, 8", ".maxntid 8, 8, 8",
    ".maxntid 1"};
enum { PLAIN = sizeof plain / sizeof plain[0] };

static void start(void)
{
    begin();
    arguments[0] = &memory;
}

static void plainly(void)
{
    char what[96];
    start();
    for (int i = 0; i < PLAIN; i++) {
        if (!load("7.8", plain[i]))
            continue;
        int most = -77;
        CUresult result =
            cu.cuFuncGetAttribute(&most, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, told);
        printf("at most: %d, %d\n", (int)result, most);
        for (int s = 0; s < SHAPES; s++) {
            const Shape *shape = &shapes[s];
            snprintf(what, sizeof what, "2 blocks of %u x %u x %u", shape->x, shape->y, shape->z);
            LAUNCH(what, cuLaunchKernel(told, 2, 1, 1, shape->x, shape->y, shape->z, 0, stream,
                                        arguments, NULL));
        }
    }
}

/* As many blocks as fit when they have one thread, or 64, or 1024. */
static void cooperatively(void)
{
    static const Shape few[] = {{1, 1, 1}, {64, 1, 1}, {32, 1, 1}, {8, 8, 1}, {1024, 1, 1}};
    static const unsigned grids[] = {2, 132, 132 * 2, 132 * 3, 132 * 32, 132 * 32 + 1};
    char what[96];
    start();
    for (int i = 0; i < PLAIN; i++)
        for (unsigned g = 0; load("7.8", plain[i]) && g < sizeof grids / sizeof *grids; g++)
            for (unsigned s = 0; s < sizeof few / sizeof *few; s++) {
                const Shape *shape = &few[s];
                snprintf(what, sizeof what, "cooperative, %u blocks of %u x %u x %u", grids[g],
                         shape->x, shape->y, shape->z);
                LAUNCH(what, cuLaunchCooperativeKernel(told, grids[g], 1, 1, shape->x, shape->y,
                                                       shape->z, 0, stream, arguments));
            }
}

static void clustered(void)
{
    static const char *const directives[] = {
        ".reqntid 64",
        ".reqntid 64\n.reqnctapercluster 2",
        ".reqntid 64\n.explicitcluster",
        ".reqntid 64\n.explicitcluster\n.reqnctapercluster 2",
        ".reqntid 8, 8\n.reqnctapercluster 2, 2",
        ".maxntid 64\n.reqnctapercluster 2",
        ".reqntid 64\n.reqnctapercluster 2\n.blocksareclusters",
        ".reqntid 8, 8\n.reqnctapercluster 2, 2\n.blocksareclusters",
        ".reqntid 64\n.reqnctapercluster 1\n.blocksareclusters",
        ".reqntid 64\n.explicitcluster\n.reqnctapercluster 2\n.blocksareclusters",
        ".maxntid 64\n.reqnctapercluster 2\n.blocksareclusters",
        ".reqntid 64\n.blocksareclusters",
    };
    static const Shape few[] = {{1, 1, 1}, {64, 1, 1}, {32, 1, 1}, {8, 8, 1}, {128, 1, 1}};
    static const Shape grids[] = {{1, 1, 1}, {2, 1, 1}, {3, 2, 1}, {4, 2, 1}};
    static const Shape sizes[] = {{0, 0, 0}, {1, 1, 1}, {2, 1, 1}, {2, 2, 1}};
    char what[128];
    start();
    for (unsigned i = 0; i < sizeof directives / sizeof *directives; i++) {
        if (!load("9.0", directives[i]))
            continue;
        for (int a = 10; a < 14; a++) {
            int got = -77;
            CUresult result = cu.cuFuncGetAttribute(&got, a, told);
            printf("attribute %d: %d, %d\n", a, (int)result, got);
        }
        for (unsigned s = 0; s < sizeof few / sizeof *few; s++)
            for (unsigned g = 0; g < sizeof grids / sizeof *grids; g++)
                for (unsigned c = 0; c < sizeof sizes / sizeof *sizes; c++) {
                    CUlaunchAttribute attribute = {.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION};
                    attribute.value.clusterDim.x = sizes[c].x;
                    attribute.value.clusterDim.y = sizes[c].y;
                    attribute.value.clusterDim.z = sizes[c].z;
                    CUlaunchConfig config = {grids[g].x, grids[g].y,     1, few[s].x,
                                             few[s].y,   few[s].z,       0, stream,
                                             &attribute, sizes[c].x != 0};
                    snprintf(what, sizeof what, "%u x %u blocks of %u x %u, clusters of %u x %u",
                             grids[g].x, grids[g].y, few[s].x, few[s].y, sizes[c].x, sizes[c].y);
                    LAUNCH(what, cuLaunchKernelEx(&config, told, arguments, NULL));
                }
        for (unsigned s = 0; s < sizeof few / sizeof *few; s++) {
            CUlaunchConfig config = {4, 4, 1, few[s].x, few[s].y, few[s].z, 0, stream, NULL, 0};
            int number = -77;
            CUresult result = cu.cuOccupancyMaxPotentialClusterSize(&number, told, &config);
            printf("largest cluster with %u x %u: %d, %d\n", few[s].x, few[s].y, (int)result,
                   number);
            number = -77;
            result = cu.cuOccupancyMaxActiveClusters(&number, told, &config);
            printf("active clusters with %u x %u: %d, %d\n", few[s].x, few[s].y, (int)result,
                   number > 0 ? 1 : number);
        }
    }
}

/* Other ways to launch than at once. */
static void otherwise(void)
{
    static const Shape few[] = {{1, 1, 1}, {64, 1, 1}, {32, 1, 1}};
    char what[96];
    start();
    for (int i = 0; i < PLAIN; i++) {
        if (!load("7.8", plain[i]))
            continue;
        for (unsigned s = 0; s < sizeof few / sizeof *few; s++) {
            const Shape *shape = &few[s];
            CUgraph graph = NULL, captured = NULL;
            CUgraphNode node = NULL;
            CUgraphExec ready = NULL;
            CUDA_KERNEL_NODE_PARAMS kernel = {.func = told,
                                              .gridDimX = 2,
                                              .gridDimY = 1,
                                              .gridDimZ = 1,
                                              .blockDimX = shape->x,
                                              .blockDimY = shape->y,
                                              .blockDimZ = shape->z,
                                              .kernelParams = arguments};
            printf("blocks of %u x %u x %u\n", shape->x, shape->y, shape->z);
            SAY(cuFuncSetBlockShape(told, (int)shape->x, (int)shape->y, (int)shape->z));
            SAY(cuParamSetSize(told, 8));
            SAY(cuParamSetv(told, 0, &memory, 8));
            LAUNCH("cuLaunchGridAsync", cuLaunchGridAsync(told, 2, 1, stream));
            SAY(cuGraphCreate(&graph, 0));
            SAY(cuGraphAddKernelNode_v2(&node, graph, NULL, 0, &kernel));
            SAY(cuGraphInstantiateWithFlags(&ready, graph, 0));
            if (ready)
                LAUNCH("cuGraphLaunch", cuGraphLaunch(ready, stream));
            SAY(cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
            SAY_AS("captured", cu.cuLaunchKernel(told, 2, 1, 1, shape->x, shape->y, shape->z, 0,
                                                 stream, arguments, NULL));
            SAY(cuStreamEndCapture(stream, &captured));
            CUDA_KERNEL_NODE_PARAMS kept = {0};
            size_t count = 1;
            if (captured && cu.cuGraphGetNodes(captured, &node, &count) == CUDA_SUCCESS &&
                count == 1 && cu.cuGraphKernelNodeGetParams_v2(node, &kept) == CUDA_SUCCESS)
                printf("kept: blocks of %u x %u x %u\n", kept.blockDimX, kept.blockDimY,
                       kept.blockDimZ);
            int number = -77;
            CUresult result = cu.cuOccupancyMaxActiveBlocksPerMultiprocessor(
                &number, told, (int)(shape->x * shape->y * shape->z), 0);
            snprintf(what, sizeof what, "resident: %d, %d", (int)result, number);
            printf("%s\n", what);
        }
    }
}

/* What is looked at first: the kernel's size, the launch's or what else is wrong. */
static void orders(void)
{
    static const Shape few[] = {{1, 1, 1}, {64, 1, 1}, {32, 1, 1}, {2048, 1, 1}};
    char what[96];
    start();
    for (int i = 0; i < 2; i++) {
        if (!load("7.8", i ? ".maxntid 64" : ".reqntid 64"))
            continue;
        for (unsigned s = 0; s < sizeof few / sizeof *few; s++) {
            const Shape *shape = &few[s];
            snprintf(what, sizeof what, "blocks of %u", shape->x);
            printf("%s\n", what);
            LAUNCH("no blocks",
                   cuLaunchKernel(told, 0, 1, 1, shape->x, 1, 1, 0, stream, arguments, NULL));
            LAUNCH("no arguments",
                   cuLaunchKernel(told, 1, 1, 1, shape->x, 1, 1, 0, stream, NULL, NULL));
            LAUNCH("49153 bytes",
                   cuLaunchKernel(told, 1, 1, 1, shape->x, 1, 1, 49153, stream, arguments, NULL));
            LAUNCH("1 << 20 bytes",
                   cuLaunchKernel(told, 1, 1, 1, shape->x, 1, 1, 1 << 20, stream, arguments, NULL));
            LAUNCH(
                "cooperative, 49153 bytes",
                cuLaunchCooperativeKernel(told, 4, 1, 1, shape->x, 1, 1, 49153, stream, arguments));
            LAUNCH("cooperative, many blocks",
                   cuLaunchCooperativeKernel(told, 1 << 20, 1, 1, shape->x, 1, 1, 0, stream,
                                             arguments));
        }
    }
    SAY(cuStreamSynchronize(stream));
}

static const Section sections[] = {
    {"plain launches", plainly}, {"cooperative launches", cooperatively},
    {"clusters", clustered},     {"other ways", otherwise},
    {"orders", orders},
};

int main(int count, char **words)
{
    return record(count, words, sections, sizeof sections / sizeof sections[0]);
}
