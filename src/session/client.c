/* The worker's client: its queue of requests, its events, its step in the poll loop. */
#include "session/client.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/wait.h>

#include "base/clock.h"
#include "base/temporary.h"
#include "session/beside.h"
#include "wire/payload.h"

enum {
    REAP_EVERY_MS = 10,
    DEAR_STOP_MS =
        150, /* a run may go on so long that nobody wants, if stopping costs the worker */
};

static int64_t milliseconds(int chosen, int otherwise)
{
    return (int64_t)(chosen > 0 ? chosen : otherwise) * 1000000;
}

Client *client_new(const ClientOptions *options)
{
    Client *client = memory_alloc(sizeof *client);
    client->command = memory_clone_text(options->worker_command);
    client->device = memory_clone_text(options->device);
    client->profile = memory_clone_text(options->profile);
    client->want_spare = !options->no_spare;
    client->alone = options->alone;
    client->start_ns = milliseconds(options->start_limit_ms, 30000);
    client->compile_ns = milliseconds(options->compile_limit_ms, 10000);
    client->run_ns = milliseconds(options->run_limit_ms, 20000);
    client->stop_ns = milliseconds(options->stop_limit_ms, 2000);
    client->active = client->spare = client->retired = LINK_NONE;
    client_need_worker(client);
    return client;
}

static void drop_events(Client *client)
{
    for (size_t i = client->next_event; i < client->events.size; i++)
        client_event_free(&client->events.data[i]);
    client->next_event = client->events.size;
}

void client_free(Client *client)
{
    if (!client)
        return;
    beside_free(client->beside);
    client_replace(client);
    client_lose_spare(client);
    client_lose_retired(client);
    for (size_t i = 0; i < client->dying.size; i++)
        while (waitpid(client->dying.data[i], NULL, 0) < 0 && errno == EINTR)
            continue;
    if (client->has_folders)
        temporary_sweep(TEMPORARY_HOST);
    for (size_t i = 0; i < client->queue.size; i++)
        request_free(client->queue.data[i]);
    drop_events(client);
    vec_free(&client->dying);
    vec_free(&client->queue);
    vec_free(&client->runs);
    vec_free(&client->events);
    hello_message_free(&client->hello);
    strbuf_free(&client->source);
    strbuf_free(&client->image);
    free(client->source_file);
    free(client->gone);
    free(client->command);
    free(client->device);
    free(client->profile);
    free(client);
}

void client_add_event(Client *client, ClientEvent event)
{
    if (beside_complete(client->beside, &event))
        vec_push(&client->events, event);
}

Request *client_current(const Client *client)
{
    return client->sent ? client->queue.data[0] : NULL;
}

static void take_front(Client *client)
{
    client->queue.size--;
    for (size_t i = 0; i < client->queue.size; i++)
        client->queue.data[i] = client->queue.data[i + 1];
}

void client_finish(Client *client)
{
    request_free(client->queue.data[0]);
    take_front(client);
    client->sent = false;
    client->active.deadline_ns = INT64_MAX;
    if (!link_alive(&client->active))
        return;
    client->failures = 0;
    client->proven = client->generation;
}

/* --- requests --- */

/* The simulator beside a GPU begins with what it is to do, too, without waiting for the GPU. Only a
 * compile would cost it the runs that it is still at. */
static void tell_beside(Client *client)
{
    for (size_t i = 0; client->beside && i < client->queue.size; i++) {
        Request *request = client->queue.data[i];
        if (request->beside || request->internal)
            continue;
        if (request->kind == REQUEST_COMPILE && beside_busy(client->beside))
            return;
        if (request->kind == REQUEST_COMPILE)
            beside_compile(client->beside, request);
        else if (request->kind == REQUEST_RUN)
            beside_run(client->beside, request);
    }
}

static uint32_t enqueue(Client *client, Request *request)
{
    uint32_t number = request->number;
    vec_push(&client->queue, request);
    tell_beside(client);
    client_dispatch(client);
    return number;
}

void client_want_code(Client *client, uint32_t wants)
{
    client->wants = wants;
}

uint32_t client_compile(Client *client, const char *file, View source)
{
    return client_compile_host(client, file, source, "", VIEW(""));
}

