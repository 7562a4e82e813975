/* What printf costs on a GPU, the lab's beside the driver's own, for the same lines:
 *
 *     gpu_prints [DEVICE [LAUNCHES [WORKER]]]
 *
 * For several kinds of lines and numbers of them a kernel in which every thread prints is launched
 * again and again, compiled with the lab's header and without it, in turn. Told are medians: of the
 * kernel's time between two events; of the time from the launch until all lines are formatted and
 * sent (the driver writes its own to /dev/null); and, with WORKER, the time that a whole run takes
 * in the lab, from its wish to the last line in its memory. Then whether a kernel that prints
 * nothing is compiled to the same machine code either way. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/clock.h"
#include "compile/compile.h"
#include "session/client.h"
#include "worker/print_ring.h"

enum { BLOCK = 128, MOST = 31, FIFO_BYTES = 256 << 20, MANY_BLOCKS = 8192, MANY_LAUNCHES = 3 };

/* A kind of line: the statement that prints it; i: the thread's number in the grid, x: a float. */
typedef struct Kind {
    const char *name, *statement;
    bool many; /* measured with a million lines as well */
} Kind;

static const Kind kinds[] = {
    {"mixed", "printf(\"thread %d of block %d has %f\\n\", threadIdx.x, blockIdx.x, x * i);", true},
    {"plain", "printf(\"hello\\n\");", false},
    {"int", "printf(\"%d\\n\", i);", true},
    {"float", "printf(\"%f\\n\", x * i);", false},
    {"text", "printf(\"%s and %d\\n\", i & 1 ? \"odd\" : \"even\", i);", false},
};

static const char silent[] =
    "__global__ void k(float *p) { p[blockIdx.x * blockDim.x + threadIdx.x] *= 2; }\n";

/* One of the two ways, and its samples. */
typedef struct Way {
    CUmodule module;
    CUfunction function;
    double kernel_us[MOST], all_us[MOST], lab_us[MOST];
    uint64_t lines;
} Way;

