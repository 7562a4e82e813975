/* Random calls that build, change, capture, instantiate and launch graphs. "call = RESULT" lines,
 * what was told and what kernels counted, for any libcuda.
 *
 *   random_graph LIBCUDA [FIRST COUNT]
 *
 * It prints what a driver answers, to be compared with the simulated one. */
#include "random.h"

enum {
    GRAPHS = 3,
    EXECS = 2,
    NODES = 12,
    STREAMS = 3,
    EVENTS = 3,
    COUNTERS = 8,
    CALLS = 110,
    SEEDS = 24
};

/* Sums do not depend on the order in which nodes without an edge between them run. */
static const char add_ptx[] = ".version 6.0\n.target sm_52\n.address_size 64\n"
                              ".visible .entry add(.param .u64 at, .param .u32 value)\n"
                              "{\n  .reg .b64 %d;\n  .reg .b32 %r;\n"
                              "  ld.param.u64 %d, [at];\n  ld.param.u32 %r, [value];\n"
                              "  red.global.add.u32 [%d], %r;\n  ret;\n}\n";

static CUfunction add;
static CUgraph graphs[GRAPHS];
static CUgraphExec execs[EXECS];
static CUgraphNode nodes[NODES];
static int node_graph[NODES]; /* the graph that node was added to, so that none is used after it was
                                 destroyed */
static CUstream streams[STREAMS];
static CUevent events[EVENTS];
static uint64_t host_numbers[COUNTERS];

/* Arguments stay where they are until the driver has copied them. */
static CUdeviceptr argument_at;
static unsigned argument_value;
static void *arguments_of_add[] = {&argument_at, &argument_value};

static void count_host(void *user)
{
    (*(uint64_t *)user)++;
}

static CUDA_KERNEL_NODE_PARAMS some_kernel(void)
{
    static const unsigned blocks[] = {1, 1, 2, 32, 64, 1024, 1025, 0};
    argument_at = memory + 4 * below(COUNTERS);
    argument_value = 1 + below(9);
    CUDA_KERNEL_NODE_PARAMS params = {
        .func = add, .gridDimY = 1, .gridDimZ = 1, .blockDimY = 1, .blockDimZ = 1};
    params.gridDimX = rarely(12) ? 0 : 1 + below(3);
    params.blockDimX = PICK(blocks);
    params.sharedMemBytes = rarely(12) ? 300000 : 0;
    params.kernelParams = rarely(20) ? NULL : arguments_of_add;
    if (rarely(20))
        params.func = NULL;
    return params;
}

static const char *kernel_text(const CUDA_KERNEL_NODE_PARAMS *params)
{
    static char text[100];
    snprintf(text, sizeof text, "%s(%d, %u), %u x %u, %u%s", params->func ? "add" : "NULL",
             (int)(argument_at - memory), argument_value, params->gridDimX, params->blockDimX,
             params->sharedMemBytes, params->kernelParams ? "" : ", no arguments");
    return text;
}

static CUDA_MEMCPY3D some_copy(void)
{
    static const size_t widths[] = {4, 8, 16, 1, 0, 5000};
    CUDA_MEMCPY3D copy = {.Height = 1, .Depth = 1};
    bool from_host = rarely(3);
    copy.srcMemoryType = from_host ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
    copy.srcHost = from_host ? host_numbers : NULL;
    copy.srcDevice = from_host ? 0 : memory + 512 + 16 * below(4);
    copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    copy.dstDevice = memory + 1024;
    copy.WidthInBytes = PICK(widths);
    copy.Height = rarely(10) ? below(3) : 1;
    return copy;
}

static CUDA_MEMSET_NODE_PARAMS some_fill(void)
{
    static const unsigned elements[] = {1, 2, 4, 4, 4, 3, 0};
    CUDA_MEMSET_NODE_PARAMS params = {.dst = memory + 2048};
    params.value = below(256);
    params.elementSize = PICK(elements);
    params.width = rarely(12) ? 0 : 1 + below(16);
    params.height = rarely(4) ? below(4) : 1;
    params.pitch = rarely(4) ? 64 : 0;
    return params;
}

