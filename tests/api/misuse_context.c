/* Calls without a current context and with another one's handles, limits, streams and events, what
 * pointers are said to be, host memory, pitches: "call = RESULT" lines for any libcuda.
 *
 *   misuse_context LIBCUDA
 */
#include "recorder.h"

#include <sys/mman.h>

static char host[1 << 16];

static void no_context(void)
{
    size_t size;
    int number;
    float time;
    CUdeviceptr address = 0, managed = 0, pooled = 0;
    CUcontext owner;
    CUfunction found;
    CUmodule loaded;
    CUstream made;
    CUevent made_event;
    CUgraph graph = NULL;
    CUgraphExec exec = NULL;
    CUmemoryPool pool = NULL;
    CUarray array = NULL;
    unsigned flags;
    void *pinned = NULL, *another = NULL;
    CUDA_ARRAY_DESCRIPTOR flat = {16, 16, CU_AD_FORMAT_FLOAT, 1};
    CUmemPoolProps properties = {.allocType = CU_MEM_ALLOCATION_TYPE_PINNED,
                                 .location = {CU_MEM_LOCATION_TYPE_DEVICE, 0}};
    begin();
    cu.cuMemAllocManaged(&managed, 4096, CU_MEM_ATTACH_GLOBAL);
    cu.cuMemAllocHost_v2(&pinned, 4096);
    cu.cuMemAllocHost_v2(&another, 4096);
    cu.cuMemAllocAsync(&pooled, 4096, stream);
    cu.cuStreamSynchronize(stream);
    cu.cuGraphCreate(&graph, 0);
    cu.cuGraphInstantiateWithFlags(&exec, graph, 0);
    cu.cuArrayCreate_v2(&array, &flat);
    cu.cuEventRecord(event, stream);
    cu.cuStreamSynchronize(stream);
    SAY(cuCtxSetCurrent(NULL));
    SAY(cuMemcpyHtoD_v2(memory, host, 16));
    SAY(cuMemcpyDtoH_v2(host, memory, 16));
    SAY(cuMemcpyDtoD_v2(memory, memory + 64, 16));
    SAY(cuMemcpy(memory, memory + 64, 16));
    SAY(cuMemcpyHtoDAsync_v2(memory, host, 16, stream));
    SAY(cuMemcpyDtoHAsync_v2(host, memory, 16, stream));
    SAY(cuMemcpyAsync(memory, memory + 64, 16, stream));
    SAY(cuMemcpyHtoDAsync_v2(memory, host, 16, NULL));
    SAY(cuMemcpyHtoD_v2(memory, host, 0));
    SAY(cuMemcpyHtoD_v2(0, NULL, 16));
    SAY(cuMemsetD8_v2(memory, 1, 16));
    SAY(cuMemsetD8Async(memory, 1, 16, stream));
    SAY(cuMemsetD32_v2(memory + 1, 1, 16));
    SAY(cuLaunchKernel(nothing, 1, 1, 1, 1, 1, 1, 0, stream, NULL, NULL));
    SAY(cuLaunchKernel(nothing, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
    SAY(cuLaunchKernel(NULL, 0, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
    SAY(cuLaunchKernel(nothing, 0, 1, 1, 1, 1, 1, 0, stream, NULL, NULL));
    SAY(cuLaunchCooperativeKernel(nothing, 1, 1, 1, 1, 1, 1, 0, stream, NULL));
    SAY(cuStreamSynchronize(stream));
    SAY(cuStreamQuery(stream));
    SAY(cuStreamSynchronize(NULL));
    SAY(cuStreamQuery(NULL));
    SAY(cuStreamSynchronize(CU_STREAM_PER_THREAD));
    SAY(cuStreamGetFlags(stream, &flags));
    SAY(cuStreamGetPriority(stream, &number));
    SAY(cuStreamGetCtx(stream, &owner));
    SAY(cuStreamGetFlags(NULL, &flags));
    SAY(cuStreamGetCtx(NULL, &owner));
    SAY(cuStreamWaitEvent(stream, event, 0));
    SAY(cuStreamIsCapturing(stream, (CUstreamCaptureStatus *)&number));
    SAY(cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
    SAY(cuStreamEndCapture(stream, &graph));
    SAY(cuEventQuery(event));
    SAY(cuEventSynchronize(event));
    SAY(cuEventRecord(event, stream));
    SAY(cuEventRecord(event, NULL));
    SAY(cuEventElapsedTime(&time, event, event));
    SAY(cuStreamCreate(NULL, 9));
    SAY(cuStreamCreate(&made, 9));
    SAY(cuEventCreate(NULL, 0x100));
    SAY(cuEventCreate(&made_event, 0x100));
    SAY(cuModuleGetFunction(&found, module, "scale"));
    SAY(cuModuleGetGlobal_v2(&address, &size, module, "counter"));
    SAY(cuModuleLoadData(NULL, kernels_ptx));
    SAY(cuModuleLoadData(&loaded, NULL));
    SAY(cuModuleLoadData(&loaded, "nonsense"));
    SAY(cuModuleLoad(&loaded, "/nowhere"));
    SAY(cuFuncGetAttribute(&number, 0, scale));
    SAY(cuFuncSetAttribute(scale, 8, 1000));
    SAY(cuFuncSetCacheConfig(scale, 1));
    SAY(cuFuncGetModule(&loaded, scale));
    SAY(cuFuncGetParamInfo(scale, 0, &size, &size));
    SAY(cuOccupancyMaxActiveBlocksPerMultiprocessor(&number, scale, 32, 0));
    SAY(cuMemAlloc_v2(NULL, 16));
    SAY(cuMemAlloc_v2(&address, 0));
    SAY(cuMemAllocHost_v2(&pinned, 16));
    SAY(cuMemAllocManaged(&address, 16, 1));
    SAY(cuMemHostAlloc(&pinned, 16, 0x100));
    SAY(cuMemAllocAsync(&address, 16, stream));
    SAY(cuMemAllocAsync(&address, 16, NULL));
    SAY(cuMemAllocPitch_v2(&address, &size, 0, 0, 3));
    SAY(cuMemGetAddressRange_v2(&address, &size, memory));
    SAY(cuMemGetAddressRange_v2(&address, &size, 0x1234));
    SAY(cuMemGetInfo_v2(NULL, NULL));
    SAY(cuMemHostGetDevicePointer_v2(&address, another, 0));
    SAY(cuMemHostGetFlags(&flags, another));
    SAY(cuPointerGetAttribute(&number, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, memory));
    SAY(cuPointerGetAttribute(&owner, CU_POINTER_ATTRIBUTE_CONTEXT, memory));
    SAY(cuPointerGetAttribute(&number, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, 0x1234));
    SAY(cuMemHostRegister_v2(host, 4096, 0));
    SAY(cuMemHostUnregister(host));
    SAY(cuMemPrefetchAsync(managed, 4096, 0, stream));
    SAY(cuMemPrefetchAsync(managed, 4096, 0, NULL));
    SAY(cuMemAdvise(managed, 4096, CU_MEM_ADVISE_SET_READ_MOSTLY, 0));
    SAY(cuStreamAttachMemAsync(stream, managed, 0, CU_MEM_ATTACH_GLOBAL));
    SAY(cuArrayCreate_v2(&array, &flat));
    SAY(cuArrayGetDescriptor_v2(&flat, array));
    SAY(cuCtxGetLimit(&size, 0));
    SAY(cuCtxSetLimit(0, 1024));
    SAY(cuCtxGetCacheConfig((CUfunc_cache *)&number));
    SAY(cuCtxSetCacheConfig(1));
    SAY(cuCtxGetStreamPriorityRange(&number, &number));
    SAY(cuCtxGetFlags(&flags));
    SAY(cuCtxGetDevice(&number));
    SAY(cuCtxGetDevice(NULL));
    SAY(cuCtxGetSharedMemConfig((CUsharedconfig *)&number));
    SAY(cuCtxResetPersistingL2Cache());
    SAY(cuCtxGetApiVersion(context, &flags));
    SAY(cuCtxPushCurrent_v2(NULL));
    SAY(cuCtxPopCurrent_v2(NULL));
    SAY(cuDeviceGetDefaultMemPool(&pool, 0));
    SAY(cuMemPoolCreate(&pool, &properties));
    SAY(cuMemPoolTrimTo(pool, 0));
    SAY(cuMemPoolDestroy(pool));
    SAY(cuDeviceCanAccessPeer(&number, 0, 0));
    SAY(cuGraphLaunch(exec, stream));
    SAY(cuGraphLaunch(exec, NULL));
    SAY(cuGraphCreate(&graph, 0));
    SAY(cuGraphInstantiateWithFlags(&exec, graph, 0));
    SAY(cuLaunchHostFunc(stream, NULL, NULL));
    SAY(cuIpcGetMemHandle((CUipcMemHandle *)host, memory));
    SAY(cuGraphExecDestroy(exec));
    SAY(cuArrayDestroy(array));
    SAY(cuMemFreeAsync(pooled, stream));
    SAY(cuMemFreeAsync(pooled, NULL));
    SAY(cuMemFreeHost(another));
    SAY(cuMemFreeHost(NULL));
    SAY(cuMemFreeHost(host));
    SAY(cuMemFree_v2(managed));
    SAY(cuMemFree_v2(memory));
    SAY(cuMemFree_v2(memory));
    SAY(cuMemFree_v2(0x1234));
    SAY(cuEventDestroy_v2(event));
    SAY(cuEventDestroy_v2(NULL));
    SAY(cuStreamDestroy_v2(stream));
    SAY(cuStreamDestroy_v2(NULL));
    SAY(cuModuleUnload(module));
    SAY(cuModuleUnload(NULL));
}

/* Handles of a context that is not the current one. */
static void other_context(void)
{
    CUcontext made = NULL, owner = NULL;
    CUstream others_stream = NULL, default_stream = NULL;
    CUevent others_event = NULL;
    CUmodule others_module = NULL;
    CUfunction others_function = NULL, found;
    CUdeviceptr others = 0, address = 0;
    CUgraph graph;
    size_t size = 0;
    unsigned flags = 0;
    int number = 0;
    float time = 0;
    void *pinned = NULL;
    begin();
    SAY(cuCtxCreate_v2(&made, 0, 0));
    cu.cuStreamCreate(&others_stream, 0);
    cu.cuEventCreate(&others_event, 0);
    cu.cuModuleLoadData(&others_module, kernels_ptx);
    cu.cuModuleGetFunction(&others_function, others_module, "nothing");
    cu.cuMemAlloc_v2(&others, 4096);
    cu.cuMemAllocHost_v2(&pinned, 64);
    SAY(cuCtxSetCurrent(context));
    SAY(cuLaunchKernel(others_function, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
    SAY(cuLaunchKernel(others_function, 1, 1, 1, 1, 1, 1, 0, stream, NULL, NULL));
    SAY(cuLaunchKernel(others_function, 1, 1, 1, 1, 1, 1, 0, others_stream, NULL, NULL));
    SAY(cuLaunchKernel(nothing, 1, 1, 1, 1, 1, 1, 0, others_stream, NULL, NULL));
    SAY(cuLaunchKernel(nothing, 0, 1, 1, 1, 1, 1, 0, others_stream, NULL, NULL));
    SAY(cuStreamWaitEvent(stream, others_event, 0));
    SAY(cuStreamWaitEvent(others_stream, event, 0));
    SAY(cuEventRecord(others_event, stream));
    SAY(cuEventRecord(event, others_stream));
    SAY(cuEventRecord(others_event, NULL));
    SAY(cuEventRecord(others_event, others_stream));
    SAY(cuStreamWaitEvent(stream, others_event, 0));
    SAY(cuEventRecord(event, stream));
    SAY(cuEventSynchronize(event));
    SAY(cuEventSynchronize(others_event));
    SAY(cuEventQuery(others_event));
    SAY(cuEventElapsedTime(&time, event, others_event));
    SAY(cuStreamSynchronize(others_stream));
    SAY(cuStreamQuery(others_stream));
    SAY(cuStreamGetCtx(others_stream, &owner));
    printf("its own %d\n", owner == made);
    SAY(cuStreamGetFlags(others_stream, &flags));
    SAY(cuMemcpyHtoD_v2(others, host, 16));
    SAY(cuMemcpyHtoDAsync_v2(others, host, 16, stream));
    SAY(cuMemcpyHtoDAsync_v2(memory, host, 16, others_stream));
    SAY(cuMemcpyHtoDAsync_v2(others, host, 16, others_stream));
    SAY(cuMemcpyDtoD_v2(memory, others, 16));
    SAY(cuMemcpyPeer(memory, context, others, made, 16));
    SAY(cuMemcpyPeer(memory, NULL, others, made, 16));
    SAY(cuMemcpyPeer(memory, made, others, context, 16));
    SAY(cuMemcpyPeer(memory, context, others, made, 1 << 20));
    SAY(cuMemcpyPeerAsync(memory, context, others, made, 16, stream));
    SAY(cuMemsetD8_v2(others, 0, 16));
    SAY(cuMemsetD8Async(others, 0, 16, stream));
    SAY(cuMemGetAddressRange_v2(&address, &size, others));
    SAY(cuPointerGetAttribute(&owner, CU_POINTER_ATTRIBUTE_CONTEXT, others));
    printf("its own %d\n", owner == made);
    SAY(cuPointerGetAttribute(&owner, CU_POINTER_ATTRIBUTE_CONTEXT, (CUdeviceptr)pinned));
    printf("its own %d\n", owner == made);
    SAY(cuModuleGetFunction(&found, others_module, "scale"));
    SAY(cuModuleGetGlobal_v2(&address, &size, others_module, "counter"));
    SAY(cuFuncGetAttribute(&number, 0, others_function));
    SAY(cuFuncSetAttribute(others_function, 8, 1000));
    SAY(cuOccupancyMaxActiveBlocksPerMultiprocessor(&number, others_function, 32, 0));
    SAY(cuStreamBeginCapture_v2(others_stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
    SAY(cuStreamEndCapture(others_stream, &graph));
    SAY(cuMemAllocAsync(&address, 64, others_stream));
    SAY(cuMemFreeAsync(others, others_stream));
    SAY(cuCtxGetApiVersion(made, &flags));
    SAY(cuCtxGetDevice_v2(&number, made));
    SAY(cuCtxGetDevice_v2(&number, NULL));
    SAY(cuCtxGetDevice_v2(NULL, made));
    SAY(cuCtxSynchronize_v2(made));
    SAY(cuCtxSynchronize_v2(NULL));
    SAY(cuCtxEnablePeerAccess(made, 0));
    SAY(cuCtxDisablePeerAccess(made));
    SAY(cuMemFreeHost(pinned));
    SAY(cuMemFree_v2(others));
    SAY(cuMemFree_v2(others));
    SAY(cuEventDestroy_v2(others_event));
    SAY(cuStreamDestroy_v2(others_stream));
    SAY(cuModuleUnload(others_module));
    SAY(cuCtxPushCurrent_v2(made));
    SAY(cuStreamGetCtx(default_stream, &owner));
    SAY(cuCtxDestroy_v2(made));
    SAY(cuCtxGetCurrent(&owner));
    printf("the one below %d\n", owner == context);
    SAY(cuCtxDestroy_v2(made));
    SAY(cuCtxSetCurrent(made));
    SAY(cuCtxPushCurrent_v2(made));
    SAY(cuCtxGetApiVersion(made, &flags));
    SAY(cuCtxSynchronize());
}

static void limits(void)
{
    static const size_t sizes[] = {0,
                                   1,
                                   15,
                                   16,
                                   17,
                                   1000,
                                   1 << 16,
                                   1 << 18,
                                   1 << 19,
                                   (1 << 19) - 16,
                                   1 << 23,
                                   (1 << 23) + 1,
                                   (size_t)1 << 32};
    char what[80];
    size_t size;
    CUfunc_cache cache;
    CUsharedconfig banks;
    unsigned flags = 0;
    begin();
    for (int limit = -1; limit < 12; limit++)
        for (unsigned i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
            size_t before = 0;
            cu.cuCtxGetLimit(&before, limit);
            if (limit <= CU_LIMIT_MALLOC_HEAP_SIZE && sizes[i] > (limit ? 1 << 23 : 1 << 16))
                continue; /* it would be taken from the device's memory */
            snprintf(what, sizeof what, "limit %d of %zu", limit, sizes[i]);
            SAY_AS(what, cu.cuCtxSetLimit(limit, sizes[i]));
            CUresult result = cu.cuCtxGetLimit(&size, limit);
            printf("result %d, is %zu\n", (int)result, result ? 0 : size);
            cu.cuCtxSetLimit(limit, before);
        }
    for (int i = -1; i < 6; i++) {
        cache = 77;
        banks = 77;
        snprintf(what, sizeof what, "cache %d", i);
        SAY_AS(what, cu.cuCtxSetCacheConfig(i));
        cu.cuCtxGetCacheConfig(&cache);
        snprintf(what, sizeof what, "banks %d", i);
        SAY_AS(what, cu.cuCtxSetSharedMemConfig(i));
        cu.cuCtxGetSharedMemConfig(&banks);
        printf("cache %d, banks %d\n", (int)cache, (int)banks);
    }
    SAY(cuCtxGetCacheConfig(NULL));
    SAY(cuCtxGetSharedMemConfig(NULL));
    SAY(cuCtxGetLimit(NULL, 100));
    SAY(cuCtxGetStreamPriorityRange(NULL, NULL));
    SAY(cuCtxResetPersistingL2Cache());
    for (unsigned f = 0; f < 12; f++) {
        snprintf(what, sizeof what, "cuCtxSetFlags(0x%x)", f ? 1u << (f - 1) : 0);
        SAY_AS(what, cu.cuCtxSetFlags(f ? 1u << (f - 1) : 0));
        flags = 0;
        cu.cuCtxGetFlags(&flags);
        printf("flags %x\n", flags);
    }
    for (unsigned f = 0; f < 12; f++) {
        unsigned got = 0;
        int active = 0;
        snprintf(what, sizeof what, "cuDevicePrimaryCtxSetFlags(0x%x)", f ? 1u << (f - 1) : 0);
        SAY_AS(what, cu.cuDevicePrimaryCtxSetFlags_v2(0, f ? 1u << (f - 1) : 0));
        cu.cuDevicePrimaryCtxGetState(0, &got, &active);
        printf("flags %x, active %d\n", got, active);
    }
    for (unsigned f = 0; f < 12; f++) {
        CUcontext made = NULL;
        snprintf(what, sizeof what, "cuCtxCreate(0x%x)", f ? 1u << (f - 1) : 0);
        SAY_AS(what, cu.cuCtxCreate_v2(&made, f ? 1u << (f - 1) : 0, 0));
        flags = 0;
        cu.cuCtxGetFlags(&flags);
        printf("flags %x\n", flags);
        if (made)
            cu.cuCtxDestroy_v2(made);
    }
    CUcontext made = NULL;
    CUctxCreateParams with = {0};
    CUexecAffinityParam affinity = {.type = 9};
    SAY(cuCtxCreate_v4(NULL, NULL, 0, 0));
    SAY(cuCtxCreate_v4(&made, NULL, 0, 1000));
    SAY(cuCtxCreate_v4(&made, &with, 0, 0));
    SAY(cuCtxDestroy_v2(made));
    with.numExecAffinityParams = 1;
    SAY(cuCtxCreate_v4(&made, &with, 0, 0));
    with.execAffinityParams = &affinity;
    SAY(cuCtxCreate_v4(&made, &with, 0, 0));
    SAY(cuCtxCreate_v3(&made, NULL, 1, 0, 0));
    SAY(cuCtxCreate_v3(&made, NULL, 0, 0, 1000));
    SAY(cuCtxGetExecAffinity(NULL, 0));
    SAY(cuCtxGetExecAffinity(&affinity, 0));
    SAY(cuCtxGetExecAffinity(&affinity, 7));
    SAY(cuCtxAttach(&made, 0));
    SAY(cuCtxAttach(&made, 1));
    SAY(cuCtxAttach(NULL, 0));
    SAY(cuCtxDetach(NULL));
    SAY(cuCtxDetach(made));
    SAY(cuDevicePrimaryCtxGetState(0, &flags, NULL));
    SAY(cuDevicePrimaryCtxGetState(1000, &flags, (int *)&flags));
    SAY(cuDevicePrimaryCtxSetFlags_v2(1000, 0));
    SAY(cuDevicePrimaryCtxRelease_v2(1000));
    SAY(cuDevicePrimaryCtxReset_v2(1000));
    SAY(cuDevicePrimaryCtxRetain(NULL, 1000));
}

static void streams(void)
{
    static const int priorities[] = {-100, -6, -5, -4, -1, 0, 1, 100};
    char what[80];
    CUstream made = NULL, second = NULL;
    CUevent events[6] = {0};
    CUstreamAttrValue attribute;
    float time;
    unsigned long long id;
    unsigned flags;
    CUdevice of;
    begin();
    for (int i = 0; i < 8; i++) {
        int got = 77;
        snprintf(what, sizeof what, "a stream of priority %d", priorities[i]);
        SAY_AS(what, cu.cuStreamCreateWithPriority(&made, CU_STREAM_NON_BLOCKING, priorities[i]));
        cu.cuStreamGetPriority(made, &got);
        printf("has %d\n", got);
        cu.cuStreamDestroy_v2(made);
    }
    for (unsigned f = 0; f < 5; f++) {
        snprintf(what, sizeof what, "a stream of flags %u", f);
        SAY_AS(what, cu.cuStreamCreate(&made, f));
    }
    cu.cuStreamCreate(&made, 0);
    cu.cuStreamCreate(&second, 0);
    SAY(cuStreamCreateWithPriority(NULL, 9, 0));
    SAY(cuStreamGetId(made, NULL));
    SAY(cuStreamGetId(made, &id));
    SAY(cuStreamGetId(NULL, &id));
    SAY(cuStreamGetId(CU_STREAM_PER_THREAD, &id));
    SAY(cuStreamGetDevice(made, NULL));
    SAY(cuStreamGetDevice(made, &of));
    SAY(cuStreamGetDevice(NULL, &of));
    SAY(cuStreamGetFlags(NULL, &flags));
    SAY(cuStreamGetFlags(CU_STREAM_LEGACY, &flags));
    SAY(cuStreamGetFlags(CU_STREAM_PER_THREAD, &flags));
    printf("flags %u\n", flags);
    for (int a = 0; a < 17; a++) {
        memset(&attribute, 0, sizeof attribute);
        snprintf(what, sizeof what, "stream attribute %d", a);
        SAY_AS(what, cu.cuStreamGetAttribute(made, a, &attribute));
        printf("is %d\n", attribute.priority);
        snprintf(what, sizeof what, "stream attribute %d set", a);
        SAY_AS(what, cu.cuStreamSetAttribute(made, a, &attribute));
    }
    SAY(cuStreamGetAttribute(made, 3, NULL));
    SAY(cuStreamSetAttribute(made, 3, NULL));
    SAY(cuStreamGetAttribute(NULL, 3, &attribute));
    attribute.priority = 9;
    SAY(cuStreamSetAttribute(made, 3, &attribute));
    attribute.priority = -3;
    SAY(cuStreamSetAttribute(made, 8, &attribute));
    SAY(cuStreamCopyAttributes(made, NULL));
    SAY(cuStreamCopyAttributes(NULL, made));
    SAY(cuStreamCopyAttributes(second, made));
    for (unsigned f = 0; f < 17; f++) {
        CUevent one = NULL;
        snprintf(what, sizeof what, "an event of flags %u", f);
        SAY_AS(what, cu.cuEventCreate(&one, f));
    }
    cu.cuEventCreate(&events[0], 0);
    cu.cuEventCreate(&events[1], CU_EVENT_DISABLE_TIMING);
    cu.cuEventCreate(&events[2], CU_EVENT_BLOCKING_SYNC);
    cu.cuEventCreate(&events[3], 0);
    SAY(cuEventElapsedTime(&time, NULL, NULL));
    SAY(cuEventElapsedTime(NULL, events[0], events[3]));
    SAY(cuEventElapsedTime(NULL, NULL, NULL));
    SAY(cuEventElapsedTime(&time, events[0], events[3]));
    SAY(cuEventRecord(events[0], made));
    SAY(cuStreamSynchronize(made));
    SAY(cuEventElapsedTime(&time, events[0], events[3]));
    SAY(cuEventElapsedTime(&time, events[3], events[0]));
    SAY(cuEventElapsedTime(&time, events[1], events[0]));
    SAY(cuEventElapsedTime(&time, events[0], events[1]));
    SAY(cuEventElapsedTime(NULL, events[0], events[0]));
    SAY(cuEventRecord(events[1], made));
    SAY(cuEventRecord(events[2], second));
    SAY(cuStreamSynchronize(second));
    SAY(cuEventElapsedTime(&time, events[0], events[2]));
    SAY(cuEventElapsedTime(&time, events[2], events[0]));
    printf("negative %d\n", time <= 0);
    for (unsigned f = 0; f < 4; f++) {
        snprintf(what, sizeof what, "recorded with flags %u", f);
        SAY_AS(what, cu.cuEventRecordWithFlags(events[0], made, f));
        snprintf(what, sizeof what, "waited for with flags %u", f);
        SAY_AS(what, cu.cuStreamWaitEvent(made, events[0], f));
    }
    SAY(cuEventRecordWithFlags(NULL, NULL, 9));
    SAY(cuStreamWaitEvent(NULL, NULL, 9));
    SAY(cuEventRecord(NULL, made));
    SAY(cuLaunchHostFunc(made, NULL, host));
    SAY(cuStreamAddCallback(NULL, NULL, NULL, 1));
    SAY(cuStreamWaitValue32_v2(NULL, 0, 0, 99));
    SAY(cuCtxRecordEvent(context, NULL));
    SAY(cuCtxRecordEvent(NULL, events[0]));
    SAY(cuCtxRecordEvent(context, events[0]));
    SAY(cuCtxWaitEvent(context, NULL));
    SAY(cuCtxWaitEvent(NULL, events[0]));
    SAY(cuCtxWaitEvent(context, events[0]));
    SAY(cuStreamGetCtx(made, NULL));
    SAY(cuStreamGetCtx_v2(made, NULL, NULL));
    SAY(cuStreamGetGreenCtx(made, NULL));
    SAY(cuStreamDestroy_v2(CU_STREAM_PER_THREAD));
}

static void pointer_say(const char *what, CUdeviceptr pointer, CUdeviceptr start)
{
    static const unsigned char sizes[] = {0, 8, 4, 8, 8, 16, 1, 8, 1, 4, 1,
                                          8, 8, 1, 8, 1, 4,  8, 8, 8, 8, 1};
    printf("of %s:\n", what);
    for (int i = 1; i <= CU_POINTER_ATTRIBUTE_IS_HW_DECOMPRESS_CAPABLE + 1; i++) {
        unsigned long long bytes[4] = {0};
        CUresult result = cu.cuPointerGetAttribute(bytes, i, pointer);
        unsigned long long value = bytes[0];
        int size = i < 22 ? sizes[i] : 8;
        if (size < 8)
            value &= (1ULL << size * 8) - 1;
        if (i == CU_POINTER_ATTRIBUTE_CONTEXT)
            value = value == (uintptr_t)context;
        else if (i == CU_POINTER_ATTRIBUTE_BUFFER_ID || i == CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID ||
                 i == CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE)
            value = value != 0;
        else if (i == CU_POINTER_ATTRIBUTE_DEVICE_POINTER ||
                 i == CU_POINTER_ATTRIBUTE_HOST_POINTER ||
                 i == CU_POINTER_ATTRIBUTE_RANGE_START_ADDR)
            value = value ? value - start : 99999999;
        else if (i == CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR ||
                 i == CU_POINTER_ATTRIBUTE_MAPPING_SIZE || i == CU_POINTER_ATTRIBUTE_P2P_TOKENS)
            value = 0;
        printf("attribute %d: %d, %llu\n", i, (int)result, result ? 0 : value);
    }
}

static void several_say(const char *what, CUdeviceptr pointer, int from, int to)
{
    CUpointer_attribute asked[32];
    unsigned long long values[32][4];
    void *into[32];
    unsigned count = 0;
    memset(values, 0x5a, sizeof values);
    for (int i = from; i <= to; i++, count++) {
        asked[count] = i;
        into[count] = values[count];
    }
    CUresult result = cu.cuPointerGetAttributes(count, asked, into, pointer);
    printf("%s, attributes %d to %d: %d\n", what, from, to, (int)result);
    for (unsigned i = 0; i < count; i++) {
        unsigned char *bytes = (unsigned char *)values[i];
        int written = 32;
        while (written && bytes[written - 1] == 0x5a)
            written--;
        int zero = 1;
        for (int b = 0; b < written; b++)
            zero &= !bytes[b];
        printf("%d: %s%s\n", asked[i], written ? zero ? "zero" : "a value" : "unset",
               asked[i] == CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL && *(int *)bytes == -2 ? " -2" : "");
    }
}

static void pointers(void)
{
    CUdeviceptr address = 0, pooled = 0, managed = 0, base = 0;
    CUmemGenericAllocationHandle physical = 0;
    CUmemAllocationProp on_device = {.type = CU_MEM_ALLOCATION_TYPE_PINNED,
                                     .location = {CU_MEM_LOCATION_TYPE_DEVICE, 0}};
    CUmemAccessDesc access = {{CU_MEM_LOCATION_TYPE_DEVICE, 0}, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
    size_t grain = 0, size = 0;
    void *pinned = NULL;
    begin();
    cu.cuMemAlloc_v2(&address, 1000);
    pointer_say("device memory", address + 100, address);
    cu.cuMemHostAlloc(&pinned, 1000, 0);
    pointer_say("host memory", (CUdeviceptr)pinned + 100, (CUdeviceptr)pinned);
    cu.cuMemHostAlloc(&pinned, 1000, CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_WRITECOMBINED);
    pointer_say("write-combined host memory", (CUdeviceptr)pinned, (CUdeviceptr)pinned);
    pinned = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    SAY(cuMemHostRegister_v2(pinned, 5000, 0));
    pointer_say("registered memory", (CUdeviceptr)pinned + 100, (CUdeviceptr)pinned);
    pointer_say("memory past what is registered, in its page", (CUdeviceptr)pinned + 5100,
                (CUdeviceptr)pinned);
    SAY(cuMemHostUnregister(pinned));
    pointer_say("memory once registered", (CUdeviceptr)pinned, (CUdeviceptr)pinned);
    cu.cuMemAllocManaged(&managed, 1000, CU_MEM_ATTACH_HOST);
    pointer_say("managed memory", managed + 100, managed);
    cu.cuMemAllocAsync(&pooled, 1000, stream);
    pointer_say("memory of a pool", pooled + 100, pooled);
    SAY(cuMemFreeAsync(pooled, stream));
    pointer_say("freed memory of a pool", pooled, pooled);
    SAY(cuStreamSynchronize(stream));
    pointer_say("freed memory of a pool, later", pooled, pooled);
    cu.cuMemGetAllocationGranularity(&grain, &on_device, CU_MEM_ALLOC_GRANULARITY_MINIMUM);
    cu.cuMemAddressReserve(&base, 2 * grain, 0, 0, 0);
    pointer_say("reserved addresses", base, base);
    cu.cuMemCreate(&physical, grain, &on_device, 0);
    cu.cuMemMap(base, grain, 0, physical, 0);
    pointer_say("mapped addresses", base + 100, base);
    cu.cuMemSetAccess(base, grain, &access, 1);
    pointer_say("accessible addresses", base + 100, base);
    pointer_say("reserved addresses behind them", base + grain, base);
    SAY(cuMemGetAddressRange_v2(&address, &size, base + 100));
    printf("offset %lld, size %d\n", (long long)(address - base), size == grain);
    cu.cuModuleGetGlobal_v2(&address, &size, module, "counter");
    pointer_say("a module's variable", address, address);
    cu.cuMemAlloc_v2(&address, 1000);
    cu.cuMemFree_v2(address);
    pointer_say("freed memory", address, address);
    pointer_say("the host's memory", (CUdeviceptr)host, (CUdeviceptr)host);
    pointer_say("nothing", 0, 0);
    several_say("the host's memory", (CUdeviceptr)host, 1, 21);
    several_say("nothing", 0, 1, 21);
    several_say("device memory", memory, 1, 3);
    several_say("device memory", memory, 4, 6);
    several_say("device memory", memory, 20, 23);
    several_say("the host's memory", (CUdeviceptr)host, 20, 23);
    several_say("an odd attribute", memory, 0, 2);
    CUpointer_attribute kind = CU_POINTER_ATTRIBUTE_MEMORY_TYPE;
    unsigned number = 1;
    void *into = &number;
    SAY(cuPointerGetAttributes(0, &kind, &into, memory));
    SAY(cuPointerGetAttributes(1, NULL, &into, memory));
    SAY(cuPointerGetAttributes(1, &kind, NULL, memory));
    into = NULL;
    SAY(cuPointerGetAttributes(1, &kind, &into, memory));
    for (int i = 0; i < 23; i++) {
        char what[64];
        number = 1;
        snprintf(what, sizeof what, "pointer attribute %d set to 1", i);
        SAY_AS(what, cu.cuPointerSetAttribute(&number, i, memory));
    }
    SAY(cuPointerSetAttribute(NULL, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, memory));
    SAY(cuPointerSetAttribute(&number, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, 0x1234));
    SAY(cuPointerSetAttribute(&number, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, (CUdeviceptr)host));
    SAY(cuPointerSetAttribute(&number, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, managed));
    SAY(cuPointerGetAttribute(NULL, 1000, 0x1234));
    SAY(cuPointerGetAttribute(&number, 0, memory));
}

static void host_memory(void)
{
    char what[80];
    unsigned flags = 0;
    void *pinned = NULL, *other = NULL;
    CUdeviceptr address;
    size_t size;
    begin();
    char *pages = mmap(NULL, 1 << 16, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    char *fixed = mmap(NULL, 1 << 16, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (unsigned f = 0; f < 10; f++) {
        unsigned flag = f ? 1u << (f - 1) : 0;
        snprintf(what, sizeof what, "registered with flag 0x%x", flag);
        SAY_AS(what, cu.cuMemHostRegister_v2(pages, 4096, flag));
        flags = 0;
        CUresult result = cu.cuMemHostGetFlags(&flags, pages);
        printf("flags: %d, 0x%x\n", (int)result, flags);
        cu.cuMemHostUnregister(pages);
        pinned = NULL;
        snprintf(what, sizeof what, "allocated with flag 0x%x", flag);
        SAY_AS(what, cu.cuMemHostAlloc(&pinned, 64, flag));
        flags = 0;
        result = cu.cuMemHostGetFlags(&flags, pinned);
        printf("flags: %d, 0x%x\n", (int)result, flags);
        if (pinned)
            cu.cuMemFreeHost(pinned);
    }
    SAY(cuMemHostRegister_v2(pages + 100, 100, 0));
    SAY(cuMemHostRegister_v2(pages + 100, 100, 0));
    SAY(cuMemHostRegister_v2(pages + 200, 100, 0));
    SAY(cuMemHostRegister_v2(pages + 300, 8192, 0));
    SAY(cuMemHostRegister_v2(pages, 100, 0));
    SAY(cuMemHostUnregister(pages));
    SAY(cuMemHostUnregister(pages + 101));
    SAY(cuMemHostUnregister(pages + 100));
    SAY(cuMemHostRegister_v2(pages, 8192, 0));
    SAY(cuMemHostRegister_v2(pages + 4096, 4096, 0));
    SAY(cuMemHostRegister_v2(pages + 4096, 8192, 0));
    SAY(cuMemHostRegister_v2(pages + 8192, 4096, 0));
    SAY(cuMemHostGetDevicePointer_v2(&address, pages + 5000, 0));
    printf("offset %lld\n", (long long)(address - (CUdeviceptr)pages));
    SAY(cuMemHostGetFlags(&flags, pages + 5000));
    SAY(cuMemHostUnregister(pages + 4096));
    SAY(cuMemFreeHost(pages));
    SAY(cuMemFree_v2((CUdeviceptr)pages));
    SAY(cuMemHostUnregister(pages));
    SAY(cuMemHostUnregister(pages + 8192));
    SAY(cuMemHostRegister_v2(fixed, 4096, 0));
    SAY(cuMemHostRegister_v2(fixed, 4096, CU_MEMHOSTREGISTER_READ_ONLY));
    SAY(cuMemHostUnregister(fixed));
    munmap(fixed, 1 << 16);
    SAY(cuMemHostRegister_v2(fixed, 4096, 0));
    SAY(cuMemHostRegister_v2((void *)4096, 4096, 0));
    SAY(cuMemHostRegister_v2(pages, (size_t)1 << 60, 0));
    SAY(cuMemHostRegister_v2((void *)(uintptr_t)memory, 4096, 0));
    SAY(cuMemHostRegister_v2(NULL, 0, 0x100));
    SAY(cuMemHostAlloc(&pinned, 4096, 0));
    SAY(cuMemHostRegister_v2(pinned, 4096, 0));
    SAY(cuMemHostUnregister(pinned));
    SAY(cuMemHostGetDevicePointer_v2(&address, (char *)pinned + 100, 0));
    printf("offset %lld\n", (long long)(address - (CUdeviceptr)pinned));
    SAY(cuMemHostGetDevicePointer_v2(&address, (char *)pinned + 4096, 0));
    SAY(cuMemHostGetDevicePointer_v2(NULL, pinned, 0));
    SAY(cuMemHostGetDevicePointer_v2(NULL, NULL, 1));
    SAY(cuMemHostGetDevicePointer_v2(&address, NULL, 0));
    SAY(cuMemHostGetFlags(NULL, pinned));
    SAY(cuMemHostGetFlags(&flags, NULL));
    SAY(cuMemHostGetFlags(NULL, NULL));
    SAY(cuMemHostAlloc(NULL, 64, 0x100));
    SAY(cuMemHostAlloc(&other, 0, 0));
    printf("address %d\n", other != NULL);
    SAY(cuMemHostAlloc(&other, (size_t)1 << 60, 0));
    SAY(cuMemAllocHost_v2(&other, (size_t)1 << 60));
    SAY(cuMemGetAddressRange_v2(&address, &size, (CUdeviceptr)pinned + 7));
    printf("offset %lld, size %zu\n", (long long)(address - (CUdeviceptr)pinned), size);
    SAY(cuMemFree_v2((CUdeviceptr)pinned));
    SAY(cuMemFreeHost(pinned));
    SAY(cuMemHostGetFlags(&flags, pinned));
}

static void ranges(void)
{
    CUdeviceptr address = 0, base = 0, managed = 0;
    size_t size = 0, pitch = 0;
    int number = 0;
    CUipcMemHandle handle;
    CUdeviceptr opened;
    begin();
    cu.cuMemAlloc_v2(&address, 1000);
    static const int offsets[] = {0, 1, 999, 1000, 1023};
    for (int i = 0; i < 5; i++) {
        base = 0;
        size = 0;
        CUresult result = cu.cuMemGetAddressRange_v2(&base, &size, address + offsets[i]);
        printf("range of %d: %d, %lld, %zu\n", offsets[i], (int)result,
               result ? 0 : (long long)(address + offsets[i] - base), size);
    }
    SAY(cuMemGetAddressRange_v2(&base, &size, 0));
    SAY(cuMemGetAddressRange_v2(&base, NULL, address));
    SAY(cuMemGetAddressRange_v2(NULL, &size, address));
    SAY(cuMemGetAddressRange_v2(NULL, NULL, 0x1234));
    cu.cuMemAllocManaged(&managed, 1000, CU_MEM_ATTACH_GLOBAL);
    SAY(cuMemGetAddressRange_v2(&base, &size, managed + 5));
    printf("size %zu\n", size);
    SAY(cuMemcpyHtoD_v2(address, host, 1000));
    SAY(cuMemcpyHtoD_v2(address, host, 1001));
    SAY(cuMemcpyHtoD_v2(address, host, 1024));
    SAY(cuMemcpyHtoD_v2(address + 999, host, 2));
    SAY(cuMemcpyHtoD_v2(address + 1000, host, 1));
    SAY(cuMemcpyDtoH_v2(host, address + 4, 1000));
    SAY(cuMemcpyDtoD_v2(address, memory, 2000));
    SAY(cuMemsetD8_v2(address, 0, 1000));
    SAY(cuMemsetD8_v2(address, 0, 1001));
    SAY(cuMemsetD8_v2(address + 1000, 0, 1));
    SAY(cuMemsetD32_v2(address, 0, 251));
    SAY(cuMemsetD32_v2(address, 0, (size_t)1 << 62));
    SAY(cuMemsetD8_v2((CUdeviceptr)host, 0, 16));
    SAY(cuMemcpyHtoD_v2((CUdeviceptr)host, host + 64, 16));
    SAY(cuMemcpyDtoH_v2(host, (CUdeviceptr)host + 64, 16));
    SAY(cuMemcpyDtoD_v2(address, (CUdeviceptr)host, 16));
    SAY(cuMemcpyDtoH_v2((void *)(uintptr_t)address, memory, 16));
    SAY(cuMemcpyHtoD_v2(memory, (void *)(uintptr_t)address, 16));
    SAY(cuMemcpy((CUdeviceptr)host, (CUdeviceptr)host + 64, 16));
    SAY(cuMemcpy(address, 0, 16));
    SAY(cuMemcpy(0, 0, 0));
    SAY(cuMemsetD2D8_v2(address, 0, 0, 10, 1));
    SAY(cuMemsetD2D8_v2(address, 0, 0, 10, 2));
    SAY(cuMemsetD2D8_v2(address, 100, 0, 0, 2));
    SAY(cuMemsetD2D8_v2(address, 100, 0, 10, 0));
    SAY(cuMemsetD2D8_v2(address, 100, 0, 100, 10));
    SAY(cuMemsetD2D8_v2(address, 100, 0, 100, 11));
    SAY(cuMemsetD2D8_v2(address, 99, 0, 100, 1));
    SAY(cuMemsetD2D16_v2(address, 101, 0, 10, 2));
    SAY(cuMemsetD2D16_v2(address + 1, 100, 0, 10, 2));
    SAY(cuMemsetD2D16_v2(address, 19, 0, 10, 2));
    SAY(cuMemsetD2D32_v2(address, 102, 0, 10, 2));
    SAY(cuMemsetD2D32_v2(address, 102, 0, 10, 1));
    SAY(cuMemsetD2D32_v2(address + 2, 100, 0, 10, 2));
    SAY(cuMemsetD2D32_v2(address, 36, 0, 10, 2));
    SAY(cuMemsetD2D32_v2(0, 100, 0, 10, 2));
    SAY(cuMemsetD2D32Async(address, 102, 0, 10, 2, stream));
    SAY(cuMemsetD2D32_v2(0x1234, 100, 0, 10, 2));
    static const unsigned elements[] = {0, 1, 2, 3, 4, 6, 8, 12, 16, 17, 32};
    for (int i = 0; i < 11; i++) {
        char what[64];
        snprintf(what, sizeof what, "a pitch for elements of %u", elements[i]);
        SAY_AS(what, cu.cuMemAllocPitch_v2(&base, &pitch, 100, 4, elements[i]));
    }
    SAY(cuMemAllocPitch_v2(NULL, NULL, 0, 0, 3));
    SAY(cuMemAllocPitch_v2(NULL, &pitch, 100, 4, 4));
    SAY(cuMemAllocPitch_v2(&base, NULL, 100, 4, 4));
    SAY(cuMemAllocPitch_v2(&base, &pitch, (size_t)1 << 31, 1, 4));
    SAY(cuMemAllocPitch_v2(&base, &pitch, 1, (size_t)1 << 60, 4));
    /* Memory for other processes. */
    SAY(cuIpcGetMemHandle(NULL, address));
    SAY(cuIpcGetMemHandle(&handle, 0));
    SAY(cuIpcGetMemHandle(&handle, address + 4));
    SAY(cuIpcGetMemHandle(&handle, managed));
    SAY(cuIpcGetMemHandle(&handle, (CUdeviceptr)host));
    SAY(cuIpcGetMemHandle(&handle, address));
    SAY(cuIpcOpenMemHandle_v2(&opened, handle, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS));
    SAY(cuIpcOpenMemHandle_v2(NULL, handle, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS));
    SAY(cuIpcOpenMemHandle_v2(&opened, handle, 0));
    SAY(cuIpcOpenMemHandle_v2(&opened, handle, 4));
    memset(&handle, 0, sizeof handle);
    SAY(cuIpcOpenMemHandle_v2(&opened, handle, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS));
    SAY(cuIpcCloseMemHandle(address));
    SAY(cuIpcCloseMemHandle(0));
    /* Managed memory. */
    SAY(cuMemPrefetchAsync(0, 16, 0, stream));
    SAY(cuMemPrefetchAsync(managed, 1000, CU_DEVICE_CPU, stream));
    SAY(cuMemPrefetchAsync(managed, 5000, 0, stream));
    SAY(cuMemPrefetchAsync(managed + 100, 100, 0, stream));
    SAY(cuMemPrefetchAsync((CUdeviceptr)host, 100, 0, stream));
    SAY(cuMemPrefetchAsync(managed, 1000, -5, stream));
    SAY(cuMemAdvise(managed, 1000, CU_MEM_ADVISE_SET_PREFERRED_LOCATION, CU_DEVICE_CPU));
    SAY(cuMemAdvise(managed, 1000, CU_MEM_ADVISE_SET_READ_MOSTLY, 1000));
    SAY(cuMemAdvise(managed, 1000, CU_MEM_ADVISE_SET_ACCESSED_BY, -7));
    SAY(cuMemAdvise((CUdeviceptr)host, 1000, CU_MEM_ADVISE_SET_READ_MOSTLY, 0));
    SAY(cuMemAdvise(0, 1000, CU_MEM_ADVISE_SET_READ_MOSTLY, 0));
    SAY(cuMemRangeGetAttribute(&number, 4, CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION, managed,
                               1000));
    printf("preferred %d\n", number);
    SAY(cuMemRangeGetAttribute(&number, 4, CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION, managed,
                               1000));
    printf("prefetched to %d\n", number);
    SAY(cuMemRangeGetAttribute(&number, 8, CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION, managed,
                               1000));
    SAY(cuMemRangeGetAttribute(&number, 4, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, 0, 1000));
    SAY(cuStreamSynchronize(stream));
    SAY(cuMemFree_v2(managed + 8));
    SAY(cuMemFree_v2(managed));
    SAY(cuMemFree_v2(managed));
}

/* Copies of boxes, one part wrong at a time. */
static void boxes(void)
{
    CUDA_ARRAY_DESCRIPTOR flat = {64, 8, CU_AD_FORMAT_FLOAT, 1};
    CUarray array = NULL;
    CUdeviceptr address = 0;
    begin();
    cu.cuMemAlloc_v2(&address, 1 << 16);
    cu.cuArrayCreate_v2(&array, &flat);
    const CUDA_MEMCPY2D right = {.srcMemoryType = CU_MEMORYTYPE_HOST,
                                 .srcHost = host,
                                 .srcPitch = 256,
                                 .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                                 .dstDevice = address,
                                 .dstPitch = 512,
                                 .WidthInBytes = 200,
                                 .Height = 8};
    CUDA_MEMCPY2D box;
#define BOX(change)                                           \
    do {                                                      \
        box = right;                                          \
        change;                                               \
        SAY_AS("2D: " #change, cu.cuMemcpy2D_v2(&box));       \
        SAY_AS("unaligned", cu.cuMemcpy2DUnaligned_v2(&box)); \
        SAY_AS("async", cu.cuMemcpy2DAsync_v2(&box, stream)); \
    } while (0)
    BOX();
    BOX(box.WidthInBytes = 0);
    BOX(box.Height = 0);
    BOX(box.srcPitch = 0);
    BOX(box.srcPitch = 199);
    BOX(box.srcPitch = 201);
    BOX(box.dstPitch = 0);
    BOX(box.dstPitch = 199);
    BOX(box.dstPitch = 200);
    BOX(box.dstPitch = 300);
    BOX(box.dstPitch = (size_t)1 << 31);
    BOX(box.srcXInBytes = 56);
    BOX(box.srcXInBytes = 57);
    BOX(box.dstXInBytes = 312);
    BOX(box.dstXInBytes = 313);
    BOX(box.dstY = 120);
    BOX(box.dstY = 121);
    BOX(box.Height = 129);
    BOX(box.srcHost = NULL);
    BOX(box.dstDevice = 0);
    BOX(box.dstDevice = 0x1234);
    BOX(box.srcMemoryType = 0);
    BOX(box.srcMemoryType = 9);
    BOX(box.dstMemoryType = 0);
    BOX(box.srcMemoryType = CU_MEMORYTYPE_UNIFIED; box.srcDevice = address);
    BOX(box.srcMemoryType = CU_MEMORYTYPE_UNIFIED; box.srcDevice = (CUdeviceptr)host);
    BOX(box.srcMemoryType = CU_MEMORYTYPE_UNIFIED; box.srcDevice = 0);
    BOX(box.srcMemoryType = CU_MEMORYTYPE_DEVICE; box.srcDevice = (CUdeviceptr)host);
    BOX(box.srcMemoryType = CU_MEMORYTYPE_ARRAY);
    BOX(box.srcMemoryType = CU_MEMORYTYPE_ARRAY; box.srcArray = array);
    BOX(box.srcMemoryType = CU_MEMORYTYPE_ARRAY; box.srcArray = array; box.srcXInBytes = 57);
    BOX(box.srcMemoryType = CU_MEMORYTYPE_ARRAY; box.srcArray = array; box.srcXInBytes = 2);
    BOX(box.srcMemoryType = CU_MEMORYTYPE_ARRAY; box.srcArray = array; box.WidthInBytes = 199);
    BOX(box.srcMemoryType = CU_MEMORYTYPE_ARRAY; box.srcArray = array; box.srcY = 1);
    BOX(box.srcMemoryType = CU_MEMORYTYPE_ARRAY; box.srcArray = array; box.Height = 9);
    BOX(box.dstMemoryType = CU_MEMORYTYPE_ARRAY; box.dstArray = array; box.Height = 9);
    BOX(box.Height = 0; box.dstMemoryType = 0);
    BOX(box.WidthInBytes = 0; box.dstDevice = 0);
    BOX(box.Height = 1; box.srcPitch = 0; box.dstPitch = 0);
    BOX(box.Height = 1; box.srcPitch = 10; box.dstPitch = 10);
    const CUDA_MEMCPY3D right_3d = {.srcMemoryType = CU_MEMORYTYPE_HOST,
                                    .srcHost = host,
                                    .srcPitch = 256,
                                    .srcHeight = 4,
                                    .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                                    .dstDevice = address,
                                    .dstPitch = 512,
                                    .dstHeight = 8,
                                    .WidthInBytes = 200,
                                    .Height = 4,
                                    .Depth = 2};
    CUDA_MEMCPY3D cube;
#define CUBE(change)                                           \
    do {                                                       \
        cube = right_3d;                                       \
        change;                                                \
        SAY_AS("3D: " #change, cu.cuMemcpy3D_v2(&cube));       \
        SAY_AS("async", cu.cuMemcpy3DAsync_v2(&cube, stream)); \
    } while (0)
    CUBE();
    CUBE(cube.WidthInBytes = 0);
    CUBE(cube.Height = 0);
    CUBE(cube.Depth = 0);
    CUBE(cube.srcPitch = 0);
    CUBE(cube.srcPitch = 199);
    CUBE(cube.dstPitch = 199);
    CUBE(cube.srcHeight = 0);
    CUBE(cube.srcHeight = 3);
    CUBE(cube.dstHeight = 3);
    CUBE(cube.dstHeight = 0);
    CUBE(cube.srcLOD = 1);
    CUBE(cube.dstLOD = 1);
    CUBE(cube.reserved0 = host);
    CUBE(cube.reserved1 = host);
    CUBE(cube.srcY = 1);
    CUBE(cube.dstY = 5);
    CUBE(cube.srcXInBytes = 57);
    CUBE(cube.dstZ = 14);
    CUBE(cube.dstZ = 15);
    CUBE(cube.Depth = 17);
    CUBE(cube.srcHost = NULL);
    CUBE(cube.dstDevice = 0);
    CUBE(cube.srcMemoryType = 0);
    CUBE(cube.dstMemoryType = 9);
    CUBE(cube.Depth = 1; cube.srcHeight = 0; cube.dstHeight = 0);
    CUBE(cube.Depth = 0; cube.dstMemoryType = 9);
    CUBE(cube.dstMemoryType = CU_MEMORYTYPE_ARRAY; cube.dstArray = array);
    CUBE(cube.dstMemoryType = CU_MEMORYTYPE_ARRAY; cube.dstArray = array; cube.Depth = 1);
    SAY(cuMemcpy3D_v2(NULL));
    SAY(cuMemcpy3DAsync_v2(NULL, stream));
    SAY(cuMemcpy2DAsync_v2(NULL, stream));
    SAY(cuMemcpy3DPeer(NULL));
    SAY(cuCtxSynchronize());
}

static void pool_say(const char *what, CUmemoryPool pool)
{
    printf("attributes of %s\n", what);
    for (int a = 0; a < 18; a++) {
        unsigned long long values[16] = {0};
        CUresult result = CUDA_SUCCESS;
        char line[64];
        snprintf(line, sizeof line, "attribute %d", a);
        SAY_AS(line, result = cu.cuMemPoolGetAttribute(pool, a, values));
        if (result == CUDA_SUCCESS)
            printf("is %llu\n", values[0]);
    }
}

static void pools(void)
{
    static const unsigned long long numbers[] = {0, 1, 2, 1ULL << 32, ~0ULL};
    CUmemoryPool pool = NULL, first = NULL;
    CUmemPoolProps properties = {.allocType = CU_MEM_ALLOCATION_TYPE_PINNED,
                                 .location = {CU_MEM_LOCATION_TYPE_DEVICE, 0}};
    CUdeviceptr pooled = 0;
    char what[80];
    begin();
    SAY(cuDeviceGetDefaultMemPool(&first, 0));
    pool_say("the default pool", first);
    SAY(cuMemAllocAsync(&pooled, 1000, stream));
    pool_say("the default pool of 1000 bytes", first);
    SAY(cuMemFreeAsync(pooled, stream));
    pool_say("the default pool, freed", first);
    SAY(cuStreamSynchronize(stream));
    pool_say("the default pool, synchronised", first);
    SAY(cuMemPoolCreate(&pool, &properties));
    pool_say("a pool", pool);
    for (int a = 0; a < 18; a++)
        for (int i = 0; i < 5; i++) {
            unsigned long long value = numbers[i], got[16] = {0};
            snprintf(what, sizeof what, "attribute %d set to %llu", a, numbers[i]);
            SAY_AS(what, cu.cuMemPoolSetAttribute(pool, a, &value));
            if (cu.cuMemPoolGetAttribute(pool, a, got) == CUDA_SUCCESS)
                printf("is %llu\n", got[0]);
        }
    SAY(cuMemPoolDestroy(pool));
    properties.maxSize = 1 << 20;
    SAY(cuMemPoolCreate(&pool, &properties));
    pool_say("a pool of at most 1 MiB", pool);
    SAY(cuMemAllocFromPoolAsync(&pooled, 1 << 20, pool, stream));
    SAY(cuMemAllocFromPoolAsync(&pooled, (32 << 20) + 1, pool, stream));
    SAY(cuMemAllocFromPoolAsync(&pooled, 1 << 26, pool, stream));
    pool_say("a pool of at most 1 MiB, in use", pool);
    properties.usage = 7;
    SAY(cuMemPoolCreate(&pool, &properties));
    properties.usage = 0;
    properties.reserved[3] = 1;
    SAY(cuMemPoolCreate(&pool, &properties));
    properties.reserved[3] = 0;
    for (int type = 0; type < 6; type++) {
        properties.location.type = type;
        snprintf(what, sizeof what, "a pool in location type %d", type);
        SAY_AS(what, cu.cuMemPoolCreate(&pool, &properties));
    }
    properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    for (int type = 0; type < 5; type++) {
        properties.allocType = type;
        snprintf(what, sizeof what, "a pool of type %d", type);
        SAY_AS(what, cu.cuMemPoolCreate(&pool, &properties));
    }
    properties.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
    for (int type = 0; type < 17; type++) {
        properties.handleTypes = type;
        snprintf(what, sizeof what, "a pool of handle types %d", type);
        SAY_AS(what, cu.cuMemPoolCreate(&pool, &properties));
    }
    SAY(cuMemPoolGetAttribute(first, 4, NULL));
    SAY(cuMemPoolSetAttribute(first, 4, NULL));
    SAY(cuMemPoolGetAttribute(NULL, 4, &pooled));
    SAY(cuDeviceGetDefaultMemPool(NULL, 1000));
    SAY(cuDeviceGetDefaultMemPool(&pool, 1000));
    SAY(cuDeviceGetMemPool(NULL, 0));
    SAY(cuMemPoolTrimTo(NULL, 0));
}

static void parts(void)
{
    CUdevResource all = {0}, part[4], rest = {0};
    CUdevResourceDesc desc = NULL;
    CUgreenCtx green = NULL;
    CUcontext converted = NULL, before = NULL;
    CUstream made = NULL;
    CUfunction found = NULL;
    unsigned long long id = 0;
    unsigned count = 0;
    char what[80];
    begin();
    SAY(cuDeviceGetDevResource(0, &all, CU_DEV_RESOURCE_TYPE_SM));
    printf("all: %u\n", all.sm.smCount);
    static const unsigned least[] = {0, 1, 7, 8, 9, 16, 64, 66, 128, 131, 132, 133, 1000};
    for (int flags = 0; flags < 5; flags++)
        for (int i = 0; i < 13; i++) {
            count = 4;
            memset(part, 0, sizeof part);
            memset(&rest, 0, sizeof rest);
            snprintf(what, sizeof what, "split by %u, flags %d", least[i], flags);
            SAY_AS(what,
                   cu.cuDevSmResourceSplitByCount(part, &count, &all, &rest, flags, least[i]));
            printf("%u of %u, rest %u\n", count, part[0].sm.smCount, rest.sm.smCount);
        }
    count = 0;
    SAY(cuDevSmResourceSplitByCount(NULL, &count, &all, NULL, 0, 8));
    printf("count %u\n", count);
    count = 1;
    SAY(cuDevSmResourceSplitByCount(part, &count, &all, NULL, 0, 16));
    SAY(cuDevSmResourceSplitByCount(&part[1], &count, &part[0], &rest, 0, 8));
    SAY(cuDevSmResourceSplitByCount(part, &count, &all, NULL, 0, 16));
    SAY(cuDevResourceGenerateDesc(&desc, part, 1));
    SAY(cuGreenCtxCreate(&green, desc, 0, CU_GREEN_CTX_DEFAULT_STREAM));
    SAY(cuGreenCtxGetDevResource(green, &rest, CU_DEV_RESOURCE_TYPE_SM));
    printf("its own %u\n", rest.sm.smCount);
    SAY(cuGreenCtxGetDevResource(NULL, &rest, CU_DEV_RESOURCE_TYPE_SM));
    SAY(cuGreenCtxGetDevResource(green, NULL, CU_DEV_RESOURCE_TYPE_SM));
    SAY(cuGreenCtxGetDevResource(green, &rest, CU_DEV_RESOURCE_TYPE_INVALID));
    SAY(cuGreenCtxGetId(green, &id));
    SAY(cuGreenCtxGetId(NULL, &id));
    SAY(cuGreenCtxGetId(green, NULL));
    SAY(cuCtxFromGreenCtx(&converted, green));
    SAY(cuCtxFromGreenCtx(&converted, NULL));
    SAY(cuCtxGetDevResource(converted, &rest, CU_DEV_RESOURCE_TYPE_SM));
    SAY(cuCtxGetDevResource(NULL, &rest, CU_DEV_RESOURCE_TYPE_SM));
    SAY(cuCtxGetDevResource(context, &rest, CU_DEV_RESOURCE_TYPE_SM));
    SAY(cuGreenCtxStreamCreate(&made, green, CU_STREAM_NON_BLOCKING, 0));
    SAY(cuLaunchKernel(nothing, 1, 1, 1, 1, 1, 1, 0, made, NULL, NULL));
    SAY(cuStreamSynchronize(made));
    SAY(cuGreenCtxRecordEvent(green, event));
    SAY(cuGreenCtxWaitEvent(green, event));
    SAY(cuGreenCtxRecordEvent(NULL, event));
    SAY(cuGreenCtxWaitEvent(green, NULL));
    SAY(cuCtxGetCurrent(&before));
    SAY(cuCtxSetCurrent(converted));
    SAY(cuModuleGetFunction(&found, module, "nothing"));
    SAY(cuLaunchKernel(nothing, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
    SAY(cuCtxSynchronize());
    SAY(cuCtxDestroy_v2(converted));
    SAY(cuCtxSetCurrent(before));
    SAY(cuGreenCtxDestroy(green));
    SAY(cuStreamSynchronize(made));
}

static const Section sections[] = {
    {"no context", no_context}, {"another context", other_context},
    {"limits", limits},         {"streams", streams},
    {"pointers", pointers},     {"host memory", host_memory},
    {"ranges", ranges},         {"boxes", boxes},
    {"pool attributes", pools}, {"parts of the device", parts},
};

int main(int count, char **words)
{
    return record(count, words, sections, sizeof sections / sizeof sections[0]);
}
