/* How fast the simulator is: bench_sim [--json] [--rounds N] [--threads N] [--more] [--scale]
 * [--shadow] [KERNEL]. For each kernel thread-instructions a second without checks on one thread,
 * with all of them, and on several threads (with --threads 1 not at all), taken in turn in each
 * round, the best round of each, and how much more they work than one alone; with --more of further
 * kernels; with
 * --scale what launches of 10^3 to
 * 10^7 threads cost in time and in memory beside the program's own; with --shadow what the checkers
 * hold for a byte that the kernels touch. One thread's seconds are those of the processor, which
 * other programs on the machine change least. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/view.h"
#include "bench_kernels.h"
#include "bench_native.h"
#include "bench_touched.h"
#include "observe/observe.h"
#include "ptx/parse.h"
#include "sim/engine/engine.h"

typedef struct Options {
    bool json, scale, shadow;
    const Bench *benches;
    int rounds;
    uint32_t threads;
    const char *only;
} Options;

typedef enum Way { WAY_PLAIN, WAY_CHECKED, WAY_THREADS, WAYS } Way;

enum {
    ALL_CHECKS = OBSERVE_MEMORY | OBSERVE_RACE | OBSERVE_INIT | OBSERVE_SYNC | OBSERVE_ARITHMETIC |
                 OBSERVE_PROVENANCE | OBSERVE_METRICS
};

/* A kernel with its arguments in place. */
typedef struct Subject {
    const Bench *bench;
    PtxModule *ptx;
    SimMemory *memory;
    EngineModule *module;
    EngineLaunch launch;
    unsigned char params[256];
    uint64_t addresses[BENCH_ARGS];
} Subject;

static void fill(uint64_t address, uint64_t bytes)
{
    uint32_t state = 12345;
    for (uint64_t i = 0; i + 4 <= bytes; i += 4) {
        state = state * 1664525 + 1013904223;
        uint32_t bits = 0x3f800000 | state >> 9; /* as a float: from 1 to 2 */
        memcpy((void *)(uintptr_t)(address + i), &bits, sizeof(bits));
    }
}

static void place(Subject *subject, const PtxFunction *kernel)
{
    for (uint32_t i = 0; i < kernel->param_count; i++) {
        const BenchArg *arg = &subject->bench->args[i];
        uint64_t value = arg->value;
        if (arg->buffer_bytes) {
            value = subject->addresses[i] =
                sim_memory_alloc(subject->memory, arg->buffer_bytes, 0, SIM_ALLOC_DEVICE, 0, NULL);
            fill(value, arg->buffer_bytes);
        }
        memcpy(subject->params + kernel->params[i]->offset, &value, kernel->params[i]->size);
    }
}

/* What one launch has left would not let the next one do the same. */
static void clear(Subject *subject)
{
    for (uint32_t a = 0; a < BENCH_ARGS; a++)
        if (subject->bench->args[a].cleared)
            memset((void *)(uintptr_t)subject->addresses[a], 0,
                   subject->bench->args[a].buffer_bytes);
}

static void told(void *state, const SimFinding *finding)
{
    (void)state;
    if (finding->text)
        fprintf(stderr, "  %s\n", finding->text);
}

static PtxModule *load(const char *name, Error *error)
{
    StrBuf path = {0}, text = {0};
    PtxModule *ptx = NULL;
    strbuf_format(&path, "%s/kernels/bench/%s.ptx", CULAB_SOURCE_DIR, name);
    if (file_read(strbuf_text(&path), 1 << 20, &text, error))
        ptx = ptx_parse(strbuf_view(&text), error);
    strbuf_free(&path);
    strbuf_free(&text);
    return ptx;
}

static bool subject_open(Subject *subject, const Bench *bench, const char *file)
{
    Error error = {0};
    *subject = (Subject){.bench = bench, .ptx = load(file, &error)};
    subject->memory = sim_memory_new(UINT64_C(8) << 30);
    if (subject->ptx && subject->memory)
        subject->module = engine_module_new(subject->ptx, subject->memory, 0, NULL, NULL, &error);
    if (!subject->module) {
        fprintf(stderr, "%s: %s\n", bench->name, error.text);
        return false;
    }
    const PtxFunction *kernel = ptx_find_function(subject->ptx, view_of(bench->name));
    place(subject, kernel);
    subject->launch = (EngineLaunch){.module = subject->module,
                                     .kernel = kernel,
                                     .grid = bench->grid,
                                     .block = bench->block,
                                     .params = subject->params,
                                     .memory = subject->memory,
                                     .profile = &sim_profiles[0],
                                     .id = 1,
                                     .cooperative = bench->cooperative,
                                     .findings = {NULL, told}};
    return true;
}

