/* Samples of a launch's time, and the two kernels that show a device's ceilings. */
#include "worker/timing.h"

#include <math.h>
#include <stdlib.h>

#include "base/clock.h"

enum {
    SAMPLES_LEAST = 15,
    SAMPLES_MOST = 200,
    GRAPH_LAUNCHES_MOST = 1000,
    COPY_BYTES = 256 << 20, /* well beyond any second-level cache */
    FMA_STEPS = 1024,
    FMA_CHAINS = 8,
    FMA_THREADS = 256,
};
#define SHORT_US 100.0 /* events tell times of some 0.5 us apart: these are joined in a graph */
#define SAMPLE_US 1000.0
#define BUDGET_NS INT64_C(2000000000)
#define STABLE 0.02 /* standard deviation over mean */

typedef struct Bench {
    const Device *device;
    const TimedLaunch *launch;
    CUstream stream;
    CUevent start, end;
    CUgraph graph;
    CUgraphExec exec;
    uint32_t joined; /* launches in the graph; 1: none */
} Bench;

static CUresult launch_once(const Bench *bench)
{
    const TimedLaunch *launch = bench->launch;
    return bench->device->cuda.cuLaunchKernel(
        launch->function, launch->grid.x, launch->grid.y, launch->grid.z, launch->block.x,
        launch->block.y, launch->block.z, launch->shared, bench->stream, launch->parameters, NULL);
}

static bool bench_open(Bench *bench)
{
    const CudaDriver *cuda = &bench->device->cuda;
    return cuda->cuStreamCreate(&bench->stream, CU_STREAM_NON_BLOCKING) == CUDA_SUCCESS &&
           cuda->cuEventCreate(&bench->start, CU_EVENT_DEFAULT) == CUDA_SUCCESS &&
           cuda->cuEventCreate(&bench->end, CU_EVENT_DEFAULT) == CUDA_SUCCESS;
}

static void bench_close(Bench *bench)
{
    const CudaDriver *cuda = &bench->device->cuda;
    if (bench->exec)
        cuda->cuGraphExecDestroy(bench->exec);
    if (bench->graph)
        cuda->cuGraphDestroy(bench->graph);
    if (bench->end)
        cuda->cuEventDestroy(bench->end);
    if (bench->start)
        cuda->cuEventDestroy(bench->start);
    if (bench->stream)
        cuda->cuStreamDestroy(bench->stream);
}

/* Microseconds of one launch; negative: it failed. */
static double sample(const Bench *bench)
{
    const CudaDriver *cuda = &bench->device->cuda;
    float milliseconds = 0;
    if (cuda->cuEventRecord(bench->start, bench->stream) != CUDA_SUCCESS)
        return -1;
    CUresult result =
        bench->exec ? cuda->cuGraphLaunch(bench->exec, bench->stream) : launch_once(bench);
    if (result != CUDA_SUCCESS || cuda->cuEventRecord(bench->end, bench->stream) != CUDA_SUCCESS ||
        cuda->cuEventSynchronize(bench->end) != CUDA_SUCCESS ||
        cuda->cuEventElapsedTime(&milliseconds, bench->start, bench->end) != CUDA_SUCCESS)
        return -1;
    return (double)milliseconds * 1000 / bench->joined;
}

/* Without graphs the launches stay single: the answer is coarser, not wrong. */
static void join_launches(Bench *bench, double microseconds)
{
    const CudaDriver *cuda = &bench->device->cuda;
    double wanted = SAMPLE_US / (microseconds > 0.5 ? microseconds : 0.5);
    uint32_t count = wanted < 2                     ? 2
                     : wanted > GRAPH_LAUNCHES_MOST ? GRAPH_LAUNCHES_MOST
                                                    : (uint32_t)wanted;
    if (!cuda->cuStreamBeginCapture || !cuda->cuStreamEndCapture ||
        !cuda->cuGraphInstantiateWithFlags || !cuda->cuGraphLaunch || !cuda->cuGraphExecDestroy ||
        !cuda->cuGraphDestroy ||
        cuda->cuStreamBeginCapture(bench->stream, CU_STREAM_CAPTURE_MODE_RELAXED) != CUDA_SUCCESS)
        return;
    bool fine = true;
    for (uint32_t i = 0; fine && i < count; i++)
        fine = launch_once(bench) == CUDA_SUCCESS;
    fine &= cuda->cuStreamEndCapture(bench->stream, &bench->graph) == CUDA_SUCCESS;
    if (fine && cuda->cuGraphInstantiateWithFlags(&bench->exec, bench->graph, 0) == CUDA_SUCCESS)
        bench->joined = count;
    else
        bench->exec = NULL;
}

