/* Green contexts made into contexts: what is current then, whose the streams, events, memory and
 * modules are that are made there, and what is left when it is gone: "call = RESULT" lines for any
 * libcuda.
 *
 *   misuse_green LIBCUDA
 */
#include "recorder.h"

static CUgreenCtx green, second;
static CUcontext made, made_second;

static const char *context_name(CUcontext of)
{
    return !of                 ? "none"
           : of == context     ? "the primary one"
           : of == made        ? "the green one"
           : of == made_second ? "the second green one"
                               : "another";
}

static const char *green_name(CUgreenCtx of)
{
    return !of ? "none" : of == green ? "the green one" : of == second ? "the second" : "another";
}

static CUgreenCtx green_make(CUdevResource *part)
{
    CUdevResourceDesc desc = NULL;
    CUgreenCtx out = NULL;
    cu.cuDevResourceGenerateDesc(&desc, part, 1);
    SAY_AS("cuGreenCtxCreate", cu.cuGreenCtxCreate(&out, desc, 0, CU_GREEN_CTX_DEFAULT_STREAM));
    return out;
}

static void start(void)
{
    CUdevResource all = {0}, parts[2] = {{0}}, rest = {0};
    unsigned count = 2;
    begin();
    SAY(cuDeviceGetDevResource(0, &all, CU_DEV_RESOURCE_TYPE_SM));
    SAY(cuDevSmResourceSplitByCount(parts, &count, &all, &rest, 0, 16));
    green = green_make(&parts[0]);
    second = green_make(&parts[1]);
    SAY(cuCtxFromGreenCtx(&made, green));
    SAY(cuCtxFromGreenCtx(&made_second, second));
}

static void tell_current(void)
{
    CUcontext current = NULL;
    CUdevResource own = {0};
    CUdevice on = -7;
    unsigned flags = 77, version = 0;
    unsigned long long id = 0, other = 0, id_green = 0;
    SAY(cuCtxGetCurrent(&current));
    printf("current is %s\n", context_name(current));
    SAY(cuCtxGetDevResource(current, &own, CU_DEV_RESOURCE_TYPE_SM));
    printf("%u multiprocessors\n", own.sm.smCount);
    SAY(cuCtxGetDevResource(NULL, &own, CU_DEV_RESOURCE_TYPE_SM));
    SAY(cuCtxGetDevice(&on));
    SAY(cuCtxGetFlags(&flags));
    printf("device %d, flags %u\n", on, flags);
    SAY(cuCtxGetApiVersion(current, &version));
    printf("version %u\n", version);
    SAY(cuCtxGetId(current, &id));
    SAY(cuCtxGetId(context, &other));
    SAY(cuGreenCtxGetId(green, &id_green));
    printf("its number is the primary one's %d, the green one's %d\n", id == other, id == id_green);
    CUexecAffinityParam affinity = {0};
    SAY(cuCtxGetExecAffinity(&affinity, CU_EXEC_AFFINITY_TYPE_SM_COUNT));
    printf("affinity %u\n", affinity.param.smCount.val);
    int blocks = 0, state = 0;
    SAY(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nothing, 64, 0));
    SAY(cuDeviceGetAttribute(&state, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 0));
    printf("%d blocks, %d multiprocessors\n", blocks, state);
    SAY(cuDevicePrimaryCtxGetState(0, &flags, &state));
    printf("active %d\n", state);
}

static void tell_stream(const char *name, CUstream of)
{
    CUcontext got = NULL, got_v2 = NULL;
    CUgreenCtx in = NULL, in_v2 = NULL;
    unsigned flags = 77;
    CUdevice on = -7;
    printf("%s\n", name);
    SAY(cuStreamGetCtx(of, &got));
    printf("context: %s\n", context_name(got));
    SAY(cuStreamGetCtx_v2(of, &got_v2, &in_v2));
    printf("contexts: %s, %s\n", context_name(got_v2), green_name(in_v2));
    SAY(cuStreamGetCtx_v2(of, &got_v2, NULL));
    SAY(cuStreamGetCtx_v2(of, NULL, &in_v2));
    SAY(cuStreamGetGreenCtx(of, &in));
    printf("green: %s\n", green_name(in));
    SAY(cuStreamGetFlags(of, &flags));
    printf("flags %u\n", flags);
    SAY(cuStreamGetDevice(of, &on));
}