static void subject_close(Subject *subject)
{
    engine_module_free(subject->module);
    sim_memory_free(subject->memory);
    ptx_free(subject->ptx);
}

/* Observers who know the arguments' memory as the library would tell them: all written by the host.
 */
static ObserveSet *observe(Subject *subject)
{
    EngineLaunch *launch = &subject->launch;
    ObserveSet *set = observe_new(ALL_CHECKS, launch->findings);
    launch->observers = observe_observers(set, &launch->observer_count);
    for (uint32_t a = 0; a < BENCH_ARGS; a++)
        for (uint32_t i = 0; subject->addresses[a] && i < launch->observer_count; i++) {
            const SimObserver *observer = launch->observers[i];
            uint64_t bytes = subject->bench->args[a].buffer_bytes;
            if (observer->allocated)
                observer->allocated(observer->self, subject->addresses[a], bytes);
            if (observer->host_write)
                observer->host_write(observer->self, subject->addresses[a], bytes);
        }
    return set;
}

static double processor_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Seconds of a launch; 0: it did not come to its end. `work`: of all its threads' processors. */
static double run_once(Subject *subject, Way way, uint32_t threads, EngineResult *result,
                       double *work)
{
    ObserveSet *set = way == WAY_CHECKED ? observe(subject) : NULL;
    clear(subject);
    subject->launch.threads = way == WAY_THREADS ? threads : 1;
    int64_t began = clock_now_ns();
    double busy = processor_seconds();
    engine_run(&subject->launch, result);
    *work = processor_seconds() - busy;
    double seconds = subject->launch.threads > 1 ? (double)(clock_now_ns() - began) * 1e-9 : *work;
    observe_free(set);
    subject->launch.observers = NULL;
    subject->launch.observer_count = 0;
    return result->status == ENGINE_DONE ? seconds : 0;
}

static int ways_of(const Options *options)
{
    return options->threads > 1 ? WAYS : WAY_THREADS;
}

/* Thread-instructions a second in each way; `more`: what threads work more than one alone. */
static bool measure(const Bench *bench, const Options *options, double rate[WAYS], double *more,
                    uint64_t *instructions)
{
    Subject subject;
    EngineResult result;
    double best[WAYS] = {0}, least[WAYS] = {0}, work;
    bool ok = subject_open(&subject, bench, bench->file ? bench->file : bench->name);
    for (int round = 0; ok && round < options->rounds; round++)
        for (int way = 0; way < ways_of(options); way++) {
            double seconds = run_once(&subject, (Way)way, options->threads, &result, &work);
            ok &= seconds > 0;
            best[way] = best[way] == 0 || seconds < best[way] ? seconds : best[way];
            least[way] = least[way] == 0 || work < least[way] ? work : least[way];
        }
    *more = least[WAY_THREADS] / least[WAY_PLAIN];
    for (int way = 0; ok && way < ways_of(options); way++)
        rate[way] = (double)result.thread_instructions / best[way];
    *instructions = ok ? result.thread_instructions : 0;
    if (subject.module)
        subject_close(&subject);
    return ok;
}

static void print_row(const Options *options, const char *name, uint64_t instructions,
                      const double rate[WAYS], double more, bool first)
{
    double slower = rate[WAY_PLAIN] / rate[WAY_CHECKED];
    double faster = rate[WAY_THREADS] / rate[WAY_PLAIN];
    if (options->json)
        printf("%s\n  {\"kernel\": \"%s\", \"instructions\": %llu, \"off\": %.4g, \"on\": %.4g, "
               "\"slower\": %.3f, "
               "\"threads\": %u, \"on_threads\": %.4g, \"faster\": %.3f, \"work\": %.3f}",
               first ? "" : ",", name, (unsigned long long)instructions, rate[WAY_PLAIN],
               rate[WAY_CHECKED], slower, options->threads, rate[WAY_THREADS], faster, more);
    else
        printf("%-16s %8.2f %8.2f %8.2f", name, rate[WAY_PLAIN] * 1e-9, rate[WAY_CHECKED] * 1e-9,
               slower);
    if (!options->json && options->threads > 1)
        printf(" %8.2f %8.2f %8.2f", rate[WAY_THREADS] * 1e-9, faster, more);
    if (!options->json)
        printf("\n");
    fflush(stdout);
}

