/* How many thread-instructions a second the simulator runs, kernel by kernel, on one core:
 * bench_sim [--observed] [KERNEL]. Observed: with an observer that is told every access. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/file.h"
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
    printf("  %s\n", finding->text);
}

static void watch(void *self, const SimWarpInfo *warp, const SimAccess *access)
{
    (void)self, (void)warp, (void)access;
}

static double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static double run_bench(const Bench *bench, const PtxModule *ptx, SimMemory *memory, int rounds,
                        bool observed)
{
    Error error = {0};
    unsigned char params[256] = {0};
    uint64_t addresses[ARGS];
    EngineModule *module = engine_module_new(ptx, memory, 0, NULL, NULL, &error);
    if (!module) {
        printf("%-14s %s\n", bench->name, error.text);
        return 0;
    }
    const PtxFunction *kernel = ptx_find_function(ptx, view_of(bench->name));
    place(bench, kernel, memory, params, addresses);
    static const SimObserver watcher = {.access = watch};
    const SimObserver *observers[] = {&watcher};
    EngineLaunch launch = {.module = module,
                           .kernel = kernel,
                           .grid = bench->grid,
                           .block = bench->block,
                           .params = params,
                           .memory = memory,
                           .profile = &sim_profiles[0],
                           .id = 1,
                           .findings = {NULL, told},
                           .observers = observers,
                           .observer_count = observed};
    EngineResult result, best = {.seconds = 1e9};
    for (int i = 0; i < rounds; i++) {
        double began = cpu_seconds();
        engine_run(&launch, &result);
        result.seconds = cpu_seconds() - began; /* this core's, whatever else the machine does */
        if (result.seconds < best.seconds)
            best = result;
    }
    double rate = (double)best.thread_instructions / best.seconds;
    printf("%-14s %8.1f ms %8.2f e9 thread-instructions/s %6.2f ns a warp-instruction  %s\n",
           bench->name, best.seconds * 1e3, rate * 1e-9,
           best.seconds * 1e9 / (double)best.warp_instructions,
           best.status == ENGINE_DONE ? "" : "NOT DONE");
    for (uint32_t i = 0; i < kernel->param_count; i++)
        if (addresses[i])
            sim_memory_release(memory, addresses[i]);
    engine_module_free(module);
    return rate;
}

int main(int argc, char **argv)
{
    bool observed = argc > 1 && strcmp(argv[1], "--observed") == 0;
    const char *only = argc > 1 + observed ? argv[1 + observed] : NULL;
    for (size_t i = 0; i < sizeof(benches) / sizeof(*benches); i++) {
        if (only && strcmp(only, benches[i].name) != 0)
            continue;
        StrBuf path = {0}, text = {0};
        Error error = {0};
        strbuf_format(&path, "%s/kernels/bench/%s.ptx", CULAB_SOURCE_DIR, benches[i].name);
        PtxModule *ptx = NULL;
        if (file_read(strbuf_text(&path), 1 << 20, &text, &error))
            ptx = ptx_parse(strbuf_view(&text), &error);
        SimMemory *memory = sim_memory_new(UINT64_C(8) << 30);
        if (ptx)
            run_bench(&benches[i], ptx, memory, 3, observed);
        else
            printf("%s: %s\n", benches[i].name, error.text);
        sim_memory_free(memory);
        ptx_free(ptx);
        strbuf_free(&path);
        strbuf_free(&text);
    }
    return 0;
}