uint32_t client_compile_host(Client *client, const char *file, View source, const char *host_file,
                             View host)
{
    uint32_t number = ++client->numbers;
    bool large = host.size > WIRE_SOURCE_CAP;
    client->has_folders |= host_file[0] != '\0';
    if (source.size <= WIRE_SOURCE_CAP && !large)
        return enqueue(client,
                       request_compile(number, file, source, host_file, host, client->wants));
    Request *refused = request_compile(number, large ? host_file : file, VIEW(""), "", VIEW(""), 0);
    ClientEvent event;
    request_answer_limit(refused, "the source is larger than 4 MiB: too large for the lab", &event);
    request_free(refused);
    client_add_event(client, event);
    return number;
}

/* Why a run cannot be sent; NULL: it can. */
static const char *run_refusal(const PreparedCase *prepared)
{
    static const char too_large[] = "the buffers of this run are larger than 4 GiB in all";
    uint64_t total = 0;
    if (prepared->argument_count > WIRE_ARGUMENTS)
        return "a kernel can be given at most 256 arguments";
    for (size_t i = 0; i < prepared->argument_count; i++) {
        const PreparedArgument *argument = &prepared->arguments[i];
        uint64_t size = element_bytes(argument->type);
        if (!argument->is_buffer)
            continue;
        if (argument->count > (WIRE_BUFFER_CAP - total) / size)
            return too_large;
        total += argument->count * size;
    }
    return NULL;
}

uint32_t client_run(Client *client, const PreparedCase *prepared, const RunOptions *options)
{
    uint32_t number = ++client->numbers;
    RunOptions known = *options;
    known.ceilings = client->ceilings;
    Request *request = request_run(number, prepared, &known);
    const char *refusal = run_refusal(prepared);
    if (!refusal)
        return enqueue(client, request);
    ClientEvent event;
    request_answer_trouble(request, refusal, &event);
    request_free(request);
    client_add_event(client, event);
    return number;
}

uint32_t client_ask_writer(Client *client, uint32_t run, uint32_t argument, uint64_t offset)
{
    uint32_t number = ++client->numbers;
    if (!client->beside)
        return enqueue(client, request_ask(number, run, argument, offset));
    beside_ask(client->beside, number, run, argument, offset);
    return number;
}

void client_send_stop(Client *client, Request *request)
{
    link_send(&client->active, MESSAGE_STOP, request->number, (View){0});
    request->stop = true;
    client->active.deadline_ns = clock_now_ns() + client->stop_ns;
}

void client_stop_run(Client *client, uint32_t run)
{
    for (size_t i = 0; i < client->queue.size; i++) {
        Request *request = client->queue.data[i];
        if (request->number != run || request->kind != REQUEST_RUN || request->stop)
            continue;
        if (request == client_current(client) && client->active.state == WIRE_RUNNING)
            client_send_stop(client, request);
        else
            request->stop = true; /* follows the LAUNCH */
    }
}

void client_stop(Client *client)
{
    Request *request = client_current(client);
    beside_stop(client->beside);
    if (request)
        client_stop_run(client, request->number);
}

static void drop_answers(Client *client)
{
    size_t kept = 0;
    for (size_t i = client->next_event; i < client->events.size; i++) {
        if (client->events.data[i].request)
            client_event_free(&client->events.data[i]);
        else
            client->events.data[kept++] = client->events.data[i];
    }
    client->events.size = kept;
    client->next_event = 0;
}

/* A GPU's kernel ends with its process alone: most will have ended by themselves before another one
 * is there. */
static void stop_unwanted(Client *client, Request *request)
{
    bool dear = client->has_hello && !client->hello.device.simulated && !request->prepared->host;
    int64_t patience = DEAR_STOP_MS * INT64_C(1000000), now = clock_now_ns();
    int64_t until = client->active.deadline_ns - client->run_ns + patience;
    if (dear && until > now)
        client->active.deadline_ns = until < now + patience ? until : now + patience;
    else
        client_send_stop(client, request);
}

void client_cancel(Client *client)
{
    Request *request = client_current(client);
    drop_answers(client);
    beside_cancel(client->beside);
    while (client->queue.size > (request ? 1u : 0u))
        request_free(vec_pop(&client->queue));
    if (!request || request->cancelled)
        return;
    request->cancelled = true;
    int64_t soon = clock_now_ns() + client->stop_ns;
    if (client->active.state == WIRE_LOADING) { /* the rest of its data may be gone by and by */
        link_send(&client->active, MESSAGE_LAUNCH, request->number, (View){0});
        client_send_stop(client, request);
    } else if (client->active.state == WIRE_RUNNING && !request->stop) {
        stop_unwanted(client, request);
    } else if (soon < client->active.deadline_ns) {
        client->active.deadline_ns = soon;
    }
    client_dispatch(client);
}

