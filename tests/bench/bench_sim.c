/* How many thread-instructions a second the simulator runs, kernel by kernel, on one core, without
 * checks and with all of them: bench_sim [--off|--on] [--checks=BITS] [KERNEL]. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/file.h"
#include "observe/observe.h"
#include "ptx/parse.h"
#include "sim/engine/engine.h"

enum { ARGS = 6, BUFFERS = 4 };

/* An argument: a buffer of `bytes`, or a value of 4 or 8 bytes. */
typedef struct Arg {
    uint64_t buffer_bytes;
    uint64_t value;
} Arg;

typedef struct Bench {
    const char *name; /* of the kernel and its file */
    SimDim grid, block;
    Arg args[ARGS];
} Bench;

enum { MILLION = 1 << 20, SIDE = 512 };
#define FLOATS(n)                       \
    {                                   \
        .buffer_bytes = (uint64_t)(n)*4 \
    }
#define BYTES(n)            \
    {                       \
        .buffer_bytes = (n) \
    }
#define VALUE(v)     \
    {                \
        .value = (v) \
    }
#define TWO_AS_FLOAT 0x40000000

static const Bench benches[] = {
    {"vecadd",
     {16 * MILLION / 256, 1, 1},
     {256, 1, 1},
     {FLOATS(16 * MILLION), FLOATS(16 * MILLION), FLOATS(16 * MILLION), VALUE(16 * MILLION)}},
    {"saxpy",
     {32768, 1, 1},
     {512, 1, 1},
     {VALUE(TWO_AS_FLOAT), FLOATS(16 * MILLION), FLOATS(16 * MILLION), FLOATS(16 * MILLION),
      VALUE(16 * MILLION)}},
    {"matmul_naive",
     {SIDE / 16, SIDE / 16, 1},
     {16, 16, 1},
     {FLOATS(SIDE * SIDE), FLOATS(SIDE *SIDE), FLOATS(SIDE *SIDE), VALUE(SIDE)}},
    {"matmul_tiled",
     {SIDE / 16, SIDE / 16, 1},
     {16, 16, 1},
     {FLOATS(SIDE * SIDE), FLOATS(SIDE *SIDE), FLOATS(SIDE *SIDE), VALUE(SIDE)}},
    {"reduction",
     {4 * MILLION / 256, 1, 1},
     {256, 1, 1},
     {FLOATS(4 * MILLION), FLOATS(4 * MILLION / 256), VALUE(4 * MILLION)}},
    {"transpose", {64, 64, 1}, {32, 8, 1}, {FLOATS(4 * MILLION), FLOATS(4 * MILLION), VALUE(2048)}},
    {"histogram", {64, 1, 1}, {256, 1, 1}, {BYTES(8 * MILLION), FLOATS(256), VALUE(8 * MILLION)}},
    {"mandelbrot",
     {64, 64, 1},
     {16, 16, 1},
     {FLOATS(MILLION), VALUE(1024), VALUE(1024), VALUE(256)}},
};

static void fill(uint64_t address, uint64_t bytes)
{
    uint32_t state = 12345;
    for (uint64_t i = 0; i + 4 <= bytes; i += 4) {
        state = state * 1664525 + 1013904223;
        uint32_t bits = 0x3f800000 | state >> 9; /* as a float: from 1 to 2 */
        memcpy((void *)(uintptr_t)(address + i), &bits, sizeof(bits));
    }
}

static void place(const Bench *bench, const PtxFunction *kernel, SimMemory *memory,
                  unsigned char *params, uint64_t *addresses)
{
    for (uint32_t i = 0; i < kernel->param_count; i++) {
        const Arg *arg = &bench->args[i];
        uint64_t value = arg->value;
        addresses[i] = 0;
        if (arg->buffer_bytes) {
            value = addresses[i] =
                sim_memory_alloc(memory, arg->buffer_bytes, 0, SIM_ALLOC_DEVICE, 0, NULL);
            fill(value, arg->buffer_bytes);
        }
        memcpy(params + kernel->params[i]->offset, &value, kernel->params[i]->size);
    }
}

static void told(void *state, const SimFinding *finding)
{
    (void)state;
    if (finding->text)
        printf("  %s\n", finding->text);
}

static double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* A kernel with its arguments in place. */
typedef struct Subject {
    const Bench *bench;
    EngineLaunch launch;
    ObserveSet *observers;
} Subject;

/* The arguments' memory as the library would tell it to the observers: all written by the host. */
static void observe(Subject *subject, uint32_t checks, const uint64_t *addresses)
{
    subject->observers = checks ? observe_new(checks, subject->launch.findings) : NULL;
    if (!subject->observers)
        return;
    EngineLaunch *launch = &subject->launch;
    launch->observers = observe_observers(subject->observers, &launch->observer_count);
    for (uint32_t a = 0; a < ARGS; a++) {
        for (uint32_t i = 0; addresses[a] && i < launch->observer_count; i++) {
            const SimObserver *observer = launch->observers[i];
            if (observer->allocated)
                observer->allocated(observer->self, addresses[a],
                                    subject->bench->args[a].buffer_bytes);
            if (observer->host_write)
                observer->host_write(observer->self, addresses[a],
                                     subject->bench->args[a].buffer_bytes);
        }
    }
}

