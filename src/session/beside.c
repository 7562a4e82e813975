/* The simulator beside a GPU: two clients, and their answers to a run made one. */
#include "session/beside.h"

#include <stdlib.h>
#include <string.h>

#include "wire/payload.h"

/* A run at both. */
typedef struct Pair {
    uint32_t number, other; /* of the requests, at the GPU and at the simulator */
    bool has_ran, has_other;
    ClientEvent ran;       /* the GPU's answer, waiting */
    ClientEvent other_ran; /* the simulator's */
} Pair;

typedef struct Ask {
    uint32_t number, other;
} Ask;

struct Beside {
    Client *client;  /* of the simulator */
    VEC(Pair) pairs; /* since the last compile */
    VEC(Ask) asks;
};

const char *beside_profile(const DeviceInfo *device)
{
    static const char *const likes[][2] = {
        {"RTX 3060", "rtx3060"}, {"RTX 4090", "rtx4090"}, {"A100", "a100"}, {"H100", "h100"},
        {"H200", "h200"},        {"B200", "b200"},        {" T4", "t4"},
    };
    for (size_t i = 0; i < sizeof likes / sizeof *likes; i++)
        if (strstr(device->name, likes[i][0]))
            return likes[i][1];
    return NULL;
}

Beside *beside_new(const Client *client, const DeviceInfo *device)
{
    if (device->simulated)
        return NULL;
    Beside *beside = memory_alloc(sizeof *beside);
    ClientOptions options = {
        .worker_command = client->command,
        .device = "sim",
        .profile = beside_profile(device),
        .alone = true,
        .no_spare = true,
        .start_limit_ms = (int)(client->start_ns / 1000000),
        .compile_limit_ms = (int)(client->compile_ns / 1000000),
        .run_limit_ms = (int)(client->run_ns / 1000000),
        .stop_limit_ms = (int)(client->stop_ns / 1000000),
    };
    beside->client = client_new(&options);
    return beside;
}

static void pair_free(Pair *pair)
{
    client_event_free(&pair->ran);
    client_event_free(&pair->other_ran);
}

static void forget(Beside *beside)
{
    for (size_t i = 0; i < beside->pairs.size; i++)
        pair_free(&beside->pairs.data[i]);
    vec_clear(&beside->pairs);
    vec_clear(&beside->asks);
}

void beside_free(Beside *beside)
{
    if (!beside)
        return;
    forget(beside);
    vec_free(&beside->pairs);
    vec_free(&beside->asks);
    client_free(beside->client);
    free(beside);
}

void beside_compile(Beside *beside, Request *request)
{
    CompileMessage message;
    if (!beside || request->internal || request->beside ||
        !compile_decode(strbuf_view(&request->payload), &message))
        return;
    forget(beside);
    request->beside = true;
    client_compile_host(beside->client, message.file, (View){message.source, (size_t)message.size},
                        message.host_file, (View){message.host_source, (size_t)message.host_size});
    compile_message_free(&message);
}

void beside_run(Beside *beside, Request *request)
{
    if (!beside || request->beside)
        return;
    request->beside = true;
    Pair pair = {.number = request->number};
    RunOptions options = request->options;
    options.time = options.schedule = false; /* the GPU's are wanted */
    pair.other = client_run(beside->client, request->prepared, &options);
    vec_push(&beside->pairs, pair);
}

static Pair *pair_find(Beside *beside, uint32_t number, bool other)
{
    for (size_t i = 0; i < beside->pairs.size; i++) {
        Pair *pair = &beside->pairs.data[i];
        if ((other ? pair->other : pair->number) == number)
            return pair;
    }
    return NULL;
}

void beside_ask(Beside *beside, uint32_t number, uint32_t run, uint32_t argument, uint64_t offset)
{
    const Pair *pair = pair_find(beside, run, false);
    uint32_t other = client_ask_writer(beside->client, pair ? pair->other : 0, argument, offset);
    vec_push(&beside->asks, (Ask){number, other});
}

void beside_stop(Beside *beside)
{
    if (beside)
        client_stop(beside->client);
}

