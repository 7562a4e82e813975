/* What each way to fault is called, and what every call answers afterwards, also with wrong
 * arguments, which shows what a driver looks at first: "call = RESULT" lines for any libcuda.
 *
 *   misuse_fault LIBCUDA
 */
#include "recorder.h"

#define HEAD ".version 7.0\n.target sm_52\n.address_size 64\n"

/* One way each: the body of a kernel with the parameters p, of valid memory, and n. */
typedef struct Way {
    const char *name, *body;
} Way;

static const Way ways[] = {
    {"null", "  mov.u64 %d2, 0;\n  st.global.u32 [%d2], 1;\n"},
    {"null, generic", "  mov.u64 %d2, 0;\n  st.u32 [%d2], 1;\n"},
    {"far away", "  mov.u64 %d2, 0x7000000000000000;\n  ld.global.u32 %r2, [%d2];\n"
                 "  st.global.u32 [%d1], %r2;\n"},
    {"misaligned 4", "  st.global.u32 [%d1+2], 1;\n"},
    {"misaligned 8", "  st.global.u64 [%d1+4], 1;\n"},
    {"misaligned vector", "  st.global.v4.u32 [%d1+8], {%r1, %r1, %r1, %r1};\n"},
    {"misaligned and null", "  mov.u64 %d2, 2;\n  st.global.u32 [%d2], 1;\n"},
    {"misaligned atomic", "  atom.global.add.u32 %r2, [%d1+2], 1;\n"},
    {"atomic at null", "  mov.u64 %d2, 0;\n  atom.global.add.u32 %r2, [%d2], 1;\n"},
    {"shared, past the end", "  add.u32 %r2, %r1, 300000;\n  st.shared.u32 [%r2], 1;\n"},
    {"shared, misaligned", "  mov.u32 %r2, s;\n  add.u32 %r2, %r2, %r1;\n  add.u32 %r2, %r2, 2;\n"
                           "  st.shared.u32 [%r2], 1;\n"},
    {"local, past the end", "  mov.u64 %d2, l;\n  add.u64 %d2, %d2, 0x1000000;\n"
                            "  st.local.u32 [%d2], %r1;\n"},
    {"local, misaligned", "  mov.u64 %d2, l;\n  cvt.u64.u32 %d3, %r1;\n  add.u64 %d2, %d2, %d3;\n"
                          "  st.local.u32 [%d2+2], %r1;\n  ld.local.u32 %r2, [l];\n"
                          "  st.global.u32 [%d1], %r2;\n"},
    {"a jump to nowhere", "  mov.u64 %d2, 0x1230;\n  cvt.u64.u32 %d3, %r1;\n"
                          "  add.u64 %d2, %d2, %d3;\n  call %d2, (), proto;\n"},
    {"trap", "  trap;\n"},
    {"breakpoint", "  brkpt;\n"},
    {"exit", "  exit;\n"},
    {"an atomic in local memory", "  mov.u64 %d2, l;\n  cvta.local.u64 %d2, %d2;\n"
                                  "  atom.add.u32 %r2, [%d2], 1;\n  st.global.u32 [%d1], %r2;\n"},
    {"a store to constants", "  mov.u64 %d2, c;\n  cvta.const.u64 %d2, %d2;\n"
                             "  st.u32 [%d2], %r1;\n"},
    {"a load past constants", "  add.u32 %r2, %r1, 70000;\n  cvt.u64.u32 %d3, %r2;\n"
                              "  mov.u64 %d2, c;\n  add.u64 %d2, %d2, %d3;\n"
                              "  ld.const.u32 %r3, [%d2];\n  st.global.u32 [%d1], %r3;\n"},
    {"recursion without end", "  call f, ();\n"},
    {"the host's memory", "  mov.u64 %d2, %d4;\n  st.global.u32 [%d2], 1;\n"},
    {"division by zero", "  div.u32 %r2, 1, %r1;\n  st.global.u32 [%d1], %r2;\n"},
};

static char source[4096];

