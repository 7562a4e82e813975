/* Races between the host and work that is under way: what the program changes too early is told,
 * what a wait, a host function or a flag orders is not. */
#include <stdio.h>

#include "api.h"

enum { COUNT = 256, BYTES = 4 * COUNT };

static const CulabSimApi *sim;
static CUstream stream;

static int watch_open(void **state)
{
    CulabSimOptions options = {.size = sizeof options, .checks = CULAB_SIM_CHECK_RACE};
    context_open(state);
    sim = culabSimApi(CULAB_SIM_VERSION);
    assert_non_null(sim);
    assert_int_equal(sim->set_options(&options), 0);
    OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    return 0;
}

static int watch_close(void **state)
{
    CulabSimOptions plain = {.size = sizeof plain, .strict = 1};
    assert_int_equal(sim->set_options(&plain), 0);
    sim->clear();
    return context_close(state);
}

typedef struct Found {
    int count;
    char text[600];
} Found;

static void note(void *state, const CulabSimFinding *finding)
{
    Found *found = state;
    assert_string_equal(finding->rule, "host-race");
    found->count++;
    snprintf(found->text, sizeof found->text, "%s", finding->text);
}

static void assert_found(int count, const char *what)
{
    Found found = {0};
    sim->findings(&found, note);
    if (found.count != count || (what && !strstr(found.text, what)))
        fail_msg("%d findings: %s", found.count, found.text);
    sim->clear();
}

static float *pinned_new(void)
{
    float *pinned;
    OK(cuMemAllocHost_v2((void **)&pinned, BYTES));
    for (int i = 0; i < COUNT; i++)
        pinned[i] = (float)i;
    return pinned;
}

static void launch_scale(CUdeviceptr data, unsigned count)
{
    float factor = 2;
    void *arguments[] = {&data, &count, &factor};
    OK(cuLaunchKernel(function("scale"), (count + 63) / 64, 1, 1, 64, 1, 1, 0, stream, arguments,
                      NULL));
}

static void source_of_a_copy(void **state)
{
    (void)state;
    CUdeviceptr data;
    float *pinned = pinned_new();
    OK(cuMemAlloc_v2(&data, BYTES));
    OK(cuMemcpyHtoDAsync_v2(data, pinned, BYTES, stream));
    pinned[3] = -1;
    OK(cuStreamSynchronize(stream));
    assert_found(1, "copy to the device of 1024 bytes");
    OK(cuMemcpyHtoDAsync_v2(data, pinned, BYTES, stream));
    OK(cuStreamSynchronize(stream));
    pinned[3] = -2;
    OK(cuMemcpyHtoDAsync_v2(data, pinned, BYTES / 2, stream));
    pinned[COUNT - 1] = 5; /* the other half */
    OK(cuStreamSynchronize(stream));
    assert_found(0, NULL);
}

static void destination_of_a_copy(void **state)
{
    (void)state;
    CUdeviceptr data;
    float *pinned = pinned_new();
    OK(cuMemAlloc_v2(&data, BYTES));
    OK(cuMemcpyDtoHAsync_v2(pinned, data, BYTES, stream));
    pinned[7] = -1;
    OK(cuStreamSynchronize(stream));
    assert_found(1, "copy to the host");
}

/* A buffer that goes to the host and back again is written by the first copy, not by the host. */
static void copies_in_order(void **state)
{
    (void)state;
    CUdeviceptr data, other;
    float *pinned = pinned_new();
    OK(cuMemAlloc_v2(&data, BYTES));
    OK(cuMemAlloc_v2(&other, BYTES));
    OK(cuMemsetD32Async(data, 9, COUNT, stream));
    OK(cuMemcpyDtoHAsync_v2(pinned, data, BYTES, stream));
    OK(cuMemcpyHtoDAsync_v2(other, pinned, BYTES, stream));
    OK(cuStreamSynchronize(stream));
    assert_found(0, NULL);
}

static void change(void *user)
{
    ((float *)user)[0] += 1;
}

static void host_functions_are_in_order(void **state)
{
    (void)state;
    CUdeviceptr data;
    float *pinned = pinned_new();
    OK(cuMemAlloc_v2(&data, BYTES));
    OK(cuLaunchHostFunc(stream, change, pinned));
    OK(cuMemcpyHtoDAsync_v2(data, pinned, BYTES, stream));
    OK(cuLaunchHostFunc(stream, change, pinned));
    OK(cuMemcpyHtoDAsync_v2(data, pinned, BYTES, stream));
    OK(cuStreamSynchronize(stream));
    assert_found(0, NULL);
}

static void managed_memory_of_a_kernel(void **state)
{
    (void)state;
    CUdeviceptr data;
    OK(cuMemAllocManaged(&data, BYTES, CU_MEM_ATTACH_GLOBAL));
    float *values = (float *)(uintptr_t)data;
    memset(values, 0, BYTES);
    launch_scale(data, COUNT / 2);
    values[5] = 3;
    OK(cuStreamSynchronize(stream));
    assert_found(1, "kernel scale");
    launch_scale(data, COUNT / 2);
    values[COUNT - 1] = 4; /* which the kernel leaves alone */
    OK(cuStreamSynchronize(stream));
    values[5] = 6;
    launch_scale(data, COUNT / 2);
    OK(cuStreamSynchronize(stream));
    values[5] = 7;
    assert_found(0, NULL);
}