/* Runs that are answered are kept: their writers may be asked for. */
void beside_cancel(Beside *beside)
{
    if (!beside)
        return;
    client_cancel(beside->client);
    for (size_t i = beside->pairs.size; i-- > 0;) {
        Pair *pair = &beside->pairs.data[i];
        if (pair->has_ran && pair->has_other)
            continue;
        pair_free(pair);
        *pair = vec_pop(&beside->pairs);
    }
    vec_clear(&beside->asks);
}

bool beside_busy(const Beside *beside)
{
    return beside && client_busy(beside->client);
}

/* Rules of a host program's calls find the same on both. */
static bool is_told(const RunResult *run, const Finding *finding)
{
    for (size_t i = 0; i < run->findings.size; i++) {
        const Finding *told = &run->findings.data[i];
        if (strcmp(told->checker, "host") == 0 && strcmp(finding->checker, "host") == 0 &&
            strcmp(told->rule, finding->rule) == 0 && told->place.line == finding->place.line &&
            told->other_place.line == finding->other_place.line)
            return true;
    }
    return false;
}

/* A program's figures are the GPU's; the simulator's, whose time is exact, get a name of their own
 * (run_judged_figure()). */
static void rename_host_figure(Metric *metric)
{
    StrBuf name = {0};
    View rest = view_of(metric->name);
    if (!view_starts(rest, HOST_FIGURES))
        return;
    strbuf_add_text(&name, SIMULATED_FIGURES);
    strbuf_add(&name, view_slice(rest, strlen(HOST_FIGURES), rest.size));
    free(metric->name);
    metric->name = strbuf_take(&name);
}

/* What both know is the GPU's. */
static bool is_known(const RunResult *run, size_t count, const Metric *metric)
{
    for (size_t i = 0; i < count; i++) {
        const Metric *known = &run->metrics.data[i];
        if (known->line == metric->line && strcmp(known->name, metric->name) == 0 &&
            strcmp(known->kernel, metric->kernel) == 0)
            return true;
    }
    return false;
}

static void move_metrics(RunResult *to, RunResult *from)
{
    size_t own = to->metrics.size;
    for (size_t i = 0; i < from->metrics.size; i++) {
        Metric *metric = &from->metrics.data[i];
        if (to->host)
            rename_host_figure(metric);
        if (!is_known(to, own, metric)) {
            vec_push(&to->metrics, *metric);
            continue;
        }
        free(metric->kernel);
        free(metric->name);
    }
    vec_clear(&from->metrics);
}

static void move_findings(RunResult *to, RunResult *from)
{
    for (size_t i = 0; i < from->findings.size; i++)
        if (is_told(to, &from->findings.data[i]))
            finding_free(&from->findings.data[i]);
        else
            vec_push(&to->findings, from->findings.data[i]);
    move_metrics(to, from);
    for (size_t i = 0; i < from->accesses.size; i++)
        vec_push(&to->accesses, from->accesses.data[i]);
    vec_clear(&from->accesses);
    vec_clear(&from->findings);
    to->thread_instructions = from->thread_instructions;
    for (size_t i = 0; i < to->buffer_count && i < from->buffer_count; i++) {
        if (!to->buffers[i].input_changed || !from->buffers[i].changed_by.known)
            continue;
        to->buffers[i].changed_by = from->buffers[i].changed_by;
        from->buffers[i].changed_by = (Writer){0};
    }
}

static void move_values(RunResult *to, RunResult *from)
{
    for (size_t i = 0; i < to->buffer_count && i < from->buffer_count; i++) {
        BufferResult *buffer = &to->buffers[i], *other = &from->buffers[i];
        bool same = buffer->bytes && other->bytes && buffer->type == other->type &&
                    buffer->count == other->count;
        if (from->status != LAUNCH_OK || !same)
            continue;
        free(buffer->beside);
        buffer->beside = other->bytes;
        other->bytes = NULL;
    }
}

static void move_numbers(RunResult *to, RunResult *from)
{
    if (!to->host || !from->host)
        return;
    for (size_t i = 0; i < from->host->numbers.size; i++)
        vec_push(&to->host->exact, from->host->numbers.data[i]);
    vec_clear(&from->host->numbers);
}