static void conversion(void)
{
    CUcontext again = NULL;
    start();
    printf("green: %s, second: %s\n", context_name(made), context_name(made_second));
    SAY(cuCtxFromGreenCtx(&again, green));
    printf("again: %s\n", context_name(again));
    SAY(cuCtxSetCurrent(made));
    tell_current();
    SAY(cuCtxPushCurrent_v2(made_second));
    tell_current();
    SAY(cuCtxPopCurrent_v2(&again));
    printf("popped %s\n", context_name(again));
    SAY(cuCtxDestroy_v2(made));
    SAY(cuCtxDetach(made));
    SAY(cuCtxSetCurrent(context));
    tell_current();
}

static void streams(void)
{
    CUstream own = NULL, plain = NULL, ranked = NULL, outside = NULL;
    start();
    SAY(cuGreenCtxStreamCreate(&own, green, CU_STREAM_NON_BLOCKING, 0));
    SAY(cuCtxSetCurrent(made));
    SAY(cuStreamCreate(&plain, CU_STREAM_DEFAULT));
    SAY(cuStreamCreateWithPriority(&ranked, CU_STREAM_NON_BLOCKING, -1));
    tell_stream("of the green context", own);
    tell_stream("made where it is current", plain);
    tell_stream("with a priority", ranked);
    tell_stream("the default", NULL);
    tell_stream("legacy", CU_STREAM_LEGACY);
    tell_stream("the thread's", CU_STREAM_PER_THREAD);
    tell_stream("of the primary context", stream);
    SAY(cuCtxSetCurrent(context));
    SAY(cuStreamCreate(&outside, CU_STREAM_DEFAULT));
    tell_stream("made outside", outside);
    tell_stream("the default outside", NULL);
    tell_stream("of the green context, from outside", own);
    SAY(cuLaunchKernel(nothing, 1, 1, 1, 32, 1, 1, 0, own, NULL, NULL));
    SAY(cuLaunchKernel(nothing, 1, 1, 1, 32, 1, 1, 0, plain, NULL, NULL));
    SAY(cuMemsetD32Async(memory, 1, 4, own));
    SAY(cuStreamSynchronize(own));
    SAY(cuStreamSynchronize(plain));
    SAY(cuStreamDestroy_v2(own));
    SAY(cuStreamDestroy_v2(plain));
}

/* Things of the primary context where the green one is current, and the other way round. */
static void things(void)
{
    CUdeviceptr here = 0, managed = 0;
    CUcontext of = NULL;
    CUevent mark = NULL;
    CUmodule loaded = NULL;
    CUfunction found = NULL;
    CUstream own = NULL;
    float milliseconds;
    int blocks = 0;
    start();
    SAY(cuGreenCtxStreamCreate(&own, green, CU_STREAM_NON_BLOCKING, 0));
    SAY(cuCtxSetCurrent(made));
    SAY(cuMemAlloc_v2(&here, 4096));
    SAY(cuPointerGetAttribute(&of, CU_POINTER_ATTRIBUTE_CONTEXT, here));
    printf("memory of %s\n", context_name(of));
    SAY(cuPointerGetAttribute(&of, CU_POINTER_ATTRIBUTE_CONTEXT, memory));
    printf("memory of %s\n", context_name(of));
    SAY(cuMemAllocManaged(&managed, 4096, CU_MEM_ATTACH_GLOBAL));
    SAY(cuPointerGetAttribute(&of, CU_POINTER_ATTRIBUTE_CONTEXT, managed));
    printf("memory of %s\n", context_name(of));
    SAY(cuMemsetD32_v2(memory, 1, 4));
    SAY(cuMemcpyDtoD_v2(here, memory, 16));
    SAY(cuEventCreate(&mark, 0));
    SAY(cuEventRecord(mark, own));
    SAY(cuEventRecord(mark, NULL));
    SAY(cuEventRecord(mark, stream));
    SAY(cuEventRecord(event, own));
    SAY(cuEventRecord(event, stream));
    SAY(cuEventRecord(event, NULL));
    SAY(cuStreamWaitEvent(own, event, 0));
    SAY(cuStreamWaitEvent(stream, mark, 0));
    SAY(cuCtxSynchronize());
    SAY(cuEventElapsedTime(&milliseconds, event, mark));
    SAY(cuGreenCtxRecordEvent(green, mark));
    SAY(cuGreenCtxRecordEvent(green, event));
    SAY(cuGreenCtxWaitEvent(green, mark));
    SAY(cuGreenCtxWaitEvent(green, event));
    SAY(cuCtxRecordEvent(made, mark));
    SAY(cuCtxRecordEvent(context, mark));
    SAY(cuCtxWaitEvent(made, event));
    SAY(cuModuleLoadData(&loaded, kernels_ptx));
    SAY(cuModuleGetFunction(&found, loaded, "nothing"));
    SAY(cuLaunchKernel(found, 1, 1, 1, 32, 1, 1, 0, own, NULL, NULL));
    SAY(cuLaunchKernel(found, 1, 1, 1, 32, 1, 1, 0, stream, NULL, NULL));
    SAY(cuLaunchKernel(found, 1, 1, 1, 32, 1, 1, 0, NULL, NULL, NULL));
    SAY(cuLaunchKernel(nothing, 1, 1, 1, 32, 1, 1, 0, own, NULL, NULL));
    SAY(cuLaunchKernel(nothing, 1, 1, 1, 32, 1, 1, 0, NULL, NULL, NULL));
    SAY(cuCtxSynchronize());
    SAY(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, found, 64, 0));
    SAY(cuLaunchCooperativeKernel(nothing, 132, 1, 1, 1024, 1, 1, 0, own, NULL));
    SAY(cuLaunchCooperativeKernel(nothing, 32, 1, 1, 1024, 1, 1, 0, own, NULL));
    SAY(cuLaunchCooperativeKernel(nothing, 33, 1, 1, 1024, 1, 1, 0, own, NULL));
    SAY(cuLaunchCooperativeKernel(nothing, 132, 1, 1, 1024, 1, 1, 0, NULL, NULL));
    SAY(cuCtxSetCurrent(context));
    SAY(cuMemsetD32_v2(here, 1, 4));
    SAY(cuLaunchKernel(found, 1, 1, 1, 32, 1, 1, 0, NULL, NULL, NULL));
    SAY(cuEventRecord(mark, NULL));
    SAY(cuLaunchCooperativeKernel(nothing, 264, 1, 1, 1024, 1, 1, 0, NULL, NULL));
    SAY(cuMemFree_v2(here));
    SAY(cuModuleUnload(loaded));
    SAY(cuEventDestroy_v2(mark));
    SAY(cuCtxSynchronize());
}

