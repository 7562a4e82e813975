/* Sends to the worker what is first in the queue, and the source that was compiled last again. */
#include <stdlib.h>

#include "base/clock.h"
#include "session/beside.h"
#include "session/client_impl.h"

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
    client_take_front(client);
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
