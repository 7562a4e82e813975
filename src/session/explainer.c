/* All variants are asked for at once; their buffers are kept until the last one has run. */
#include "session/explainer.h"

#include <stdlib.h>
#include <string.h>

/* In which way the simulator runs it once more. */
typedef enum Variant {
    VARIANT_PLAIN,
    VARIANT_ORDER, /* and the EXPLAIN_ORDERS - 1 behind it */
    VARIANT_UNFUSED = VARIANT_ORDER + EXPLAIN_ORDERS,
    VARIANT_PRECISE,
    VARIANT_RAISED,
    VARIANT_LOWERED,
    VARIANT_COUNT
} Variant;

typedef struct Variants {
    uint32_t requests[VARIANT_COUNT];
    RunResult runs[VARIANT_COUNT];
} Variants;

struct Explainer {
    Client *client;
    ExplainJob *jobs;
    Variants *variants; /* one for each job */
    size_t count;
    bool on_gpu, ended;
    uint32_t plain; /* the first compile */
    StrBuf trouble;
};

static uint32_t code_of(int variant)
{
    return variant == VARIANT_UNFUSED   ? CODE_UNFUSED
           : variant == VARIANT_PRECISE ? CODE_PRECISE
           : variant == VARIANT_RAISED  ? CODE_RAISED
           : variant == VARIANT_LOWERED ? CODE_LOWERED
                                        : 0;
}

static uint64_t seed_of(int variant)
{
    bool order = variant >= VARIANT_ORDER && variant < VARIANT_ORDER + EXPLAIN_ORDERS;
    return order ? (uint64_t)(variant - VARIANT_ORDER) + 1 : 0;
}

/* As it was compiled last: false when that is what this variant needs. */
static bool needs_compile(int variant)
{
    return variant == VARIANT_PLAIN || code_of(variant) != 0;
}

static void ask(Explainer *explainer, int variant, const char *file, View source)
{
    RunOptions options = {.seed = seed_of(variant), .print_limit = 1};
    if (needs_compile(variant)) {
        client_want_code(explainer->client, code_of(variant));
        uint32_t request = client_compile(explainer->client, file, source);
        explainer->plain = variant == VARIANT_PLAIN ? request : explainer->plain;
    }
    for (size_t i = 0; i < explainer->count; i++)
        explainer->variants[i].requests[variant] =
            client_run(explainer->client, explainer->jobs[i].prepared, &options);
}

Explainer *explainer_new(const ClientOptions *options, const char *file, View source, bool on_gpu,
                         const ExplainJob *jobs, size_t count)
{
    Explainer *explainer = memory_alloc(sizeof *explainer);
    explainer->client = client_new(options);
    explainer->jobs = memory_alloc_array(count + 1, sizeof *jobs);
    explainer->variants = memory_alloc_array(count + 1, sizeof *explainer->variants);
    explainer->count = count;
    explainer->on_gpu = on_gpu;
    for (size_t i = 0; i < count; i++)
        explainer->jobs[i] = jobs[i];
    for (int variant = 0; variant < VARIANT_COUNT; variant++)
        ask(explainer, variant, file, source);
    return explainer;
}

void explainer_free(Explainer *explainer)
{
    if (!explainer)
        return;
    client_free(explainer->client);
    for (size_t i = 0; i < explainer->count; i++)
        for (int variant = 0; variant < VARIANT_COUNT; variant++)
            run_result_free(&explainer->variants[i].runs[variant]);
    free(explainer->variants);
    free(explainer->jobs);
    strbuf_free(&explainer->trouble);
    free(explainer);
}

size_t explainer_poll_fds(const Explainer *explainer, struct pollfd *fds, size_t capacity,
                          int64_t *deadline_ns)
{
    return client_poll_fds(explainer->client, fds, capacity, deadline_ns);
}

const char *explainer_trouble(const Explainer *explainer)
{
    return strbuf_text(&explainer->trouble);
}

static const unsigned char *bytes_of(const RunResult *run, size_t buffer)
{
    bool fine = run->status == LAUNCH_OK && buffer < run->buffer_count;
    return fine ? run->buffers[buffer].bytes : NULL;
}

static void explain_buffer(const ExplainJob *job, const Variants *variants, size_t argument,
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
        .nudged = {bytes_of(&variants->runs[VARIANT_RAISED], buffer),
                   bytes_of(&variants->runs[VARIANT_LOWERED], buffer)},
    };
    for (int i = 0; i < EXPLAIN_ORDERS; i++)
        sources.orders[i] = bytes_of(&variants->runs[VARIANT_ORDER + i], buffer);
    if (!sources.sim || (!sources.cpu && !sources.gpu))
        return;
    explain_values(&sources, &explanation);
    vec_push(job->out, explanation);
}

static void explain_job(const ExplainJob *job, const Variants *variants, bool on_gpu)
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

static void take_run(Explainer *explainer, ClientEvent *event)
{
    for (size_t i = 0; i < explainer->count; i++)
        for (int variant = 0; variant < VARIANT_COUNT; variant++)
            if (explainer->variants[i].requests[variant] == event->request) {
                explainer->variants[i].runs[variant] = event->run;
                event->run = (RunResult){0};
            }
}

static void take_event(Explainer *explainer, ClientEvent *event)
{
    StrBuf *trouble = &explainer->trouble;
    if (event->kind == CLIENT_RAN)
        take_run(explainer, event);
    else if (event->kind == CLIENT_GONE && trouble->size == 0)
        strbuf_add_text(trouble, event->text);
    else if (event->kind == CLIENT_HELLO && !event->hello->has_device && trouble->size == 0)
        strbuf_add_text(trouble, event->hello->device_trouble);
    else if (event->kind == CLIENT_COMPILED && event->request == explainer->plain &&
             !event->compile.ok && trouble->size == 0)
        strbuf_add_text(trouble, "it does not compile for the simulator");
}

bool explainer_step(Explainer *explainer)
{
    ClientEvent event;
    client_step(explainer->client);
    while (client_next(explainer->client, &event)) {
        take_event(explainer, &event);
        client_event_free(&event);
    }
    if (explainer->ended || (explainer->trouble.size == 0 && client_busy(explainer->client)))
        return explainer->ended;
    explainer->ended = true;
    for (size_t i = 0; explainer->trouble.size == 0 && i < explainer->count; i++)
        explain_job(&explainer->jobs[i], &explainer->variants[i], explainer->on_gpu);
    return true;
}
