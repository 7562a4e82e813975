/* The worker's client: made, freed, and its queue of events. */
#include "session/client.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/wait.h>

#include "base/temporary.h"
#include "session/beside.h"
#include "session/client_impl.h"

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

bool client_knows_writers(const Client *client)
{
    return client->beside || (client->has_hello && client->hello.device.simulated);
}

const HelloMessage *client_hello(const Client *client)
{
    return client->has_hello ? &client->hello : NULL;
}