/* What the machine's memory lets threads gain. */
static void print_native(const Options *options)
{
    double best[2] = {0};
    if (options->json || options->only || options->threads < 2)
        return;
    for (int round = 0; round < options->rounds; round++)
        for (uint32_t i = 0; i < 2; i++) {
            double seconds = native_add(i ? options->threads : 1);
            best[i] = best[i] == 0 || seconds < best[i] ? seconds : best[i];
        }
    if (best[1] > 0)
        printf(
            "c = a + b in C, 16 million floats: %.1f ms on one thread, %.1f ms on %u: %.2f times "
            "faster\n",
            best[0] * 1e3, best[1] * 1e3, options->threads, best[0] / best[1]);
}

static int run_table(const Options *options)
{
    double logs[WAYS] = {0}, rate[WAYS] = {0}, more = 0, more_logs = 0;
    uint64_t instructions = 0, all = 0;
    int count = 0, bad = 0;
    if (options->json)
        printf("[");
    else
        printf("10^9 thread-instructions a second, best of %d\n%-16s %8s %8s %8s%s\n",
               options->rounds, "kernel", "off", "on", "slower",
               options->threads > 1 ? "  threads   faster     work" : "");
    for (const Bench *bench = options->benches; bench->name; bench++) {
        if (options->only && strcmp(options->only, bench->name) != 0)
            continue;
        if (!measure(bench, options, rate, &more, &instructions)) {
            bad = 1;
            continue;
        }
        print_row(options, bench->name, instructions, rate, more, count++ == 0);
        more_logs += log(more);
        all += instructions;
        for (int way = 0; way < ways_of(options); way++)
            logs[way] += log(rate[way]);
    }
    for (int way = 0; way < ways_of(options) && count; way++)
        rate[way] = exp(logs[way] / count);
    if (count)
        print_row(options, "geometric mean", all, rate, exp(more_logs / count), false);
    printf(options->json ? "\n]\n" : "");
    if (options->benches == benches)
        print_native(options);
    return bad || !count;
}

/* -- scaling */

/* `files`: those of files that are mapped, such as the program's code, too. */
static uint64_t resident_bytes(bool files)
{
    unsigned long long pages = 0, resident = 0, shared = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file && fscanf(file, "%llu %llu %llu", &pages, &resident, &shared) != 3)
        resident = shared = 0;
    if (file)
        fclose(file);
    return (resident - (files ? 0 : shared)) * (uint64_t)sysconf(_SC_PAGESIZE);
}

static int run_scale(const Options *options)
{
    printf("%-12s %12s %18s %14s\n", "threads", "ms", "ns a thread", "MB beside data");
    for (uint64_t threads = 1000; threads <= 10000000; threads *= 10) {
        const Bench bench = bench_scaled(threads);
        Subject subject;
        EngineResult result;
        double best = 0;
        if (!subject_open(&subject, &bench, bench.name))
            return 1;
        uint64_t before = resident_bytes(true), most = before;
        for (int round = 0; round < options->rounds; round++) {
            double seconds =
                run_once(&subject, WAY_THREADS, options->threads, &result, &(double){0});
            best = best == 0 || seconds < best ? seconds : best;
            uint64_t now = resident_bytes(true);
            most = now > most ? now : most;
        }
        printf("%-12llu %12.3f %18.2f %14.1f\n", (unsigned long long)threads, best * 1e3,
               best * 1e9 / (double)threads, (double)(most - before) / 1e6);
        subject_close(&subject);
    }
    return 0;
}

/* -- shadow memory */

/* What a launch touches, all its buffers known. */
static TouchedBytes touch(Subject *subject, EngineResult *result)
{
    EngineLaunch *launch = &subject->launch;
    Touched *touched = touched_new();
    const SimObserver *observer = touched_observer(touched);
    for (uint32_t a = 0; a < BENCH_ARGS; a++)
        if (subject->addresses[a])
            observer->allocated(observer->self, subject->addresses[a],
                                subject->bench->args[a].buffer_bytes);
    launch->observers = &observer;
    launch->observer_count = 1;
    clear(subject);
    engine_run(launch, result);
    launch->observers = NULL;
    launch->observer_count = 0;
    TouchedBytes bytes = touched_bytes(touched);
    touched_free(touched);
    return bytes;
}

static void print_part(uint64_t touched, uint64_t held)
{
    if (touched)
        printf(" %9.3f %9.3f %6.2f", (double)touched / 1e6, (double)held / 1e6,
               (double)held / (double)touched);
    else
        printf(" %9s %9s %6s", "", "", "");
}