static const char *source_of(const Way *way)
{
    snprintf(source, sizeof source,
             HEAD ".const .align 4 .b8 c[64];\n.func f() {\n  .local .align 8 .b8 l[1024];\n"
                  "  .reg .b64 %%d<3>;\n  .reg .u32 %%r;\n  mov.u64 %%d1, l;\n"
                  "  mov.u32 %%r, %%clock;\n  st.local.u32 [%%d1], %%r;\n  call f, ();\n"
                  "  ld.local.u32 %%r, [%%d1];\n  st.local.u32 [%%d1+4], %%r;\n  ret;\n}\n"
                  ".visible .entry k(.param .u64 p, .param .u64 h, .param .u32 n) {\n"
                  "  .shared .align 16 .b8 s[64];\n  .local .align 16 .b8 l[64];\n"
                  "  .reg .b64 %%d<6>;\n  .reg .u32 %%r<6>;\n"
                  "  proto: .callprototype _ ();\n"
                  "  ld.param.u64 %%d1, [p];\n  ld.param.u64 %%d4, [h];\n"
                  "  ld.param.u32 %%r1, [n];\n%s  ret;\n}\n",
             way->body);
    return source;
}

static int way_at;

static void way_record(void)
{
    const Way *way = &ways[way_at];
    static char page[4096];
    CUmodule loaded = NULL;
    CUfunction kernel = NULL;
    unsigned none = 0;
    CUdeviceptr address;
    uintptr_t here = (uintptr_t)page;
    void *arguments[] = {&memory, &here, &none};
    begin();
    printf("%s:\n", way->name);
    SAY_AS("load", cu.cuModuleLoadData(&loaded, source_of(way)));
    if (!loaded)
        return;
    cu.cuModuleGetFunction(&kernel, loaded, "k");
    SAY_AS("launch", cu.cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, stream, arguments, NULL));
    SAY(cuStreamSynchronize(stream));
    SAY(cuMemAlloc_v2(&address, 16));
}

/* Made before the fault. */
static char host[4096];
static CUdeviceptr managed, pooled;
static CUgraph graph;
static CUgraphExec exec;
static CUarray array;
static CUmemoryPool pool;
static CUlibrary library;
static CUkernel kernel_of_library;
static CUcontext other;
static CUstream others_stream;
static CUdeviceptr others_memory;
static void *pinned;
static CUtexObject texture;

static void fault_begin(void)
{
    CUDA_ARRAY_DESCRIPTOR flat = {16, 16, CU_AD_FORMAT_FLOAT, 1};
    CUDA_RESOURCE_DESC resource = {.resType = CU_RESOURCE_TYPE_ARRAY};
    CUDA_TEXTURE_DESC how = {0};
    CUdeviceptr wrong = 64;
    unsigned value = 1;
    void *arguments[] = {&wrong, &value};
    begin();
    cu.cuCtxCreate_v2(&other, 0, 0);
    cu.cuStreamCreate(&others_stream, 0);
    cu.cuMemAlloc_v2(&others_memory, 64);
    cu.cuCtxSetCurrent(context);
    cu.cuMemAllocManaged(&managed, 4096, CU_MEM_ATTACH_GLOBAL);
    cu.cuMemAllocAsync(&pooled, 64, stream);
    cu.cuDeviceGetDefaultMemPool(&pool, 0);
    cu.cuMemAllocHost_v2(&pinned, 64);
    cu.cuGraphCreate(&graph, 0);
    cu.cuGraphInstantiateWithFlags(&exec, graph, 0);
    cu.cuArrayCreate_v2(&array, &flat);
    resource.res.array.hArray = array;
    cu.cuTexObjectCreate(&texture, &resource, &how, NULL);
    cu.cuLibraryLoadData(&library, kernels_ptx, NULL, NULL, 0, NULL, NULL, 0);
    cu.cuLibraryGetKernel(&kernel_of_library, library, "scale");
    cu.cuEventRecord(event, stream);
    cu.cuStreamSynchronize(stream);
    SAY_AS("launch", cu.cuLaunchKernel(store, 1, 1, 1, 1, 1, 1, 0, stream, arguments, NULL));
    SAY(cuStreamSynchronize(stream));
}

