/* Launches kernels with nothing of the lab around them, for compute-sanitizer to watch:
 *
 *     gpu_launch LIBCUDA PLAN...
 *
 * Each buffer is an allocation of its own and of just its size, with no guards about it, and what a
 * kernel is to write is not written before. A PLAN is a text file of lines:
 *
 *     kernel NAME IMAGE GRID BLOCK SHARED COOPERATIVE   grid and block as X,Y,Z; the last 0 or 1
 *     buffer BYTES FROM TO    FROM: file of its first contents, or -; TO: where it goes, or -
 *     value BYTES NUMBER      a scalar, as the whole number of its bits
 *
 * For each plan one line tells the name, which is the kernel's too, and the driver's answers to
 * launch and synchronisation. The plans share one context; one that a failure has spoilt is made
 * anew, and where that fails too the plans behind are not begun: status 3. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "cuda/driver.h"

enum { ARGUMENTS = 32, PATH = 512 };

typedef struct Argument {
    uint64_t value; /* address of a buffer */
    size_t bytes;   /* of a buffer; 0: a scalar */
    char to[PATH];
} Argument;

typedef struct Plan {
    char name[128], image[PATH];
    unsigned grid[3], block[3], shared, cooperative;
    Argument arguments[ARGUMENTS];
    int count;
} Plan;

static void fail(const char *what, const char *why)
{
    fprintf(stderr, "gpu_launch: %s: %s\n", what, why);
    exit(2);
}

static void must(CUresult result, const char *what)
{
    StrBuf text = {0};
    if (result == CUDA_SUCCESS)
        return;
    cuda_result_describe(result, &text);
    fail(what, strbuf_text(&text));
}

static void read_whole(const char *path, StrBuf *out)
{
    Error error = {0};
    if (!file_read(path, SIZE_MAX, out, &error))
        fail(path, error.text);
}

static void buffer_make(const CudaDriver *cuda, Argument *argument, const char *from)
{
    StrBuf data = {0};
    CUdeviceptr address;
    must(cuda->cuMemAlloc(&address, argument->bytes), "cuMemAlloc");
    argument->value = address;
    if (strcmp(from, "-") == 0)
        return;
    read_whole(from, &data);
    if (data.size != argument->bytes)
        fail(from, "another size than its buffer");
    must(cuda->cuMemcpyHtoD(address, data.data, data.size), "cuMemcpyHtoD");
    strbuf_free(&data);
}

static void buffer_keep(const CudaDriver *cuda, const Argument *argument)
{
    Error error = {0};
    if (strcmp(argument->to, "-") == 0)
        return;
    char *data = memory_alloc(argument->bytes);
    must(cuda->cuMemcpyDtoH(data, argument->value, argument->bytes), "cuMemcpyDtoH");
    if (!file_save(argument->to, (View){data, argument->bytes}, &error))
        fail(argument->to, error.text);
    free(data);
}

static void line_read(const CudaDriver *cuda, const char *line, Plan *plan)
{
    Argument *argument = &plan->arguments[plan->count];
    unsigned *grid = plan->grid, *block = plan->block;
    char from[PATH];
    unsigned bytes;
    if (sscanf(line, "kernel %127s %511s %u,%u,%u %u,%u,%u %u %u", plan->name, plan->image, grid,
               grid + 1, grid + 2, block, block + 1, block + 2, &plan->shared,
               &plan->cooperative) == 10)
        return;
    if (plan->count == ARGUMENTS)
        fail(plan->name, "too many arguments");
    if (sscanf(line, "buffer %zu %511s %511s", &argument->bytes, from, argument->to) == 3)
        buffer_make(cuda, argument, from);
    else if (sscanf(line, "value %u %" SCNu64, &bytes, &argument->value) != 2)
        fail("no line of a plan", line);
    plan->count++;
}

static void plan_read(const CudaDriver *cuda, const char *path, Plan *plan)
{
    char line[2 * PATH];
    FILE *file = fopen(path, "r");
    if (!file)
        fail(path, "cannot be read");
    while (fgets(line, sizeof line, file))
        line_read(cuda, line, plan);
    fclose(file);
}