bool client_busy(const Client *client)
{
    for (size_t i = 0; i < client->queue.size; i++)
        if (!client->queue.data[i]->cancelled && !client->queue.data[i]->internal)
            return true;
    return beside_busy(client->beside);
}

bool client_knows_writers(const Client *client)
{
    return client->beside || (client->has_hello && client->hello.device.simulated);
}

const HelloMessage *client_hello(const Client *client)
{
    return client->has_hello ? &client->hello : NULL;
}

/* --- sending --- */

static void remember_source(Client *client, const Request *request)
{
    if (request->internal)
        return;
    free(client->source_file);
    client->source_file = memory_clone_text(request->file);
    strbuf_clear(&client->source);
    strbuf_add(&client->source, strbuf_view(&request->payload));
    client->source_on = 0;
    client->refused = false;
    strbuf_clear(&client->image);
    vec_clear(&client->runs);
}

static void compile_again(Client *client)
{
    Request *request =
        request_compile_again(++client->numbers, client->source_file, strbuf_view(&client->source),
                              strbuf_view(&client->image));
    client->queue.data[0]->recompiled = true;
    vec_push(&client->queue, NULL);
    for (size_t i = client->queue.size; --i > 0;)
        client->queue.data[i] = client->queue.data[i - 1];
    client->queue.data[0] = request;
}

/* Answers the front of the queue without a worker. */
static void answer_front(Client *client, const char *text)
{
    ClientEvent event;
    request_answer_trouble(client->queue.data[0], text, &event);
    client_add_event(client, event);
    request_free(client->queue.data[0]);
    take_front(client);
}

static bool run_known(const Client *client, uint32_t run)
{
    for (size_t i = 0; i < client->runs.size; i++)
        if (client->runs.data[i] == run)
            return true;
    return false;
}

static void send_front(Client *client, MessageType type, int64_t limit_ns)
{
    Request *request = client->queue.data[0];
    link_send(&client->active, type, request->number, strbuf_view(&request->payload));
    client->sent = true;
    client->active.deadline_ns = clock_now_ns() + limit_ns;
}

static void dispatch_front(Client *client)
{
    Request *request = client->queue.data[0];
    switch (request->kind) {
    case REQUEST_COMPILE:
        remember_source(client, request);
        beside_compile(client->beside, request);
        send_front(client, MESSAGE_COMPILE, client->compile_ns);
        return;
    case REQUEST_RUN:
        beside_run(client->beside, request);
        if (client->source_on == client->generation)
            send_front(client, MESSAGE_RUN, client->run_ns);
        else if (client->source.size > 0 && !client->refused && !request->recompiled)
            compile_again(client);
        else
            answer_front(client, "there is no compiled source to run");
        return;
    case REQUEST_ASK:
        if (run_known(client, request->asked_run))
            send_front(client, MESSAGE_ASK, client->run_ns);
        else
            answer_front(client, "");
        return;
    }
}

static void feed(Client *client)
{
    Request *request = client_current(client);
    if (client->active.state != WIRE_LOADING || link_unsent(&client->active) > WIRE_CHUNK)
        return;
    client->active.deadline_ns = clock_now_ns() + client->run_ns;
    if (request_feed(request, &client->active) && request->stop)
        client_send_stop(client, request);
}

void client_dispatch(Client *client)
{
    if (client->paused && client->next_event < client->events.size)
        return;
    client->paused = false;
    if (client->spent && client->hangs)
        client_replace(client);
    else if (client->spent)
        client_retire(client);
    while (client->queue.size > 0 && !client->sent && client_need_worker(client) &&
           client->active.state == WIRE_READY)
        dispatch_front(client);
    /* As long as the socket takes it: when all is sent, no descriptor would tell to go on. */
    while (link_alive(&client->active)) {
        bool loading = client->sent && client->active.state == WIRE_LOADING;
        if (loading)
            feed(client);
        link_pump_out(&client->active);
        if (!loading || client->active.ended || link_unsent(&client->active) > 0)
            break;
    }
}

/* --- the poll loop --- */