static void wrong_afterwards(void)
{
    size_t size;
    int number;
    CUdeviceptr address;
    CUmodule loaded;
    CUfunction found;
    CUstream made;
    CUevent made_event;
    void *page;
    fault_begin();
    SAY(cuMemAlloc_v2(NULL, 16));
    SAY(cuMemAlloc_v2(&address, 0));
    SAY(cuMemFree_v2(0));
    SAY(cuMemFree_v2(0x1234));
    SAY(cuMemAllocHost_v2(NULL, 16));
    SAY(cuMemHostAlloc(&page, 16, 0x100));
    SAY(cuMemFreeHost(NULL));
    SAY(cuMemFreeHost(host));
    SAY(cuMemAllocManaged(&address, 0, 1));
    SAY(cuMemAllocPitch_v2(&address, &size, 0, 0, 3));
    SAY(cuMemAllocAsync(NULL, 16, stream));
    SAY(cuMemFreeAsync(0x1234, stream));
    SAY(cuMemcpyHtoD_v2(0, NULL, 4));
    SAY(cuMemcpyHtoD_v2(memory, host, 0));
    SAY(cuMemcpyDtoH_v2(NULL, 0, 4));
    SAY(cuMemcpy2D_v2(NULL));
    SAY(cuMemcpy3D_v2(NULL));
    SAY(cuMemsetD32_v2(memory + 1, 0, 4));
    SAY(cuMemsetD8_v2(memory, 0, 0));
    SAY(cuMemGetInfo_v2(NULL, NULL));
    SAY(cuMemGetAddressRange_v2(NULL, NULL, 0x1234));
    SAY(cuPointerGetAttribute(NULL, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, memory));
    SAY(cuPointerGetAttribute(&number, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, 0x1234));
    SAY(cuMemHostRegister_v2(NULL, 0, 0));
    SAY(cuMemHostUnregister(host));
    SAY(cuMemHostGetFlags(NULL, NULL));
    SAY(cuMemHostGetDevicePointer_v2(NULL, NULL, 0));
    SAY(cuModuleLoadData(NULL, NULL));
    SAY(cuModuleLoadData(&loaded, "nonsense"));
    SAY(cuModuleLoad(&loaded, "/nowhere"));
    SAY(cuModuleLoad(&loaded, NULL));
    SAY(cuModuleGetFunction(NULL, NULL, NULL));
    SAY(cuModuleGetFunction(&found, module, "absent"));
    SAY(cuModuleGetGlobal_v2(NULL, NULL, module, NULL));
    SAY(cuModuleGetGlobal_v2(NULL, NULL, module, "absent"));
    SAY(cuModuleUnload(NULL));
    SAY(cuFuncGetAttribute(NULL, 99, NULL));
    SAY(cuFuncGetAttribute(&number, 99, scale));
    SAY(cuFuncSetAttribute(NULL, 99, 0));
    SAY(cuFuncSetAttribute(scale, 8, -1));
    SAY(cuFuncSetCacheConfig(NULL, 9));
    SAY(cuFuncGetModule(NULL, NULL));
    SAY(cuFuncGetName(NULL, NULL));
    SAY(cuFuncGetParamInfo(NULL, 0, NULL, NULL));
    SAY(cuOccupancyMaxActiveBlocksPerMultiprocessor(NULL, NULL, 0, 0));
    SAY(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&number, scale, 32, 0, 9));
    SAY(cuLaunchKernel(NULL, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
    SAY(cuLaunchKernel(nothing, 0, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
    SAY(cuLaunchKernel(nothing, 1, 1, 1, 2048, 1, 1, 0, NULL, NULL, NULL));
    SAY(cuLaunchKernelEx(NULL, nothing, NULL, NULL));
    SAY(cuLaunchCooperativeKernel(nothing, 1000000, 1, 1, 32, 1, 1, 0, NULL, NULL));
    SAY(cuStreamCreate(NULL, 0));
    SAY(cuStreamCreate(&made, 9));
    SAY(cuStreamDestroy_v2(NULL));
    SAY(cuStreamGetFlags(stream, NULL));
    SAY(cuStreamGetPriority(stream, NULL));
    SAY(cuStreamWaitEvent(stream, NULL, 0));
    SAY(cuStreamAddCallback(stream, NULL, NULL, 0));
    SAY(cuLaunchHostFunc(stream, NULL, NULL));
    SAY(cuStreamBeginCapture_v2(stream, 77));
    SAY(cuStreamEndCapture(stream, NULL));
    SAY(cuStreamIsCapturing(stream, NULL));
    SAY(cuEventCreate(NULL, 0));
    SAY(cuEventCreate(&made_event, 0x100));
    SAY(cuEventQuery(NULL));
    SAY(cuEventSynchronize(NULL));
    SAY(cuEventRecord(NULL, NULL));
    SAY(cuEventElapsedTime(NULL, NULL, NULL));
    SAY(cuEventDestroy_v2(NULL));
    SAY(cuCtxGetLimit(NULL, 0));
    SAY(cuCtxGetLimit(&size, 99));
    SAY(cuCtxSetLimit(99, 0));
    SAY(cuCtxSetCacheConfig(99));
    SAY(cuCtxGetFlags(NULL));
    SAY(cuCtxGetStreamPriorityRange(NULL, NULL));
    SAY(cuGraphCreate(NULL, 0));
    SAY(cuGraphLaunch(NULL, stream));
    SAY(cuGraphInstantiateWithFlags(NULL, NULL, 0));
    SAY(cuArrayCreate_v2(NULL, NULL));
    SAY(cuArrayDestroy(NULL));
    SAY(cuMemPoolTrimTo(NULL, 0));
    SAY(cuMemPoolGetAttribute(NULL, 1, &size));
    SAY(cuLinkCreate_v2(0, NULL, NULL, NULL));
    SAY(cuLibraryUnload(NULL));
    SAY(cuLibraryGetKernel(NULL, NULL, NULL));
    SAY(cuTexObjectCreate(NULL, NULL, NULL, NULL));
    SAY(cuTexObjectDestroy(0));
    SAY(cuIpcGetMemHandle(NULL, memory));
    SAY(cuMemPrefetchAsync(0, 0, 0, stream));
    SAY(cuMemAdvise(0, 0, 0, 0));
}

static void right_afterwards(void)
{
    size_t size;
    int number;
    unsigned flags;
    unsigned long long id;
    char name[64];
    const char *text;
    void *page;
    CUdeviceptr address;
    CUmodule loaded;
    CUfunction found;
    CUstream made;
    CUgraph made_graph;
    CUgraphExec made_exec;
    CUgraphNode node;
    CUarray made_array;
    CUlibrary made_library;
    CUkernel found_kernel;
    CUlinkState link;
    CUcontext current;
    CUmemoryPool made_pool;
    CUipcMemHandle handle;
    CUmemGenericAllocationHandle physical;
    CUDA_ARRAY_DESCRIPTOR flat = {16, 16, CU_AD_FORMAT_FLOAT, 1};
    CUmemPoolProps properties = {.allocType = CU_MEM_ALLOCATION_TYPE_PINNED,
                                 .location = {CU_MEM_LOCATION_TYPE_DEVICE, 0}};
    CUmemAllocationProp on_device = {.type = CU_MEM_ALLOCATION_TYPE_PINNED,
                                     .location = {CU_MEM_LOCATION_TYPE_DEVICE, 0}};
    fault_begin();
    SAY(cuMemAllocManaged(&address, 16, 1));
    SAY(cuMemHostAlloc(&page, 16, 0));
    SAY(cuMemAllocPitch_v2(&address, &size, 16, 4, 4));
    SAY(cuMemAllocAsync(&address, 16, stream));
    SAY(cuMemFreeAsync(pooled, stream));
    SAY(cuMemHostRegister_v2(host, 4096, 0));
    SAY(cuMemHostUnregister(host));
    SAY(cuMemHostGetDevicePointer_v2(&address, pinned, 0));
    SAY(cuMemHostGetFlags(&flags, pinned));
    SAY(cuPointerGetAttribute(&current, CU_POINTER_ATTRIBUTE_CONTEXT, memory));
    SAY(cuPointerGetAttribute(&id, CU_POINTER_ATTRIBUTE_BUFFER_ID, memory));
    SAY(cuMemPrefetchAsync(managed, 4096, 0, stream));
    SAY(cuMemAdvise(managed, 4096, CU_MEM_ADVISE_SET_READ_MOSTLY, 0));
    SAY(cuMemRangeGetAttribute(&number, 4, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, managed, 4096));
    SAY(cuMemcpyDtoD_v2(memory, memory + 64, 4));
    SAY(cuMemcpy(memory, memory + 64, 4));
    SAY(cuMemsetD8Async(memory, 0, 4, stream));
    SAY(cuModuleGetFunctionCount(&flags, module));
    SAY(cuModuleLoadFatBinary(&loaded, kernels_ptx));
    SAY(cuFuncSetAttribute(scale, 8, 1000));
    SAY(cuFuncSetCacheConfig(scale, 1));
    SAY(cuFuncGetModule(&loaded, scale));
    SAY(cuFuncGetName(&text, scale));
    SAY(cuFuncGetParamInfo(scale, 0, &size, &size));
    SAY(cuFuncLoad(scale));
    SAY(cuOccupancyMaxPotentialBlockSize(&number, &number, scale, NULL, 0, 0));
    SAY(cuOccupancyAvailableDynamicSMemPerBlock(&size, scale, 1, 32));
    SAY(cuLaunchCooperativeKernel(nothing, 1, 1, 1, 1, 1, 1, 0, stream, NULL));
    SAY(cuLaunchHostFunc(stream, (CUhostFn)begin, NULL));
    SAY(cuStreamGetFlags(stream, &flags));
    SAY(cuStreamGetPriority(stream, &number));
    SAY(cuStreamGetCtx(stream, &current));
    SAY(cuStreamGetId(stream, &id));
    SAY(cuStreamIsCapturing(stream, (CUstreamCaptureStatus *)&number));
    SAY(cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
    SAY(cuStreamEndCapture(stream, &made_graph));
    SAY(cuStreamCreateWithPriority(&made, 0, 0));
    SAY(cuStreamWriteValue32_v2(stream, memory, 1, 0));
    SAY(cuStreamQuery(NULL));
    SAY(cuStreamSynchronize(NULL));
    SAY(cuGraphCreate(&made_graph, 0));
    SAY(cuGraphAddEmptyNode(&node, graph, NULL, 0));
    SAY(cuGraphGetNodes(graph, NULL, &size));
    SAY(cuGraphInstantiateWithFlags(&made_exec, graph, 0));
    SAY(cuGraphLaunch(exec, stream));
    SAY(cuGraphUpload(exec, stream));
    SAY(cuGraphExecDestroy(exec));
    SAY(cuGraphDestroy(graph));
    SAY(cuArrayCreate_v2(&made_array, &flat));
    SAY(cuArrayGetDescriptor_v2(&flat, array));
    SAY(cuTexObjectDestroy(texture));
    SAY(cuArrayDestroy(array));
    SAY(cuDeviceGetDefaultMemPool(&made_pool, 0));
    SAY(cuMemPoolCreate(&made_pool, &properties));
    SAY(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &id));
    SAY(cuMemPoolTrimTo(pool, 0));
    SAY(cuLibraryLoadData(&made_library, kernels_ptx, NULL, NULL, 0, NULL, NULL, 0));
    SAY(cuLibraryGetKernel(&found_kernel, library, "scale"));
    SAY(cuKernelGetFunction(&found, kernel_of_library));
    SAY(cuKernelGetName(&text, kernel_of_library));
    SAY(cuLibraryGetModule(&loaded, library));
    SAY(cuLibraryGetGlobal(&address, &size, library, "counter"));
    SAY(cuLibraryUnload(library));
    SAY(cuLinkCreate_v2(0, NULL, NULL, &link));
    SAY(cuIpcGetMemHandle(&handle, memory));
    SAY(cuMemGetAllocationGranularity(&size, &on_device, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
    SAY(cuMemAddressReserve(&address, 2 << 20, 0, 0, 0));
    SAY(cuMemCreate(&physical, 2 << 20, &on_device, 0));
    SAY(cuDeviceGetCount(&number));
    SAY(cuDeviceGet(&device, 0));
    SAY(cuDeviceGetName(name, 64, 0));
    SAY(cuDeviceTotalMem_v2(&size, 0));
    SAY(cuDriverGetVersion(&number));
    SAY(cuInit(0));
    SAY(cuGetErrorName(700, &text));
    SAY(cuDeviceCanAccessPeer(&number, 0, 0));
    SAY(cuCtxSetLimit(0, 2048));
    SAY(cuCtxGetFlags(&flags));
    SAY(cuCtxSetFlags(0));
    SAY(cuCtxGetId(context, &id));
    SAY(cuCtxGetApiVersion(context, &flags));
    SAY(cuCtxGetCacheConfig((CUfunc_cache *)&number));
    SAY(cuCtxSetCacheConfig(1));
    SAY(cuCtxGetSharedMemConfig((CUsharedconfig *)&number));
    SAY(cuCtxGetStreamPriorityRange(&number, &number));
    SAY(cuCtxResetPersistingL2Cache());
    SAY(cuProfilerStart());
    SAY(cuProfilerStop());
    SAY(cuDevicePrimaryCtxGetState(0, &flags, &number));
    SAY(cuDevicePrimaryCtxSetFlags_v2(0, 0));
    SAY(cuCtxPopCurrent_v2(&current));
    SAY(cuCtxPushCurrent_v2(context));
    SAY(cuMemFreeHost(pinned));
    SAY(cuMemFree_v2(managed));
}

/* What another context of the process, and the primary one made anew, can do. */
static void other_contexts_afterwards(void)
{
    CUdeviceptr address;
    CUcontext made = NULL;
    unsigned flags;
    int number;
    fault_begin();
    SAY(cuCtxSetCurrent(other));
    SAY(cuMemAlloc_v2(&address, 16));
    SAY(cuMemcpyHtoD_v2(others_memory, host, 16));
    SAY(cuStreamSynchronize(others_stream));
    SAY(cuStreamQuery(others_stream));
    SAY(cuCtxSynchronize());
    SAY(cuLaunchKernel(nothing, 1, 1, 1, 1, 1, 1, 0, others_stream, NULL, NULL));
    SAY(cuMemFree_v2(memory));
    SAY(cuMemFree_v2(others_memory));
    SAY(cuStreamDestroy_v2(others_stream));
    SAY(cuDevicePrimaryCtxGetState(0, &flags, &number));
    printf("active %d\n", number);
    SAY(cuDevicePrimaryCtxRetain(&context, 0));
    SAY(cuDevicePrimaryCtxRelease_v2(0));
    SAY(cuDevicePrimaryCtxRelease_v2(0));
    SAY(cuDevicePrimaryCtxRelease_v2(0));
    SAY(cuDevicePrimaryCtxGetState(0, &flags, &number));
    printf("active %d\n", number);
    SAY(cuDevicePrimaryCtxRetain(&context, 0));
    SAY(cuCtxDestroy_v2(other));
    SAY(cuCtxCreate_v2(&made, 0, 0));
    SAY(cuDevicePrimaryCtxReset_v2(0));
    SAY(cuDevicePrimaryCtxRetain(&context, 0));
    SAY(cuCtxSetCurrent(context));
    SAY(cuCtxGetDevice(&number));
    SAY(cuCtxSynchronize());
    SAY(cuMemAlloc_v2(&address, 16));
    SAY(cuDeviceGetCount(&number));
    SAY(cuInit(0));
}

/* A fault that nobody has asked for yet. */
static void unasked(void)
{
    CUdeviceptr wrong = 64, address;
    unsigned value = 1;
    void *arguments[] = {&wrong, &value};
    CUcontext current;
    begin();
    SAY_AS("launch", cu.cuLaunchKernel(store, 1, 1, 1, 1, 1, 1, 0, stream, arguments, NULL));
    for (int i = 0; i < 100 && cu.cuStreamQuery(stream) == CUDA_ERROR_NOT_READY; i++)
        usleep(10000);
    SAY(cuCtxGetCurrent(&current));
    SAY(cuMemAlloc_v2(&address, 16));
    SAY(cuEventQuery(event));
    SAY(cuStreamSynchronize(stream));
}

static const Section sections[] = {
    {"wrong calls afterwards", wrong_afterwards},
    {"right calls afterwards", right_afterwards},
    {"restart: other contexts afterwards", other_contexts_afterwards},
    {"unasked", unasked},
};

int main(int count, char **words)
{
    int status = 0;
    for (; way_at < (int)(sizeof ways / sizeof ways[0]) && !status; way_at++) {
        char name[16];
        snprintf(name, sizeof name, "way %d", way_at);
        status = record(count, words, &(Section){name, way_record}, 1);
    }
    return status ? status : record(count, words, sections, sizeof sections / sizeof sections[0]);
}