/* The best of some rounds, each with observers that have seen nothing yet. */
static EngineResult measure(Subject *subject, uint32_t checks, const uint64_t *addresses,
                            int rounds)
{
    EngineResult result, best = {.seconds = 1e9};
    for (int i = 0; i < rounds; i++) {
        observe(subject, checks, addresses);
        double began = cpu_seconds();
        engine_run(&subject->launch, &result);
        result.seconds = cpu_seconds() - began; /* this core's, whatever else the machine does */
        observe_free(subject->observers);
        if (result.seconds < best.seconds)
            best = result;
    }
    return best;
}

static double rate_of(const EngineResult *result)
{
    return result->seconds > 0 ? (double)result->thread_instructions / result->seconds : 0;
}

/* Thread-instructions a second; 0: it did not run. */
static double run_bench(const Bench *bench, const PtxModule *ptx, uint32_t checks, int rounds)
{
    Error error = {0};
    unsigned char params[256] = {0};
    uint64_t addresses[ARGS] = {0};
    SimMemory *memory = sim_memory_new(UINT64_C(8) << 30);
    EngineModule *module = engine_module_new(ptx, memory, 0, NULL, NULL, &error);
    if (!module) {
        printf("%-14s %s\n", bench->name, error.text);
        sim_memory_free(memory);
        return 0;
    }
    const PtxFunction *kernel = ptx_find_function(ptx, view_of(bench->name));
    place(bench, kernel, memory, params, addresses);
    Subject subject = {.bench = bench,
                       .launch = {.module = module,
                                  .kernel = kernel,
                                  .grid = bench->grid,
                                  .block = bench->block,
                                  .params = params,
                                  .memory = memory,
                                  .profile = &sim_profiles[0],
                                  .id = 1,
                                  .findings = {NULL, told}}};
    EngineResult best = measure(&subject, checks, addresses, rounds);
    double rate = best.status == ENGINE_DONE ? rate_of(&best) : 0;
    printf("%-14s %-4s %9.1f ms %7.3f e9 thread-instructions/s %7.2f ns a warp-instruction  %s\n",
           bench->name, checks ? "on" : "off", best.seconds * 1e3, rate * 1e-9,
           best.seconds * 1e9 / (double)best.warp_instructions,
           best.status == ENGINE_DONE ? "" : "NOT DONE");
    engine_module_free(module);
    sim_memory_free(memory);
    return rate;
}

static PtxModule *load(const Bench *bench)
{
    StrBuf path = {0}, text = {0};
    Error error = {0};
    PtxModule *ptx = NULL;
    strbuf_format(&path, "%s/kernels/bench/%s.ptx", CULAB_SOURCE_DIR, bench->name);
    if (file_read(strbuf_text(&path), 1 << 20, &text, &error))
        ptx = ptx_parse(strbuf_view(&text), &error);
    if (!ptx)
        printf("%s: %s\n", bench->name, error.text);
    strbuf_free(&path);
    strbuf_free(&text);
    return ptx;
}

typedef struct Options {
    bool off, on;
    uint32_t checks;
    const char *only;
} Options;

static Options options_of(int argc, char **argv)
{
    Options options = {true, true,
                       OBSERVE_RACE | OBSERVE_INIT | OBSERVE_SYNC | OBSERVE_ARITHMETIC |
                           OBSERVE_PROVENANCE | OBSERVE_METRICS,
                       NULL};
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--off") == 0)
            options.on = false;
        else if (strcmp(argv[i], "--on") == 0)
            options.off = false;
        else if (strncmp(argv[i], "--checks=", 9) == 0)
            options.checks = (uint32_t)strtoul(argv[i] + 9, NULL, 0);
        else
            options.only = argv[i];
    }
    return options;
}

int main(int argc, char **argv)
{
    const Options options = options_of(argc, argv);
    double off_logs = 0, on_logs = 0;
    int count = 0;
    for (size_t i = 0; i < sizeof(benches) / sizeof(*benches); i++) {
        if (options.only && strcmp(options.only, benches[i].name) != 0)
            continue;
        PtxModule *ptx = load(&benches[i]);
        if (!ptx)
            continue;
        double off = options.off ? run_bench(&benches[i], ptx, 0, 3) : 0;
        double on = options.on ? run_bench(&benches[i], ptx, options.checks, 2) : 0;
        if (off > 0 && on > 0)
            printf("%-14s %.2f times slower with checks\n", "", off / on);
        off_logs += off > 0 ? log(off) : 0;
        on_logs += on > 0 ? log(on) : 0;
        count++;
        ptx_free(ptx);
    }
    double off = exp(off_logs / count), on = exp(on_logs / count);
    if (count && options.off)
        printf("geometric mean off %7.3f e9\n", off * 1e-9);
    if (count && options.on)
        printf("geometric mean on  %7.3f e9\n", on * 1e-9);
    if (count && options.off && options.on)
        printf("geometric mean of the ratio %.2f\n", off / on);
    return 0;
}