/* Nodes that a new one depends on: mostly of its graph, seldom one twice, NULL or of another. */
typedef struct Before {
    CUgraphNode nodes[3];
    size_t count;
    char text[60];
} Before;

static Before some_before(int graph)
{
    Before before = {0};
    size_t wanted = below(3), length = 0;
    while (before.count < wanted) {
        unsigned number = below(NODES);
        if (!rarely(15) && (!nodes[number] || node_graph[number] != graph)) {
            wanted--;
            continue;
        }
        length +=
            (size_t)snprintf(before.text + length, sizeof before.text - length, " n%u", number);
        before.nodes[before.count++] = nodes[number];
    }
    return before;
}

static void node_made(unsigned number, int graph)
{
    if (answer != CUDA_SUCCESS)
        nodes[number] = NULL;
    node_graph[number] = graph;
}

/* A graph, or a node, that is there, or now and then one that isn't. */
static int some_graph(void)
{
    unsigned number = below(GRAPHS);
    for (unsigned i = 0; i < GRAPHS && !graphs[number] && !rarely(10); i++)
        number = (number + 1) % GRAPHS;
    return (int)number;
}

static unsigned some_node(void)
{
    unsigned number = below(NODES);
    for (unsigned i = 0; i < NODES && !nodes[number] && !rarely(20); i++)
        number = (number + 1) % NODES;
    return number;
}

static unsigned some_exec(void)
{
    unsigned number = below(EXECS);
    return execs[number] || rarely(10) ? number : (number + 1) % EXECS;
}

/* Where a new graph can go: -1 where there is no place. */
static int free_graph(void)
{
    for (int i = 0; i < GRAPHS; i++)
        if (!graphs[i])
            return i;
    return -1;
}

static void make_graph(void)
{
    int number = free_graph();
    if (number < 0)
        return;
    TELL(cuGraphCreate, (&graphs[number], rarely(20)), "g%d", number);
    if (answer != CUDA_SUCCESS)
        graphs[number] = NULL;
}

static void forget_nodes(int graph)
{
    for (unsigned i = 0; i < NODES; i++)
        if (node_graph[i] == graph)
            nodes[i] = NULL;
}

static void drop_graph(void)
{
    int number = some_graph();
    if (!rarely(3))
        return;
    TELL(cuGraphDestroy, (graphs[number]), "g%d", number);
    graphs[number] = NULL;
    forget_nodes(number);
}

static void add_node(void)
{
    unsigned to = below(NODES);
    int in = some_graph();
    if (nodes[to])
        return;
    Before before = some_before(in);
    CUgraph graph = graphs[in];
    unsigned kind = below(12), number = below(COUNTERS);
    CUDA_KERNEL_NODE_PARAMS kernel = some_kernel();
    CUDA_MEMCPY3D copy = some_copy();
    CUDA_MEMSET_NODE_PARAMS fill = some_fill();
    CUDA_HOST_NODE_PARAMS host = {rarely(15) ? NULL : count_host, &host_numbers[number]};
#define ADDED "n%u, g%d,%s"
    if (kind < 4)
        TELL(cuGraphAddKernelNode_v2, (&nodes[to], graph, before.nodes, before.count, &kernel),
             ADDED ": %s", to, in, before.text, kernel_text(&kernel));
    else if (kind == 4)
        TELL(cuGraphAddEmptyNode, (&nodes[to], graph, before.nodes, before.count), ADDED, to, in,
             before.text);
    else if (kind == 5)
        TELL(cuGraphAddHostNode, (&nodes[to], graph, before.nodes, before.count, &host),
             ADDED ": %u%s", to, in, before.text, number, host.fn ? "" : ", none");
    else if (kind < 8)
        TELL(cuGraphAddMemcpyNode, (&nodes[to], graph, before.nodes, before.count, &copy, context),
             ADDED ": type %d, %zu x %zu", to, in, before.text, (int)copy.srcMemoryType,
             copy.WidthInBytes, copy.Height);
    else if (kind < 10)
        TELL(cuGraphAddMemsetNode, (&nodes[to], graph, before.nodes, before.count, &fill, context),
             ADDED ": %u of %u, %zu x %zu / %zu", to, in, before.text, fill.value, fill.elementSize,
             fill.width, fill.height, fill.pitch);
    else if (kind == 10)
        TELL(cuGraphAddEventRecordNode,
             (&nodes[to], graph, before.nodes, before.count, events[number % EVENTS]),
             ADDED ": e%u", to, in, before.text, number % EVENTS);
    else
        TELL(cuGraphAddEventWaitNode,
             (&nodes[to], graph, before.nodes, before.count, events[number % EVENTS]),
             ADDED ": e%u", to, in, before.text, number % EVENTS);
    node_made(to, in);
}