size_t client_poll_fds(Client *client, struct pollfd *fds, size_t capacity, int64_t *deadline_ns)
{
    struct pollfd all[CLIENT_FDS];
    size_t count = link_poll_fds(&client->active, all);
    count += link_poll_fds(&client->spare, all + count);
    count += beside_poll_fds(client->beside, all + count, CLIENT_FDS - count, deadline_ns);
    count = count < capacity ? count : capacity;
    for (size_t i = 0; i < count; i++)
        fds[i] = all[i];
    int64_t deadline = client->active.deadline_ns;
    if (client->spare.deadline_ns < deadline)
        deadline = client->spare.deadline_ns;
    if (client_worker_deadline(client) < deadline)
        deadline = client_worker_deadline(client);
    if (client->dying.size && clock_now_ns() + REAP_EVERY_MS * 1000000 < deadline)
        deadline = clock_now_ns() + REAP_EVERY_MS * 1000000;
    if (client->paused || client->next_event < client->events.size)
        deadline = 0;
    if (deadline < *deadline_ns)
        *deadline_ns = deadline;
    return count;
}

static void read_active(Client *client)
{
    FrameHeader header;
    View payload;
    Error error = {0};
    FrameStatus status = FRAME_PART;
    while (link_alive(&client->active) &&
           (status = link_take(&client->active, &header, &payload, &error)) == FRAME_WHOLE)
        if (!client_answer(client, &header, payload, &error)) {
            status = FRAME_BAD;
            break;
        }
    if (status == FRAME_BAD)
        client_lose(client, error.text + (view_starts(view_of(error.text), "it ") ? 3 : 0));
    else if (link_alive(&client->active) && client->active.ended && client->spent)
        client_replace(client);
    else if (link_alive(&client->active) && client->active.ended)
        client_lose_ended(client);
}

/* A spare says hello and nothing else. */
static void read_spare(Client *client)
{
    FrameHeader header;
    View payload;
    FrameStatus status = FRAME_PART;
    while (link_alive(&client->spare) &&
           (status = link_take(&client->spare, &header, &payload, NULL)) == FRAME_WHOLE) {
        hello_message_free(&client->spare_hello);
        client->spare_has_hello = hello_decode(payload, &client->spare_hello);
        client->spare.deadline_ns = INT64_MAX;
        if (!client->spare_has_hello)
            break;
    }
    if (status == FRAME_BAD || client->spare.ended ||
        (status == FRAME_WHOLE && !client->spare_has_hello))
        client_lose_spare(client);
}

void client_step(Client *client)
{
    client_reap(client);
    link_pump(&client->active);
    link_pump(&client->spare);
    read_active(client);
    read_spare(client);
    client_check_clock(client);
    client_dispatch(client);
    client_keep_spare(client);
    beside_step(client->beside, client);
}

bool client_next(Client *client, ClientEvent *out)
{
    if (client->next_event >= client->events.size)
        return false;
    *out = client->events.data[client->next_event++];
    if (client->next_event == client->events.size) {
        vec_clear(&client->events);
        client->next_event = 0;
    }
    return true;
}

void client_event_free(ClientEvent *event)
{
    compile_result_free(&event->compile);
    run_result_free(&event->run);
    print_log_free(&event->prints);
    writer_free(&event->writer);
    strbuf_free(&event->wrote);
    free(event->text);
    *event = (ClientEvent){0};
}

static int poll_time(int64_t until_ns)
{
    int64_t left = until_ns - clock_now_ns();
    if (until_ns == INT64_MAX)
        return -1;
    return left <= 0 ? 0 : left / 1000000 > 60000 ? 60000 : (int)(left / 1000000) + 1;
}

bool client_wait(Client *client, int timeout_ms, ClientEvent *out)
{
    int64_t end = timeout_ms < 0 ? INT64_MAX : clock_now_ns() + (int64_t)timeout_ms * 1000000;
    while (!client_next(client, out)) {
        struct pollfd fds[CLIENT_FDS];
        int64_t deadline = end;
        size_t count = client_poll_fds(client, fds, CLIENT_FDS, &deadline);
        if (count == 0 && client->queue.size == 0 && client->dying.size == 0)
            return false; /* nothing will ever happen */
        poll(fds, count, poll_time(deadline));
        client_step(client);
        if (clock_now_ns() >= end && client->next_event >= client->events.size)
            return false;
    }
    return true;
}
