/* The client's step in the poll loop: what the workers say, what the clock says, and waiting. */
#include "base/clock.h"
#include "session/beside.h"
#include "session/client_impl.h"
#include "wire/payload.h"

enum { REAP_EVERY_MS = 10 };

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

static int poll_time(int64_t until_ns)
{
    int64_t left = until_ns - clock_now_ns();
    if (until_ns == INT64_MAX)
        return -1;
    return left <= 0 ? 0 : left / 1000000 > 60000 ? 60000 : (int)(left / 1000000) + 1;
}

static bool is_silent(const Client *client, size_t fds)
{
    return fds == 0 && client->queue.size == 0 && client->dying.size == 0;
}

bool client_may_answer(Client *client)
{
    struct pollfd fds[CLIENT_FDS];
    int64_t deadline = INT64_MAX;
    return client->next_event < client->events.size ||
           !is_silent(client, client_poll_fds(client, fds, CLIENT_FDS, &deadline));
}

bool client_wait(Client *client, int timeout_ms, ClientEvent *out)
{
    int64_t end = timeout_ms < 0 ? INT64_MAX : clock_now_ns() + (int64_t)timeout_ms * 1000000;
    while (!client_next(client, out)) {
        struct pollfd fds[CLIENT_FDS];
        int64_t deadline = end;
        size_t count = client_poll_fds(client, fds, CLIENT_FDS, &deadline);
        if (is_silent(client, count))
            return false; /* nothing will ever happen */
        poll(fds, count, poll_time(deadline));
        client_step(client);
        if (clock_now_ns() >= end && client->next_event >= client->events.size)
            return false;
    }
    return true;
}