static void add_child(void)
{
    unsigned to = below(NODES);
    int in = some_graph(), child = some_graph();
    if (nodes[to])
        return;
    Before before = some_before(in);
    TELL(cuGraphAddChildGraphNode,
         (&nodes[to], graphs[in], before.nodes, before.count, graphs[child]), "n%u, g%d,%s: g%d",
         to, in, before.text, child);
    node_made(to, in);
}

/* Memory of a graph's own: allocated by a node, freed by one after it. */
static void add_memory(void)
{
    unsigned to = below(NODES), then = below(NODES);
    int in = some_graph();
    CUDA_MEM_ALLOC_NODE_PARAMS params = {
        .poolProps = {.allocType = CU_MEM_ALLOCATION_TYPE_PINNED,
                      .location = {CU_MEM_LOCATION_TYPE_DEVICE, 0}}};
    params.bytesize = rarely(10) ? 0 : 4096;
    if (nodes[to] || nodes[then] || to == then)
        return;
    Before before = some_before(in);
    TELL(cuGraphAddMemAllocNode, (&nodes[to], graphs[in], before.nodes, before.count, &params),
         "n%u, g%d,%s: %zu", to, in, before.text, params.bytesize);
    node_made(to, in);
    if (rarely(4))
        return;
    TELL(cuGraphAddMemFreeNode,
         (&nodes[then], graphs[in], &nodes[to], nodes[to] ? 1 : 0, params.dptr), "n%u, g%d, n%u",
         then, in, to);
    node_made(then, in);
}

static void drop_node(void)
{
    unsigned number = some_node();
    TELL(cuGraphDestroyNode, (nodes[number]), "n%u", number);
    if (answer == CUDA_SUCCESS)
        nodes[number] = NULL;
}

static void change_edges(void)
{
    int in = some_graph();
    unsigned from = some_node(), to = some_node();
    if (rarely(3))
        TELL(cuGraphRemoveDependencies, (graphs[in], &nodes[from], &nodes[to], 1), "g%d, n%u, n%u",
             in, from, to);
    else
        TELL(cuGraphAddDependencies, (graphs[in], &nodes[from], &nodes[to], 1), "g%d, n%u, n%u", in,
             from, to);
}

static const char *node_name(CUgraphNode node)
{
    static char names[4][16];
    static unsigned next;
    char *name = names[next++ % COUNT(names)];
    for (unsigned i = 0; i < NODES; i++)
        if (nodes[i] == node)
            return snprintf(name, sizeof names[0], node ? "n%u" : "none", i), name;
    return "another";
}

static void ask_graph(void)
{
    int in = some_graph();
    unsigned number = some_node();
    size_t room = rarely(3) ? below(3) : 30, count = room;
    CUgraphNode got[30] = {0}, to[30] = {0};
    CUgraphNodeType type = 0;
    bool asked_twice = rarely(3);
    switch (below(6)) {
    case 0:
        TELL(cuGraphGetNodes, (graphs[in], asked_twice ? NULL : got, &count), "g%d, %zu", in, room);
        break;
    case 1:
        TELL(cuGraphGetRootNodes, (graphs[in], asked_twice ? NULL : got, &count), "g%d, %zu", in,
             room);
        break;
    case 2:
        TELL(cuGraphGetEdges,
             (graphs[in], asked_twice ? NULL : got, asked_twice ? NULL : to, &count), "g%d, %zu",
             in, room);
        break;
    case 3:
        TELL(cuGraphNodeGetDependencies, (nodes[number], asked_twice ? NULL : got, &count),
             "n%u, %zu", number, room);
        break;
    case 4:
        TELL(cuGraphNodeGetDependentNodes, (nodes[number], asked_twice ? NULL : got, &count),
             "n%u, %zu", number, room);
        break;
    default:
        TELL(cuGraphNodeGetType, (nodes[number], &type), "n%u", number);
        gave("type %d", (int)type);
        return;
    }
    gave("%zu", count);
    for (size_t i = 0; !asked_twice && i < room && i < count; i++)
        gave("%s%s%s", node_name(got[i]), to[i] ? " " : "", to[i] ? node_name(to[i]) : "");
}