/* Settings of the one, asked of the other. */
static void settings(void)
{
    size_t limit = 0;
    CUfunc_cache cache;
    start();
    SAY(cuCtxSetCurrent(made));
    SAY(cuCtxSetLimit(CU_LIMIT_STACK_SIZE, 4096));
    SAY(cuCtxSetCacheConfig(CU_FUNC_CACHE_PREFER_L1));
    SAY(cuCtxSetFlags(CU_CTX_SCHED_YIELD));
    tell_current();
    SAY(cuCtxSetCurrent(context));
    SAY(cuCtxGetLimit(&limit, CU_LIMIT_STACK_SIZE));
    SAY(cuCtxGetCacheConfig(&cache));
    printf("limit %zu, cache %d\n", limit, (int)cache);
    tell_current();
}

static void gone(void)
{
    CUstream own = NULL, plain = NULL;
    CUcontext popped = NULL;
    CUdeviceptr here = 0;
    start();
    SAY(cuGreenCtxStreamCreate(&own, green, CU_STREAM_NON_BLOCKING, 0));
    SAY(cuCtxSetCurrent(made));
    SAY(cuStreamCreate(&plain, CU_STREAM_DEFAULT));
    SAY(cuMemAlloc_v2(&here, 4096));
    SAY(cuGreenCtxDestroy(green));
    tell_current();
    SAY(cuMemsetD32_v2(here, 1, 4));
    SAY(cuMemAlloc_v2(&here, 4096));
    SAY(cuCtxSynchronize());
    SAY(cuStreamQuery(plain));
    SAY(cuStreamQuery(NULL));
    SAY(cuStreamDestroy_v2(plain));
    SAY(cuStreamDestroy_v2(own));
    SAY(cuCtxPopCurrent_v2(&popped));
    SAY(cuCtxPushCurrent_v2(made));
    SAY(cuCtxSetCurrent(made));
    SAY(cuCtxSetCurrent(context));
    tell_current();
}

/* The primary context given up while a green one lives, and reset under it. */
static void primary(void)
{
    start();
    SAY(cuDevicePrimaryCtxRelease_v2(0));
    SAY(cuCtxSetCurrent(made));
    tell_current();
    SAY(cuCtxSynchronize());
    SAY(cuDevicePrimaryCtxReset_v2(0));
    tell_current();
    SAY(cuCtxSynchronize());
    SAY(cuGreenCtxDestroy(green));
    SAY(cuGreenCtxDestroy(second));
}

static const Section sections[] = {
    {"conversion", conversion}, {"streams", streams}, {"things", things},
    {"settings", settings},     {"gone", gone},       {"the primary context", primary},
};

int main(int count, char **words)
{
    return record(count, words, sections, sizeof sections / sizeof sections[0]);
}