typedef struct Bench {
    Device device;
    Compiler compiler;
    PrintRing ring;
    Port *port;
    CUevent begin, end;
    Client *client; /* NULL: no worker was named */
    FILE *out;
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

static char *source_of(const Kind *kind)
{
    StrBuf out = {0};
    strbuf_format(&out,
                  "__global__ void k(float x) { int i = blockIdx.x * blockDim.x + threadIdx.x;"
                  " (void)i; %s }\n",
                  kind->statement);
    return strbuf_take(&out);
}

static void way_open(Bench *bench, const Kind *kind, bool ours, Way *out)
{
    const CudaDriver *cuda = &bench->device.cuda;
    Compiled compiled;
    char *source = source_of(kind);
    compile(bench, source, ours, &compiled);
    free(source);
    const char *name = compiled.entries.data[0].symbol;
    if (!compiled.cubin || cuda->cuModuleLoadData(&out->module, compiled.cubin) != CUDA_SUCCESS)
        must(cuda->cuModuleLoadData(&out->module, compiled.ptx), "cuModuleLoadData");
    must(cuda->cuModuleGetFunction(&out->function, out->module, name), "cuModuleGetFunction");
    compiled_free(&compiled);
}

static void sample(Bench *bench, bool ours, uint32_t grid, Way *way, int index)
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
    must(cuda->cuLaunchKernel(way->function, grid, 1, 1, BLOCK, 1, 1, 0, NULL, parameters, NULL),
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

/* How many lines the driver itself writes of one launch: what it loses is not printed at all. */
static uint64_t count_lines(Bench *bench, uint32_t grid, Way *way)
{
    static char piece[1 << 20];
    int file = memfd_create("lines", MFD_CLOEXEC), before = dup(1);
    uint64_t lines = 0;
    ssize_t size;
    off_t at = 0;
    if (file < 0 || before < 0 || dup2(file, 1) < 0)
        exit(1);
    sample(bench, false, grid, way, -1);
    fflush(stdout);
    dup2(before, 1);
    for (; (size = pread(file, piece, sizeof piece, at)) > 0; at += size)
        for (ssize_t i = 0; i < size; i++)
            lines += piece[i] == '\n';
    close(file);
    close(before);
    return lines;
}

/* The lab's whole way: microseconds from the wish to run until the last line is there. */
static double lab_run(Bench *bench, const PreparedCase *prepared, uint64_t *lines)
{
    ClientEvent event;
    PrintLog log = {0};
    int64_t since = clock_now_ns();
    uint32_t run = client_run(bench->client, prepared, &(RunOptions){0});
    while (client_wait(bench->client, -1, &event)) {
        bool done = event.kind == CLIENT_RAN && event.request == run;
        if (event.kind == CLIENT_PRINTS)
            print_log_join(&log, &event.prints);
        client_event_free(&event);
        if (done)
            break;
    }
    double us = (double)(clock_now_ns() - since) / 1000;
    *lines = log.records.size;
    print_log_free(&log);
    return us;
}

static void lab_samples(Bench *bench, const Kind *kind, uint32_t grid, int launches, Way *way)
{
    PreparedArgument argument;
    char *save_to, *source = source_of(kind);
    Error error = {0};
    ClientEvent event;
    PreparedCase prepared = {.kernel = (char *)"k",
                             .grid = {grid, 1, 1},
                             .block = {BLOCK, 1, 1},
                             .arguments = &argument,
                             .argument_count = 1};
    if (!argument_parse("f32=0.5", &argument, &save_to, &error))
        exit(2);
    client_compile(bench->client, "k.cu", view_of(source));
    while (client_wait(bench->client, -1, &event) && event.kind != CLIENT_COMPILED)
        client_event_free(&event);
    client_event_free(&event);
    for (int i = -2; i < launches; i++) {
        double us = lab_run(bench, &prepared, &way->lines);
        if (i >= 0)
            way->lab_us[i] = us;
    }
    prepared_argument_free(&argument);
    free(save_to);
    free(source);
}

/* True: no line of the lab's is missing. */
static bool compare_kind(Bench *bench, const Kind *kind, uint32_t grid, int launches)
{
    static Way ours, theirs;
    const CudaDriver *cuda = &bench->device.cuda;
    way_open(bench, kind, true, &ours);
    way_open(bench, kind, false, &theirs);
    for (int i = -2; i < launches; i++) {
        sample(bench, true, grid, &ours, i);
        sample(bench, false, grid, &theirs, i);
    }
    uint64_t lines = (uint64_t)grid * BLOCK, printed = ours.lines;
    uint64_t drivers = count_lines(bench, grid, &theirs);
    double kernel[] = {median(ours.kernel_us, launches), median(theirs.kernel_us, launches)};
    double all[] = {median(ours.all_us, launches), median(theirs.all_us, launches)};
    fprintf(bench->out,
            "%-6s %8d lines: kernel %.1f us, the driver's %.1f (%.2f times); to the last line %.0f "
            "us, the driver's %.0f (%.2f times)",
            kind->name, (int)printed, kernel[0], kernel[1], kernel[0] / kernel[1], all[0], all[1],
            all[0] / all[1]);
    if (bench->client) {
        lab_samples(bench, kind, grid, launches, &ours);
        double lab = median(ours.lab_us, launches);
        fprintf(bench->out, "; in the lab %.0f (%.2f times)", lab, lab / all[1]);
    }
    fprintf(bench->out, drivers == lines ? "\n" : "; the driver lost %d\n", (int)(lines - drivers));
    fflush(bench->out);
    cuda->cuModuleUnload(ours.module);
    cuda->cuModuleUnload(theirs.module);
    return printed == lines && ours.lines == lines;
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
    Error error = {0};
    const char *which = count > 1 ? words[1] : "gpu";
    int launches = count > 2 && atoi(words[2]) < MOST ? atoi(words[2]) : MOST;
    bool fine = true, few = launches < 10;
    bench.out = silence();
    if (!bench.out || !bench_open(&bench, which, &error))
        return fprintf(stderr, "gpu_prints: %s\n", error.text), 1;
    if (count > 3)
        bench.client = client_new(&(ClientOptions){.worker_command = words[3], .device = which});
    const CudaDriver *cuda = &bench.device.cuda;
    must(cuda->cuCtxSetLimit(CU_LIMIT_PRINTF_FIFO_SIZE, FIFO_BYTES), "cuCtxSetLimit");
    must(cuda->cuEventCreate(&bench.begin, CU_EVENT_DEFAULT), "cuEventCreate");
    must(cuda->cuEventCreate(&bench.end, CU_EVENT_DEFAULT), "cuEventCreate");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        fine &= compare_kind(&bench, &kinds[i], few ? 8 : 128, launches);
        if (!few && kinds[i].many)
            fine &= compare_kind(&bench, &kinds[i], MANY_BLOCKS, MANY_LAUNCHES);
    }
    bool same = is_same_code(&bench);
    fprintf(bench.out, "kernel without printf: %s\n", same ? "the same code" : "other code");
    if (bench.client)
        client_free(bench.client);
    return same && fine ? 0 : 1;
}