static void change_node(void)
{
    unsigned number = some_node(), which = below(EVENTS);
    CUDA_KERNEL_NODE_PARAMS kernel = some_kernel();
    CUDA_MEMCPY3D copy = some_copy();
    CUDA_MEMSET_NODE_PARAMS fill = some_fill();
    switch (below(8)) {
    case 0:
        TELL(cuGraphKernelNodeSetParams_v2, (nodes[number], &kernel), "n%u: %s", number,
             kernel_text(&kernel));
        break;
    case 1:
        TELL(cuGraphMemcpyNodeSetParams, (nodes[number], &copy), "n%u: type %d, %zu x %zu", number,
             (int)copy.srcMemoryType, copy.WidthInBytes, copy.Height);
        break;
    case 2:
        TELL(cuGraphMemsetNodeSetParams, (nodes[number], &fill), "n%u: %u of %u, %zu x %zu / %zu",
             number, fill.value, fill.elementSize, fill.width, fill.height, fill.pitch);
        break;
    case 3:
        TELL(cuGraphEventRecordNodeSetEvent, (nodes[number], events[which]), "n%u, e%u", number,
             which);
        break;
    case 4:
        kernel = (CUDA_KERNEL_NODE_PARAMS){0};
        TELL(cuGraphKernelNodeGetParams_v2, (nodes[number], &kernel), "n%u", number);
        gave("%s, %u x %u, %u, %s", kernel.func == add ? "add" : "another", kernel.gridDimX,
             kernel.blockDimX, kernel.sharedMemBytes, kernel.kernelParams ? "arguments" : "none");
        break;
    case 5:
        fill = (CUDA_MEMSET_NODE_PARAMS){0};
        TELL(cuGraphMemsetNodeGetParams, (nodes[number], &fill), "n%u", number);
        gave("%lld, %u of %u, %zu x %zu / %zu", (long long)(fill.dst - memory), fill.value,
             fill.elementSize, fill.width, fill.height, fill.pitch);
        break;
    case 6:
        copy = (CUDA_MEMCPY3D){0};
        TELL(cuGraphMemcpyNodeGetParams, (nodes[number], &copy), "n%u", number);
        gave("types %d %d, %zu x %zu x %zu, pitches %zu %zu, heights %zu %zu",
             (int)copy.srcMemoryType, (int)copy.dstMemoryType, copy.WidthInBytes, copy.Height,
             copy.Depth, copy.srcPitch, copy.dstPitch, copy.srcHeight, copy.dstHeight);
        break;
    default:
        TELL(cuGraphEventWaitNodeSetEvent, (nodes[number], events[which]), "n%u, e%u", number,
             which);
    }
}

static void clone_graph(void)
{
    int to = free_graph(), from = some_graph();
    unsigned number = some_node();
    CUgraphNode found = NULL;
    if (to < 0)
        return;
    TELL(cuGraphClone, (&graphs[to], graphs[from]), "g%d, g%d", to, from);
    if (answer != CUDA_SUCCESS)
        graphs[to] = NULL;
    TELL(cuGraphNodeFindInClone, (&found, nodes[number], graphs[to]), "n%u, g%d", number, to);
}