static CUresult plan_launch(const CudaDriver *cuda, Plan *plan, CUfunction kernel)
{
    const unsigned *grid = plan->grid, *block = plan->block;
    void *parameters[ARGUMENTS];
    for (int i = 0; i < plan->count; i++)
        parameters[i] = &plan->arguments[i].value;
    if (plan->cooperative)
        return cuda->cuLaunchCooperativeKernel(kernel, grid[0], grid[1], grid[2], block[0],
                                               block[1], block[2], plan->shared, NULL, parameters);
    return cuda->cuLaunchKernel(kernel, grid[0], grid[1], grid[2], block[0], block[1], block[2],
                                plan->shared, NULL, parameters, NULL);
}

/* Gives back what is the plan's. */
static void plan_end(const CudaDriver *cuda, const Plan *plan, CUmodule module)
{
    for (int i = 0; i < plan->count; i++)
        if (plan->arguments[i].bytes) {
            buffer_keep(cuda, &plan->arguments[i]);
            must(cuda->cuMemFree(plan->arguments[i].value), "cuMemFree");
        }
    must(cuda->cuModuleUnload(module), "cuModuleUnload");
}

/* False: something failed, and what was allocated is still there. */
static bool plan_run(const CudaDriver *cuda, const char *path)
{
    Plan *plan = memory_alloc(sizeof *plan);
    StrBuf image = {0};
    CUmodule module;
    CUfunction kernel;
    CUresult ended = CUDA_SUCCESS;
    *plan = (Plan){0};
    plan_read(cuda, path, plan);
    read_whole(plan->image, &image);
    must(cuda->cuModuleLoadData(&module, strbuf_text(&image)), "cuModuleLoadData");
    must(cuda->cuModuleGetFunction(&kernel, module, plan->name), "cuModuleGetFunction");
    CUresult launched = plan_launch(cuda, plan, kernel);
    if (launched == CUDA_SUCCESS)
        ended = cuda->cuCtxSynchronize();
    printf("gpu_launch %s launch %d end %d\n", plan->name, (int)launched, (int)ended);
    fflush(stdout);
    bool good = launched == CUDA_SUCCESS && ended == CUDA_SUCCESS;
    if (good)
        plan_end(cuda, plan, module);
    strbuf_free(&image);
    free(plan);
    return good;
}

static bool context_works(const CudaDriver *cuda)
{
    CUdeviceptr address;
    return cuda->cuCtxSynchronize() == CUDA_SUCCESS &&
           cuda->cuMemAlloc(&address, 4) == CUDA_SUCCESS &&
           cuda->cuMemFree(address) == CUDA_SUCCESS;
}

/* After a failure: the same context where it still works, else a new one. */
static bool context_mend(const CudaDriver *cuda, CUdevice device)
{
    CUcontext context;
    return context_works(cuda) ||
           (cuda->cuDevicePrimaryCtxReset(device) == CUDA_SUCCESS &&
            cuda->cuDevicePrimaryCtxRetain(&context, device) == CUDA_SUCCESS &&
            cuda->cuCtxSetCurrent(context) == CUDA_SUCCESS && context_works(cuda));
}

int main(int count, char **arguments)
{
    CudaDriver cuda;
    CUdevice device;
    CUcontext context;
    Error error = {0};
    if (count < 3)
        return fprintf(stderr, "gpu_launch LIBCUDA PLAN...\n"), 2;
    if (!cuda_driver_open(&cuda, arguments[1], NULL, &error))
        fail(arguments[1], error.text);
    must(cuda.cuInit(0), "cuInit");
    must(cuda.cuDeviceGet(&device, 0), "cuDeviceGet");
    must(cuda.cuDevicePrimaryCtxRetain(&context, device), "cuDevicePrimaryCtxRetain");
    must(cuda.cuCtxSetCurrent(context), "cuCtxSetCurrent");
    for (int i = 2; i < count; i++)
        if (!plan_run(&cuda, arguments[i]) && !context_mend(&cuda, device))
            return i + 1 < count ? 3 : 0;
    /* What the kernels' own heap still holds is told now. */
    cuda.cuDevicePrimaryCtxReset(device);
    return 0;
}
