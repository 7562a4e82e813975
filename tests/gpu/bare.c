/* A kernel's time in a bare Driver API program, to be compared with the lab's:
 *
 *     gpu_bare LIBCUDA IMAGE KERNEL GRID BLOCK FLOATS [DEVICE]
 *
 * launches KERNEL(float *p, int n) again and again, after two launches that warm up, and prints in
 * microseconds the least and the median of 101 with one launch between two events; then of as many
 * with a millisecond's launches between them, which tells more of a short kernel: one behind the
 * other in a stream, and joined in a graph. */
#include <stdio.h>
#include <stdlib.h>

#include "base/file.h"
#include "cuda/driver.h"

enum { SAMPLES = 101 };

static void must(CUresult result, const char *what)
{
    StrBuf text = {0};
    if (result == CUDA_SUCCESS)
        return;
    cuda_result_describe(result, &text);
    fprintf(stderr, "gpu_bare: %s: %s\n", what, strbuf_text(&text));
    exit(1);
}

static int compare(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return x < y ? -1 : x > y;
}

/* What is launched. */
typedef struct Launch {
    CUfunction kernel;
    unsigned grid, block, count; /* launches between two events */
    CUstream stream;
    CUgraphExec graph; /* in place of the launches; NULL: none */
    CUdeviceptr data;
    int n;
} Launch;

static void launch_all(const CudaDriver *cuda, const Launch *launch)
{
    CUdeviceptr data = launch->data;
    int n = launch->n;
    void *parameters[] = {&data, &n};
    for (unsigned i = 0; i < launch->count; i++)
        must(cuda->cuLaunchKernel(launch->kernel, launch->grid, 1, 1, launch->block, 1, 1, 0,
                                  launch->stream, parameters, NULL),
             "cuLaunchKernel");
}

static void join(const CudaDriver *cuda, Launch *launch)
{
    CUgraph graph;
    must(cuda->cuStreamBeginCapture(launch->stream, CU_STREAM_CAPTURE_MODE_RELAXED),
         "cuStreamBeginCapture");
    launch_all(cuda, launch);
    must(cuda->cuStreamEndCapture(launch->stream, &graph), "cuStreamEndCapture");
    must(cuda->cuGraphInstantiateWithFlags(&launch->graph, graph, 0), "cuGraphInstantiate");
}

static float sample(const CudaDriver *cuda, const Launch *launch, CUevent begin, CUevent end)
{
    float ms = 0;
    must(cuda->cuEventRecord(begin, launch->stream), "cuEventRecord");
    if (launch->graph)
        must(cuda->cuGraphLaunch(launch->graph, launch->stream), "cuGraphLaunch");
    else
        launch_all(cuda, launch);
    must(cuda->cuEventRecord(end, launch->stream), "cuEventRecord");
    must(cuda->cuEventSynchronize(end), "cuEventSynchronize");
    must(cuda->cuEventElapsedTime(&ms, begin, end), "cuEventElapsedTime");
    return ms * 1000 / (float)launch->count;
}

static float measure(const CudaDriver *cuda, const Launch *launch, const char *what)
{
    CUevent begin, end;
    float times[SAMPLES];
    must(cuda->cuEventCreate(&begin, CU_EVENT_DEFAULT), "cuEventCreate");
    must(cuda->cuEventCreate(&end, CU_EVENT_DEFAULT), "cuEventCreate");
    for (int i = -2; i < SAMPLES; i++)
        times[i < 0 ? 0 : i] = sample(cuda, launch, begin, end);
    qsort(times, SAMPLES, sizeof *times, compare);
    printf("%s least %.3f median %.3f\n", what, (double)times[0], (double)times[SAMPLES / 2]);
    return times[SAMPLES / 2];
}

int main(int count, char **arguments)
{
    CudaDriver cuda;
    CUdevice device;
    CUcontext context;
    CUmodule module;
    Launch launch = {.count = 1};
    StrBuf image = {0};
    Error error = {0};
    if (count < 7)
        return fprintf(stderr, "gpu_bare LIBCUDA IMAGE KERNEL GRID BLOCK FLOATS [DEVICE]\n"), 2;
    if (!cuda_driver_open(&cuda, arguments[1], NULL, &error) ||
        !file_read(arguments[2], SIZE_MAX, &image, &error))
        return fprintf(stderr, "gpu_bare: %s\n", error.text), 1;
    launch.grid = (unsigned)atoi(arguments[4]);
    launch.block = (unsigned)atoi(arguments[5]);
    launch.n = atoi(arguments[6]);
    must(cuda.cuInit(0), "cuInit");
    must(cuda.cuDeviceGet(&device, count > 7 ? atoi(arguments[7]) : 0), "cuDeviceGet");
    must(cuda.cuDevicePrimaryCtxRetain(&context, device), "cuDevicePrimaryCtxRetain");
    must(cuda.cuCtxSetCurrent(context), "cuCtxSetCurrent");
    must(cuda.cuModuleLoadData(&module, strbuf_text(&image)), "cuModuleLoadData");
    must(cuda.cuModuleGetFunction(&launch.kernel, module, arguments[3]), "cuModuleGetFunction");
    must(cuda.cuMemAlloc(&launch.data, (size_t)launch.n * sizeof(float)), "cuMemAlloc");
    must(cuda.cuMemsetD8(launch.data, 0, (size_t)launch.n * sizeof(float)), "cuMemsetD8");
    must(cuda.cuStreamCreate(&launch.stream, CU_STREAM_NON_BLOCKING), "cuStreamCreate");
    must(cuda.cuCtxSynchronize(), "cuCtxSynchronize"); /* the memory is filled in another stream */
    float single = measure(&cuda, &launch, "single");
    launch.count = single < 500 ? (unsigned)(1000 / (single < 1 ? 1 : single)) : 1;
    measure(&cuda, &launch, "stream");
    join(&cuda, &launch);
    measure(&cuda, &launch, "graph");
    strbuf_free(&image);
    return 0;
}
