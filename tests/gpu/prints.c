/* What printf costs on a GPU, the lab's beside the driver's own, for the same lines:
 *
 *     gpu_prints [DEVICE [LEAST_LAUNCHES]]
 *
 * A kernel in which every thread prints is launched again and again, compiled with the lab's header
 * and without it, in turn. Told are medians: of the kernel's time between two events, and of the
 * time from the launch until all lines are formatted (the driver writes its own to /dev/null).
 * Then whether a kernel that prints nothing is compiled to the same machine code either way. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "compile/compile.h"
#include "worker/print_ring.h"

enum { GRID = 128, BLOCK = 128, LAUNCHES = 31, FIFO_BYTES = 64 << 20 };

static const char printing[] =
    "__global__ void k(float x) { int i = blockIdx.x * blockDim.x + threadIdx.x;"
    " printf(\"thread %d of block %d has %f\\n\", threadIdx.x, blockIdx.x, x * i); }\n";
static const char silent[] =
    "__global__ void k(float *p) { p[blockIdx.x * blockDim.x + threadIdx.x] *= 2; }\n";

/* One of the two ways, and its samples. */
typedef struct Way {
    CUmodule module;
    CUfunction function;
    double kernel_us[LAUNCHES], all_us[LAUNCHES];
    uint64_t lines;
} Way;

typedef struct Bench {
    Device device;
    Compiler compiler;
    PrintRing ring;
    Port *port;
    CUevent begin, end;
} Bench;

static void must(CUresult result, const char *what)
{
    if (result == CUDA_SUCCESS)
        return;
    fprintf(stderr, "gpu_prints: %s gives %d\n", what, (int)result);
    exit(1);
}

static void compile(Bench *bench, const char *source, bool ours, Compiled *out)
{
    bench->compiler.device_printf = ours;
    compiler_compile(&bench->compiler, "k.cu", view_of(source), 0, out);
    if (out->result.ok)
        return;
    fprintf(stderr, "gpu_prints: it does not compile\n");
    exit(1);
}

static void way_open(Bench *bench, bool ours, Way *out)
{
    const CudaDriver *cuda = &bench->device.cuda;
    Compiled compiled;
    compile(bench, printing, ours, &compiled);
    const char *name = compiled.entries.data[0].symbol;
    if (!compiled.cubin || cuda->cuModuleLoadData(&out->module, compiled.cubin) != CUDA_SUCCESS)
        must(cuda->cuModuleLoadData(&out->module, compiled.ptx), "cuModuleLoadData");
    must(cuda->cuModuleGetFunction(&out->function, out->module, name), "cuModuleGetFunction");
    compiled_free(&compiled);
}

static void sample(Bench *bench, bool ours, Way *way, int index)
{
    const CudaDriver *cuda = &bench->device.cuda;
    PrintSender sender = {.port = bench->port};
    float factor = 0.5f, ms = 0;
    void *parameters[] = {&factor};
    if (ours)
        must(print_ring_begin(&bench->ring, &bench->device, way->module), "the ring");
    must(cuda->cuCtxSynchronize(), "cuCtxSynchronize");
    int64_t since = clock_now_ns();
    must(cuda->cuEventRecord(bench->begin, NULL), "cuEventRecord");
    must(cuda->cuLaunchKernel(way->function, GRID, 1, 1, BLOCK, 1, 1, 0, NULL, parameters, NULL),
         "cuLaunchKernel");
    must(cuda->cuEventRecord(bench->end, NULL), "cuEventRecord");
    must(cuda->cuCtxSynchronize(), "cuCtxSynchronize");
    if (ours) {
        uint64_t lost = print_ring_collect(&bench->ring, &bench->device, true, 0, &sender);
        print_sender_flush(&sender, lost);
        way->lines = sender.sent;
    }
    int64_t until = clock_now_ns();
    must(cuda->cuEventElapsedTime(&ms, bench->begin, bench->end), "cuEventElapsedTime");
    print_sender_free(&sender);
    if (index < 0)
        return;
    way->kernel_us[index] = (double)ms * 1000;
    way->all_us[index] = (double)(until - since) / 1000;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double median(double *samples, int count)
{
    qsort(samples, (size_t)count, sizeof *samples, compare);
    return samples[count / 2];
}

/* The driver prints to standard output; the answer goes where that was. */
static FILE *silence(void)
{
    int kept = dup(1), nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (kept < 0 || nothing < 0 || dup2(nothing, 1) < 0)
        exit(1);
    return fdopen(kept, "w");
}

static bool bench_open(Bench *bench, const char *which, Error *error)
{
    int ends[2];
    if (pipe(ends) != 0) /* nobody ever says anything to the port */
        return error_errno(error, "pipe");
    bench->port = port_new(ends[0], open("/dev/null", O_WRONLY | O_CLOEXEC));
    if (!device_open(&bench->device, which, "", error) || !device_ready(&bench->device, error))
        return false;
    int capability = 10 * bench->device.major + bench->device.minor;
    return compiler_open(&bench->compiler, capability, bench->device.sim != NULL, error);
}

static bool is_same_code(Bench *bench)
{
    Compiled ours, theirs;
    compile(bench, silent, true, &ours);
    compile(bench, silent, false, &theirs);
    bool same = strcmp(ours.ptx, theirs.ptx) == 0 && ours.cubin_size == theirs.cubin_size &&
                (!ours.cubin || memcmp(ours.cubin, theirs.cubin, ours.cubin_size) == 0);
    compiled_free(&ours);
    compiled_free(&theirs);
    return same;
}

int main(int count, char **words)
{
    static Bench bench;
    static Way ours, theirs;
    Error error = {0};
    int launches = count > 2 && atoi(words[2]) < LAUNCHES ? atoi(words[2]) : LAUNCHES;
    FILE *out = silence();
    if (!out || !bench_open(&bench, count > 1 ? words[1] : "gpu", &error))
        return fprintf(stderr, "gpu_prints: %s\n", error.text), 1;
    const CudaDriver *cuda = &bench.device.cuda;
    must(cuda->cuCtxSetLimit(CU_LIMIT_PRINTF_FIFO_SIZE, FIFO_BYTES), "cuCtxSetLimit");
    must(cuda->cuEventCreate(&bench.begin, CU_EVENT_DEFAULT), "cuEventCreate");
    must(cuda->cuEventCreate(&bench.end, CU_EVENT_DEFAULT), "cuEventCreate");
    way_open(&bench, true, &ours);
    way_open(&bench, false, &theirs);
    for (int i = -2; i < launches; i++) {
        sample(&bench, true, &ours, i);
        sample(&bench, false, &theirs, i);
    }
    double kernel[] = {median(ours.kernel_us, launches), median(theirs.kernel_us, launches)};
    double all[] = {median(ours.all_us, launches), median(theirs.all_us, launches)};
    bool same = is_same_code(&bench);
    fprintf(out, "kernel without printf: %s\n", same ? "the same code" : "other code");
    fprintf(out,
            "%d lines: kernel %.1f us, the driver's %.1f (%.2f times); to the last line %.0f us, "
            "the driver's %.0f (%.2f times)\n",
            (int)ours.lines, kernel[0], kernel[1], kernel[0] / kernel[1], all[0], all[1],
            all[0] / all[1]);
    return same && ours.lines == (uint64_t)GRID * BLOCK ? 0 : 1;
}