static void instantiate(void)
{
    unsigned to = below(EXECS);
    static const unsigned long long flags[] = {0, 0, 0, 1, 2, 8, 4, 64, 3};
    int from = some_graph();
    unsigned long long flag = PICK(flags);
    uint64_t told = 99;
    if (execs[to] && rarely(2)) {
        TELL(cuGraphExecDestroy, (execs[to]), "x%u", to);
        execs[to] = NULL;
    }
    if (!execs[to]) {
        TELL(cuGraphInstantiateWithFlags, (&execs[to], graphs[from], flag), "x%u, g%d, %llu", to,
             from, flag);
        if (answer != CUDA_SUCCESS)
            execs[to] = NULL;
    }
    TELL(cuGraphExecGetFlags, (execs[to], &told), "x%u", to);
    gave("%llu", (unsigned long long)told);
}

/* Waits for all, but where that would end a capture. */
static void settle(void)
{
    CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
    for (unsigned i = 0; i < STREAMS; i++)
        if (cu.cuStreamIsCapturing(streams[i], &status) != CUDA_SUCCESS ||
            status != CU_STREAM_CAPTURE_STATUS_NONE)
            return;
    CUresult result = cu.cuCtxSynchronize();
    if (result != CUDA_SUCCESS)
        printf("  then %s\n", result_name(result));
}

static void launch(void)
{
    unsigned which = some_exec(), in = below(STREAMS);
    if (rarely(6))
        TELL(cuGraphUpload, (execs[which], streams[in]), "x%u, s%u", which, in);
    TELL(cuGraphLaunch, (execs[which], streams[in]), "x%u, s%u", which, in);
    settle();
}

static void change_exec(void)
{
    unsigned which = some_exec(), number = some_node(), on = below(2), with = below(EVENTS);
    int from = some_graph();
    CUDA_KERNEL_NODE_PARAMS kernel = some_kernel();
    CUDA_MEMSET_NODE_PARAMS fill = some_fill();
    CUDA_MEMCPY3D copy = some_copy();
    CUgraphExecUpdateResultInfo info = {0};
    switch (below(8)) {
    case 0:
    case 1:
        TELL(cuGraphExecUpdate_v2, (execs[which], graphs[from], &info), "x%u, g%d", which, from);
        printf("  update %d\n", (int)info.result);
        break;
    case 2:
        TELL(cuGraphNodeSetEnabled, (execs[which], nodes[number], on), "x%u, n%u, %u", which,
             number, on);
        break;
    case 3:
        on = 9;
        TELL(cuGraphNodeGetEnabled, (execs[which], nodes[number], &on), "x%u, n%u", which, number);
        gave("%u", on);
        break;
    case 4:
        TELL(cuGraphExecKernelNodeSetParams_v2, (execs[which], nodes[number], &kernel),
             "x%u, n%u: %s", which, number, kernel_text(&kernel));
        break;
    case 5:
        TELL(cuGraphExecMemsetNodeSetParams, (execs[which], nodes[number], &fill, context),
             "x%u, n%u: %u of %u, %zu x %zu / %zu", which, number, fill.value, fill.elementSize,
             fill.width, fill.height, fill.pitch);
        break;
    case 6:
        TELL(cuGraphExecMemcpyNodeSetParams, (execs[which], nodes[number], &copy, context),
             "x%u, n%u: type %d, %zu x %zu", which, number, (int)copy.srcMemoryType,
             copy.WidthInBytes, copy.Height);
        break;
    default:
        TELL(cuGraphExecEventRecordNodeSetEvent, (execs[which], nodes[number], events[with]),
             "x%u, n%u, e%u", which, number, with);
    }
}

static void capture(void)
{
    unsigned in = below(STREAMS);
    CUstreamCaptureMode mode = (CUstreamCaptureMode)below(rarely(15) ? 5 : 3);
    TELL(cuStreamBeginCapture_v2, (streams[in], mode), "s%u, %d", in, (int)mode);
}

static void end_capture(void)
{
    unsigned in = below(STREAMS);
    int to = free_graph();
    if (to < 0)
        return;
    TELL(cuStreamEndCapture, (streams[in], &graphs[to]), "s%u, g%d", in, to);
    if (answer != CUDA_SUCCESS)
        graphs[to] = NULL;
}