static int compare_double(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double variation(const double *samples, uint32_t count)
{
    double sum = 0, squares = 0;
    for (uint32_t i = 0; i < count; i++)
        sum += samples[i];
    double mean = sum / count;
    for (uint32_t i = 0; i < count; i++)
        squares += (samples[i] - mean) * (samples[i] - mean);
    return mean > 0 && count > 1 ? sqrt(squares / (count - 1)) / mean : 0;
}

static void sum_up(double *samples, uint32_t count, uint32_t joined, KernelTime *out)
{
    double spread = variation(samples, count);
    qsort(samples, count, sizeof *samples, compare_double);
    *out = (KernelTime){
        .samples = count,
        .joined = joined,
        .least_us = samples[0],
        .median_us =
            count % 2 ? samples[count / 2] : (samples[count / 2 - 1] + samples[count / 2]) / 2,
        .most_us = samples[count - 1],
        .variation = spread,
        .stable = count >= SAMPLES_LEAST && spread < STABLE,
    };
}

static bool is_enough(const double *samples, uint32_t count, int64_t since_ns)
{
    if (count >= SAMPLES_MOST)
        return true;
    if (count < SAMPLES_LEAST)
        return count > 0 && clock_now_ns() - since_ns > 4 * BUDGET_NS; /* very long kernels */
    return variation(samples, count) < STABLE || clock_now_ns() - since_ns > BUDGET_NS;
}

static void measure(Bench *bench, Port *port, KernelTime *out)
{
    double samples[SAMPLES_MOST], first;
    uint32_t count = 0;
    if (sample(bench) < 0 || (first = sample(bench)) < 0) /* the first one warms up */
        return;
    if (first < SHORT_US) {
        join_launches(bench, first);
        if (sample(bench) < 0)
            return;
    }
    int64_t since = clock_now_ns();
    while (!is_enough(samples, count, since)) {
        double now = port_stopped(port) ? -1 : sample(bench);
        if (now < 0)
            return;
        samples[count++] = now;
    }
    sum_up(samples, count, bench->joined, out);
}

void timing_measure(const Device *device, Port *port, const TimedLaunch *launch, KernelTime *out)
{
    Bench bench = {.device = device, .launch = launch, .joined = 1};
    *out = (KernelTime){0};
    if (bench_open(&bench))
        measure(&bench, port, out);
    bench_close(&bench);
}

/* --- ceilings --- */

static const char ceiling_source[] =
    "extern \"C\" __global__ void ceiling_copy(float4 *out, const float4 *in, unsigned n)\n"
    "{\n"
    "    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * "
    "blockDim.x)\n"
    "        out[i] = in[i];\n"
    "}\n"
    "extern \"C\" __global__ void ceiling_fma(float *out, float a, int steps)\n"
    "{\n"
    "    float x[8];\n"
    "    for (int k = 0; k < 8; k++) x[k] = threadIdx.x + k;\n"
    "    for (int i = 0; i < steps; i++)\n"
    "        for (int k = 0; k < 8; k++) x[k] = x[k] * a + 0.5f;\n"
    "    float sum = 0;\n"
    "    for (int k = 0; k < 8; k++) sum += x[k];\n"
    "    if (sum == 1234.5f) out[0] = sum;\n"
    "}\n";

static double rate_of(const Device *device, Port *port, CUmodule module, const char *kernel,
                      TimedLaunch *launch, double work)
{
    KernelTime timing;
    if (device->cuda.cuModuleGetFunction(&launch->function, module, kernel) != CUDA_SUCCESS)
        return 0;
    timing_measure(device, port, launch, &timing);
    return timing.samples ? work / (timing.median_us / 1e6) : 0;
}

static void measure_ceilings(const Device *device, Port *port, CUmodule module, CUdeviceptr memory,
                             Ceilings *out)
{
    int sms = device_attribute(device, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
    uint32_t blocks = (uint32_t)(sms > 0 ? sms : 1) * 8;
    CUdeviceptr half = memory + COPY_BYTES / 2;
    unsigned n = COPY_BYTES / 2 / 16;
    float factor = 0.999f;
    int steps = FMA_STEPS;
    void *copy[] = {&half, &memory, &n}, *fma[] = {&memory, &factor, &steps};
    TimedLaunch copying = {.grid = {blocks, 1, 1}, .block = {512, 1, 1}, .parameters = copy};
    TimedLaunch adding = {.grid = {blocks, 1, 1}, .block = {FMA_THREADS, 1, 1}, .parameters = fma};
    out->bytes_per_s = rate_of(device, port, module, "ceiling_copy", &copying, COPY_BYTES);
    out->flops_per_s = rate_of(device, port, module, "ceiling_fma", &adding,
                               2.0 * blocks * FMA_THREADS * FMA_CHAINS * FMA_STEPS);
}

void timing_ceilings(const Device *device, Compiler *compiler, Port *port, Ceilings *out)
{
    const CudaDriver *cuda = &device->cuda;
    Compiled compiled;
    CUmodule module = NULL;
    CUdeviceptr memory = 0;
    *out = (Ceilings){0};
    compiler_compile(compiler, "ceilings.cu", view_of(ceiling_source), 0, &compiled);
    bool loaded =
        (compiled.cubin && cuda->cuModuleLoadData(&module, compiled.cubin) == CUDA_SUCCESS) ||
        (compiled.ptx && cuda->cuModuleLoadData(&module, compiled.ptx) == CUDA_SUCCESS);
    if (loaded && cuda->cuMemAlloc(&memory, COPY_BYTES) == CUDA_SUCCESS &&
        cuda->cuMemsetD8(memory, 1, COPY_BYTES) == CUDA_SUCCESS)
        measure_ceilings(device, port, module, memory, out);
    if (memory)
        cuda->cuMemFree(memory);
    if (module)
        cuda->cuModuleUnload(module);
    compiled_free(&compiled);
}