static void set_end(RunResult *run, LaunchStatus status, const char *name, const char *words,
                    const char *why)
{
    StrBuf text = {0};
    strbuf_format(&text, "%s%s", words, why ? why : "");
    free(run->error_name);
    free(run->error_text);
    run->status = status;
    run->error_name = memory_clone_text(name);
    run->error_text = strbuf_take(&text);
}

/* How a launch is to be judged that went well on the GPU and ended so on the simulator. */
typedef struct EndRow {
    LaunchStatus status;
    const char *words;
} EndRow;
static const EndRow ends[LAUNCH_STATUS_COUNT] = {
    [LAUNCH_NOT_RUN] = {LAUNCH_TROUBLE, "the simulator, which looks for mistakes beside the GPU, "
                                        "could not run it: "},
    [LAUNCH_REFUSED] = {LAUNCH_TROUBLE, "the simulator, which looks for mistakes beside the GPU, "
                                        "refused it: "},
    [LAUNCH_FAULT] = {LAUNCH_FAULT, "the GPU let it pass, the simulator did not: "},
    [LAUNCH_DEADLOCK] = {LAUNCH_DEADLOCK, "the GPU let it pass, the simulator did not: "},
    [LAUNCH_BUDGET] = {LAUNCH_TROUBLE, "the simulator, which looks for mistakes beside the GPU, "
                                       "did not come to an end: "},
    [LAUNCH_STOPPED] = {LAUNCH_STOPPED, "the simulator beside the GPU was stopped: "},
    [LAUNCH_TROUBLE] = {LAUNCH_TROUBLE, "the simulator, which looks for mistakes beside the GPU, "
                                        "is in trouble: "},
};

static void merge(RunResult *gpu, RunResult *sim)
{
    move_findings(gpu, sim);
    move_values(gpu, sim);
    move_numbers(gpu, sim);
    if (gpu->status == LAUNCH_OK && sim->status != LAUNCH_OK)
        set_end(gpu, ends[sim->status].status, sim->error_name ? sim->error_name : "",
                ends[sim->status].words, sim->error_text);
}

bool beside_complete(Beside *beside, ClientEvent *ran)
{
    Pair *pair = beside && ran->kind == CLIENT_RAN ? pair_find(beside, ran->request, false) : NULL;
    if (!pair || pair->has_ran)
        return true;
    pair->has_ran = true;
    if (pair->has_other) {
        merge(&ran->run, &pair->other_ran.run);
        return true;
    }
    pair->ran = *ran;
    if (ran->run.status == LAUNCH_STOPPED || ran->run.status == LAUNCH_BUDGET)
        client_stop_run(beside->client, pair->other); /* it may not end here, either */
    return false;
}

static void take_ran(Beside *beside, Client *client, ClientEvent *event)
{
    Pair *pair = pair_find(beside, event->request, true);
    if (!pair || pair->has_other)
        return;
    pair->has_other = true;
    if (!pair->has_ran) {
        pair->other_ran = *event;
        *event = (ClientEvent){0};
        return;
    }
    merge(&pair->ran.run, &event->run);
    client_add_event(client, pair->ran);
    pair->ran = (ClientEvent){0};
}

static void take_writer(Beside *beside, Client *client, ClientEvent *event)
{
    for (size_t i = 0; i < beside->asks.size; i++) {
        if (beside->asks.data[i].other != event->request)
            continue;
        event->request = beside->asks.data[i].number;
        client_add_event(client, *event);
        *event = (ClientEvent){0};
        beside->asks.data[i] = vec_pop(&beside->asks);
        return;
    }
}

void beside_step(Beside *beside, Client *client)
{
    ClientEvent event;
    if (!beside)
        return;
    client_step(beside->client);
    while (client_next(beside->client, &event)) {
        if (event.kind == CLIENT_RAN)
            take_ran(beside, client, &event);
        else if (event.kind == CLIENT_WRITER)
            take_writer(beside, client, &event);
        client_event_free(&event);
    }
}

size_t beside_poll_fds(Beside *beside, struct pollfd *fds, size_t capacity, int64_t *deadline_ns)
{
    return beside ? client_poll_fds(beside->client, fds, capacity, deadline_ns) : 0;
}
