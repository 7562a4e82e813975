/* The queue of requests to a worker: asked, stopped, cancelled, done. */
#include "base/clock.h"
#include "session/beside.h"
#include "session/client_impl.h"

/* So long a run may go on that nobody wants, if stopping it costs the worker. */
enum { DEAR_STOP_MS = 150 };

Request *client_current(const Client *client)
{
    return client->sent ? client->queue.data[0] : NULL;
}

void client_take_front(Client *client)
{
    client->queue.size--;
    for (size_t i = 0; i < client->queue.size; i++)
        client->queue.data[i] = client->queue.data[i + 1];
}

void client_finish(Client *client)
{
    request_free(client->queue.data[0]);
    client_take_front(client);
    client->sent = false;
    client->active.deadline_ns = INT64_MAX;
    if (!link_alive(&client->active))
        return;
    client->failures = 0;
    client->proven = client->generation;
}

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