/* What the checkers hold at the end of a launch for a byte that it touched; of shared and local
 * memory, of blocks that run at the same time. Last what the process holds more than before it. */
static bool print_shadow(const char *what, const Bench *bench, const char *file)
{
    Subject subject;
    EngineResult result = {0};
    TouchedBytes touched = {0};
    bool ok = subject_open(&subject, bench, file);
    for (int i = 0; ok && i < 2; i++)
        ok = run_once(&subject, WAY_PLAIN, 1, &result, &(double){0}) > 0;
    if (ok)
        clear(&subject);
    uint64_t before = resident_bytes(false);
    ObserveSet *set = ok ? observe(&subject) : NULL;
    if (ok)
        engine_run(&subject.launch, &result);
    double more = (double)resident_bytes(false) - (double)before;
    ok &= result.status == ENGINE_DONE;
    if (ok) {
        ObserveShadow held = observe_shadow(set);
        touched = touch(&subject, &result);
        printf("%-28s", what);
        print_part(touched.global, held.global);
        print_part(touched.shared, held.shared);
        print_part(touched.local, held.local);
        printf(" %9.3f\n", more / 1e6);
    }
    observe_free(set);
    if (subject.module)
        subject_close(&subject);
    return ok;
}

/* In a process of its own: what one kernel has freed the next one would take. */
static bool fork_shadow(const char *what, const Bench *bench, const char *file)
{
    fflush(stdout);
    pid_t child = fork();
    int status = 1;
    if (child == 0)
        exit(print_shadow(what, bench, file) ? 0 : 1);
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

static int run_shadow(const Options *options)
{
    bool ok = true;
    printf("%-28s %26s %26s %26s %9s\n%-28s", "MB touched, MB of shadow", "global", "shared",
           "local", "process", "");
    for (int part = 0; part < 3; part++)
        printf(" %9s %9s %6s", "touched", "shadow", "ratio");
    printf("\n");
    for (const Bench *bench = options->benches; bench->name; bench++)
        if (!options->only || strcmp(options->only, bench->name) == 0)
            ok &= fork_shadow(bench->name, bench, bench->file ? bench->file : bench->name);
    const bool all = !options->only && options->benches == benches;
    for (const ShadowBench *more = shadow_benches; more->what && all; more++)
        ok &= fork_shadow(more->what, &more->bench, "shadow");
    return !ok;
}

static int misuse(const char *what, const char *word, const Bench *from)
{
    fprintf(stderr, "culab: %s \"%s\"", what, word);
    for (const Bench *bench = from; from && bench->name; bench++)
        fprintf(stderr, "%s%s", bench == from ? ": there are " : ", ", bench->name);
    fputs("\n", stderr);
    return 2;
}

static bool read_count(const char *text, uint32_t *out)
{
    uint64_t value;
    if (!text || !view_to_u64(view_of(text), &value) || value < 1 || value > INT32_MAX)
        return false;
    *out = (uint32_t)value;
    return true;
}

static bool is_known(const Options *options)
{
    for (const Bench *bench = options->benches; bench->name; bench++)
        if (!options->only || strcmp(bench->name, options->only) == 0)
            return true;
    return false;
}

int main(int argc, char **argv)
{
    Options options = {.rounds = 3, .threads = 2, .benches = benches};
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i], *value = argv[i + 1]; /* NULL behind the last */
        bool rounds = strcmp(word, "--rounds") == 0, threads = strcmp(word, "--threads") == 0;
        if (strcmp(word, "--json") == 0)
            options.json = true;
        else if (strcmp(word, "--scale") == 0)
            options.scale = true;
        else if (strcmp(word, "--more") == 0)
            options.benches = more_benches;
        else if (strcmp(word, "--shadow") == 0)
            options.shadow = true;
        else if (rounds || threads) {
            uint32_t count;
            if (!read_count(value, &count))
                return misuse(rounds ? "--rounds takes a number from 1 on, not"
                                     : "--threads takes a number from 1 on, not",
                              value ? value : "", NULL);
            if (rounds)
                options.rounds = (int)count;
            else
                options.threads = count;
            i++;
        } else if (word[0] != '-' && !options.only)
            options.only = word;
        else
            return misuse("one kernel can be asked for, not also", word, NULL);
    }
    if (!is_known(&options))
        return misuse("no kernel is called", options.only, options.benches);
    return options.scale    ? run_scale(&options)
           : options.shadow ? run_shadow(&options)
                            : run_table(&options);
}
