/* A job's buffers in all variants are kept until the last variant has run. */
#include "app/values.h"

#include <stdlib.h>
#include <string.h>

/* In which way the simulator runs it once more. */
typedef enum Variant {
    VARIANT_PLAIN,
    VARIANT_ORDER, /* and the EXPLAIN_ORDERS - 1 behind it */
    VARIANT_UNFUSED = VARIANT_ORDER + EXPLAIN_ORDERS,
    VARIANT_PRECISE,
    VARIANT_COUNT
} Variant;

static uint32_t code_of(int variant)
{
    return variant == VARIANT_UNFUSED   ? CODE_UNFUSED
           : variant == VARIANT_PRECISE ? CODE_PRECISE
                                        : 0;
}

static uint64_t seed_of(int variant)
{
    bool order = variant >= VARIANT_ORDER && variant < VARIANT_ORDER + EXPLAIN_ORDERS;
    return order ? (uint64_t)(variant - VARIANT_ORDER) + 1 : 0;
}

typedef struct Variants {
    RunResult runs[VARIANT_COUNT];
} Variants;

/* As it was compiled last: false when that is what this variant needs. */
static bool needs_compile(int variant)
{
    return variant == VARIANT_PLAIN || code_of(variant) != 0;
}

static bool run_variant(Headless *sim, int variant, const char *file, View source,
                        const ValuesJob *jobs, size_t count, Variants *variants)
{
    RunOptions options = {.seed = seed_of(variant), .print_limit = 1};
    if (needs_compile(variant)) {
        CompileResult compile;
        client_want_code(sim->client, code_of(variant));
        headless_compile(sim, file, source, &compile);
        bool fine = compile.ok;
        compile_result_free(&compile);
        if (!fine)
            return false;
    }
    for (size_t i = 0; i < count; i++)
        headless_run(sim, jobs[i].prepared, &options, &variants[i].runs[variant]);
    return true;
}

static const unsigned char *bytes_of(const RunResult *run, size_t buffer)
{
    bool fine = run->status == LAUNCH_OK && buffer < run->buffer_count;
    return fine ? run->buffers[buffer].bytes : NULL;
}

static void explain_buffer(const ValuesJob *job, const Variants *variants, size_t argument,
                           size_t buffer, bool on_gpu)
{
    const BufferResult *judged = &job->run->buffers[buffer];
    const Reference *reference = job->reference;
    Explanation explanation = {.argument = argument};
    ValueSources sources = {
        .type = judged->type,
        .count = judged->count,
        .cpu = reference && argument < reference->count ? reference->expected[argument] : NULL,
        .gpu = on_gpu ? judged->bytes : NULL,
        .sim = on_gpu ? bytes_of(&variants->runs[VARIANT_PLAIN], buffer) : judged->bytes,
        .unfused = bytes_of(&variants->runs[VARIANT_UNFUSED], buffer),
        .precise = bytes_of(&variants->runs[VARIANT_PRECISE], buffer),
    };
    for (int i = 0; i < EXPLAIN_ORDERS; i++)
        sources.orders[i] = bytes_of(&variants->runs[VARIANT_ORDER + i], buffer);
    if (!sources.sim || (!sources.cpu && !sources.gpu))
        return;
    explain_values(&sources, &explanation);
    vec_push(job->out, explanation);
}

static void explain_job(const ValuesJob *job, const Variants *variants, bool on_gpu)
{
    size_t buffer = 0;
    if (job->run->status != LAUNCH_OK)
        return;
    for (size_t i = 0; i < job->prepared->argument_count; i++) {
        if (!job->prepared->arguments[i].is_buffer || buffer >= job->run->buffer_count)
            continue;
        if (job->run->buffers[buffer].bytes && job->run->buffers[buffer].role != ROLE_IN)
            explain_buffer(job, variants, i, buffer, on_gpu);
        buffer++;
    }
}

static void variants_free(Variants *variants, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (int v = 0; v < VARIANT_COUNT; v++)
            run_result_free(&variants[i].runs[v]);
    free(variants);
}

/* The profile and the limit of the command line, on the simulator. */
static bool open_sim(const Arguments *arguments, Headless *sim, Error *error)
{
    Flag flag = {.name = "--device", .argument = ""};
    Arguments own = {0};
    for (size_t i = 0; i < arguments->flags.size; i++)
        if (strcmp(arguments->flags.data[i].flag->name, "--device") != 0 &&
            strcmp(arguments->flags.data[i].flag->name, "--json") != 0)
            vec_push(&own.flags, arguments->flags.data[i]);
    vec_push(&own.flags, (FlagGiven){&flag, "sim"});
    bool opened = headless_open(sim, &own, error);
    vec_free(&own.flags);
    return opened;
}

bool values_explain(const Arguments *arguments, const char *file, View source, bool on_gpu,
                    ValuesJob *jobs, size_t count, Error *error)
{
    Headless sim = {0};
    Variants *variants = memory_alloc_array(count + 1, sizeof *variants);
    bool fine = open_sim(arguments, &sim, error);
    for (int variant = 0; fine && variant < VARIANT_COUNT; variant++) {
        bool ran = run_variant(&sim, variant, file, source, jobs, count, variants);
        if (!ran && variant == VARIANT_PLAIN)
            fine = error_set(error, ERROR_MACHINE, "it does not compile for the simulator");
    }
    for (size_t i = 0; fine && i < count; i++)
        explain_job(&jobs[i], &variants[i], on_gpu);
    headless_close(&sim);
    variants_free(variants, count);
    return fine;
}