/* Host and kernel may talk by a flag while the kernel runs. */
static void flags_of_a_kernel(void **state)
{
    (void)state;
    static const char ptx[] =
        ".version 6.0\n.target sm_52\n.address_size 64\n"
        ".visible .entry wait(.param .u64 flag)\n"
        "{\n  .reg .b64 %d<2>;\n  .reg .b32 %r<3>;\n  .reg .pred %p;\n"
        "  ld.param.u64 %d1, [flag];\nAGAIN:\n  ld.volatile.global.u32 %r1, [%d1];\n"
        "  setp.eq.u32 %p, %r1, 0;\n  @%p bra AGAIN;\n"
        "  ld.global.u32 %r2, [%d1+4];\n  st.global.u32 [%d1+8], %r2;\n  ret;\n}\n";
    CUmodule talking;
    CUfunction kernel;
    int *pinned;
    void *arguments[] = {&pinned};
    OK(cuModuleLoadData(&talking, ptx));
    OK(cuModuleGetFunction(&kernel, talking, "wait"));
    OK(cuMemHostAlloc((void **)&pinned, 64, CU_MEMHOSTALLOC_DEVICEMAP));
    memset(pinned, 0, 64);
    OK(cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, stream, arguments, NULL));
    pinned[1] = 5;
    pinned[0] = 1;
    OK(cuStreamSynchronize(stream));
    assert_int_equal(pinned[2], 5);
    assert_found(0, NULL);
}

static void graphs_and_freed_memory(void **state)
{
    (void)state;
    CUdeviceptr data;
    CUgraph graph;
    CUgraphExec executable;
    float *pinned = pinned_new();
    OK(cuMemAlloc_v2(&data, BYTES));
    OK(cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
    OK(cuMemcpyHtoDAsync_v2(data, pinned, BYTES, stream));
    OK(cuStreamEndCapture(stream, &graph));
    OK(cuGraphInstantiateWithFlags(&executable, graph, 0));
    pinned[1] = 17; /* nothing was launched yet */
    OK(cuGraphLaunch(executable, stream));
    OK(cuStreamSynchronize(stream));
    pinned[1] = 18;
    OK(cuGraphLaunch(executable, stream));
    OK(cuMemFreeHost(pinned));
    OK(cuCtxSynchronize());
    assert_found(0, NULL);
    OK(cuGraphExecDestroy(executable));
    OK(cuGraphDestroy(graph));
}

/* The copy and the kernel are done when the host function's turn comes, by luck alone. */
static void host_functions_beside_what_ran(void **state)
{
    (void)state;
    CUstream other;
    CUevent event;
    CUdeviceptr data;
    float *pinned = pinned_new(), *second = pinned_new();
    OK(cuStreamCreate(&other, CU_STREAM_NON_BLOCKING));
    OK(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
    OK(cuMemAlloc_v2(&data, BYTES));
    OK(cuMemcpyHtoDAsync_v2(data, pinned, BYTES, stream));
    OK(cuLaunchHostFunc(other, change, pinned));
    OK(cuStreamSynchronize(stream));
    OK(cuStreamSynchronize(other));
    assert_found(1, "that the copy to the device of 1024 bytes used: bytes 2 to 3 of 1024");
    OK(cuLaunchHostFunc(other, change, pinned));
    launch_scale((uintptr_t)pinned, COUNT);
    OK(cuStreamSynchronize(stream));
    OK(cuStreamSynchronize(other));
    assert_found(1, "that the kernel scale used");
    /* other bytes, other memory, and in order */
    OK(cuLaunchHostFunc(other, change, pinned));
    OK(cuMemcpyHtoDAsync_v2(data, pinned + 1, BYTES - 4, stream));
    OK(cuStreamSynchronize(stream));
    OK(cuLaunchHostFunc(other, change, second));
    launch_scale((uintptr_t)(pinned + 1), COUNT - 1);
    OK(cuStreamSynchronize(stream));
    OK(cuStreamSynchronize(other));
    OK(cuMemcpyHtoDAsync_v2(data, pinned, BYTES, stream));
    OK(cuEventRecord(event, stream));
    OK(cuStreamWaitEvent(other, event, 0));
    OK(cuLaunchHostFunc(other, change, pinned));
    OK(cuStreamSynchronize(stream));
    OK(cuStreamSynchronize(other));
    OK(cuMemcpyHtoDAsync_v2(data, pinned, BYTES, stream));
    OK(cuStreamSynchronize(stream));
    OK(cuLaunchHostFunc(other, change, pinned)); /* the host has waited */
    OK(cuStreamSynchronize(other));
    assert_found(0, NULL);
    OK(cuEventDestroy(event));
}

#define WATCH(name) cmocka_unit_test_setup_teardown(name, watch_open, watch_close)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WATCH(source_of_a_copy),
        WATCH(destination_of_a_copy),
        WATCH(copies_in_order),
        WATCH(host_functions_are_in_order),
        WATCH(host_functions_beside_what_ran),
        WATCH(managed_memory_of_a_kernel),
        WATCH(flags_of_a_kernel),
        WATCH(graphs_and_freed_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