/* What may be captured, or must not while something is. */
static void use_stream(void)
{
    unsigned in = below(STREAMS), other = below(STREAMS), with = below(EVENTS), value = below(100);
    CUDA_KERNEL_NODE_PARAMS kernel = some_kernel();
    CUstreamCaptureStatus status = 9;
    CUgraph capturing = NULL;
    const CUgraphNode *last = NULL;
    size_t count = 0;
    uint64_t id = 0;
    switch (below(12)) {
    case 0:
    case 1:
    case 2:
        TELL(cuLaunchKernel,
             (kernel.func, kernel.gridDimX, 1, 1, kernel.blockDimX, 1, 1, kernel.sharedMemBytes,
              streams[in], kernel.kernelParams, NULL),
             "s%u, %s", in, kernel_text(&kernel));
        break;
    case 3:
        TELL(cuMemsetD32Async, (memory + 2048, value, 4, streams[in]), "s%u, %u", in, value);
        break;
    case 4:
        TELL(cuMemcpyAsync, (memory + 1024, memory + 512, 16, streams[in]), "s%u", in);
        break;
    case 5:
    case 6:
        TELL(cuEventRecord, (events[with], streams[in]), "e%u, s%u", with, in);
        break;
    case 7:
    case 8:
        TELL(cuStreamWaitEvent, (streams[other], events[with], 0), "s%u, e%u", other, with);
        break;
    case 9:
        TELL(cuStreamIsCapturing, (streams[in], &status), "s%u", in);
        gave("%d", (int)status);
        break;
    case 10:
        TELL(cuStreamGetCaptureInfo_v2, (streams[in], &status, &id, &capturing, &last, &count),
             "s%u", in);
        gave("%d, %s, %zu", (int)status, capturing ? "a graph" : "none", count);
        break;
    default:
        switch (below(4)) {
        case 0:
            TELL(cuStreamSynchronize, (streams[in]), "s%u", in);
            break;
        case 1:
            TELL(cuEventSynchronize, (events[with]), "e%u", with);
            break;
        case 2:
            TELL(cuMemcpyHtoD_v2, (memory + 512, host_numbers, 16), "memory");
            break;
        default:
            TELL(cuLaunchHostFunc, (streams[in], count_host, &host_numbers[with]), "s%u, %u", in,
                 with);
        }
    }
}

static void tell_contents(void)
{
    static unsigned char copied[4096];
    CUgraph left = NULL;
    for (unsigned i = 0; i < STREAMS; i++)
        cu.cuStreamEndCapture(streams[i], &left);
    printf("at the end %s\n", result_name(cu.cuCtxSynchronize()));
    if (cu.cuMemcpyDtoH_v2(copied, memory, sizeof copied) != CUDA_SUCCESS)
        return;
    for (unsigned i = 0; i < COUNTERS; i++)
        printf("counter %u: %u, host %llu\n", i, ((unsigned *)copied)[i],
               (unsigned long long)host_numbers[i]);
}

static void run(void)
{
    static const Call table[] = {
        {make_graph, 8},   {drop_graph, 3},  {add_node, 34},    {add_child, 4},
        {add_memory, 3},   {drop_node, 3},   {change_edges, 8}, {ask_graph, 14},
        {change_node, 9},  {clone_graph, 3}, {instantiate, 9},  {launch, 9},
        {change_exec, 12}, {capture, 4},     {end_capture, 4},  {use_stream, 24}};
    CUmodule adding;
    cu.cuModuleLoadData(&adding, add_ptx);
    cu.cuModuleGetFunction(&add, adding, "add");
    cu.cuMemsetD8_v2(memory, 0, 4096);
    streams[0] = stream;
    cu.cuStreamCreate(&streams[1], CU_STREAM_NON_BLOCKING);
    cu.cuStreamCreate(&streams[2], CU_STREAM_DEFAULT);
    for (unsigned i = 0; i < EVENTS; i++)
        cu.cuEventCreate(&events[i], CU_EVENT_DISABLE_TIMING);
    calls_make(table, 1, 2); /* graphs, and nodes in them, to work with */
    calls_make(table + 2, 1, 12);
    calls_make(table, COUNT(table), CALLS);
    tell_contents();
}

int main(int count, char **arguments)
{
    static const unsigned except[] = {2, 3, 4, 5, 16, 20, 22, 23, 30, 32};
    return record_seeds(count, arguments, 0, 33, except, COUNT(except), run);
}
