/* The client's workers: starting them, telling why one was lost, bringing in the spare, the clock.
 */
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>

#include "base/clock.h"
#include "base/temporary.h"
#include "session/client_impl.h"
#include "wire/payload.h"

enum {
    FAILURES_ALLOWED = 3, /* workers lost in a row, without one answer */
    RETRY_AFTER_S = 5,
    CALM_MS = 500, /* after a worker was replaced no other one is started or killed: the driver
                      would make those wait who want a result */
};

static int64_t deadline_after(int64_t limit_ns)
{
    return clock_now_ns() + limit_ns;
}

static bool start(Client *client, Link *link, Error *error)
{
    StartMessage message = {client->device, client->profile};
    StrBuf payload = {0};
    if (!link_start(link, client->command, error))
        return false;
    start_encode(&message, &payload);
    link_send(link, MESSAGE_START, 0, strbuf_view(&payload));
    strbuf_free(&payload);
    link->deadline_ns = deadline_after(client->start_ns);
    return true;
}

static void answer_all(Client *client, const char *text)
{
    for (size_t i = 0; i < client->queue.size; i++) {
        Request *request = client->queue.data[i];
        ClientEvent event;
        if (!request->internal && !request->cancelled) {
            request_answer_trouble(request, text, &event);
            client_add_event(client, event);
        }
        request_free(request);
    }
    vec_clear(&client->queue);
    client->sent = false;
}

static void give_up(Client *client, const char *text)
{
    bool first = client->gone == NULL;
    free(client->gone);
    client->gone = memory_clone_text(text);
    client->retry_ns = deadline_after(RETRY_AFTER_S * INT64_C(1000000000));
    if (first)
        client_add_event(client,
                         (ClientEvent){.kind = CLIENT_GONE, .text = memory_clone_text(text)});
    answer_all(client, text);
}

static void new_generation(Client *client)
{
    client->generation++;
    client->source_on = 0;
    client->spent = false;
    vec_clear(&client->runs);
}

static void promote_spare(Client *client)
{
    client->active = client->spare;
    client->spare_ns = deadline_after(CALM_MS * INT64_C(1000000));
    client->spare = LINK_NONE;
    new_generation(client);
    if (!client->spare_has_hello)
        return;
    hello_message_free(&client->hello);
    client->hello = client->spare_hello;
    client->spare_hello = (HelloMessage){0};
    client->spare_has_hello = false;
    client_add_event(client, (ClientEvent){.kind = CLIENT_HELLO, .hello = &client->hello});
}

bool client_need_worker(Client *client)
{
    Error error = {0};
    if (link_alive(&client->active))
        return true;
    if (link_alive(&client->spare)) {
        promote_spare(client);
        return true;
    }
    if (client->gone && clock_now_ns() < client->retry_ns) {
        answer_all(client, client->gone);
        return false;
    }
    if (!start(client, &client->active, &error)) {
        give_up(client, error.text);
        return false;
    }
    new_generation(client);
    return true;
}

static bool spare_wanted(const Client *client)
{
    return client->want_spare && !client->gone && client->failures == 0 &&
           client->active.state >= WIRE_READY && !link_alive(&client->spare);
}

void client_keep_spare(Client *client)
{
    bool due = spare_wanted(client) && clock_now_ns() >= client->spare_ns;
    if (due && !start(client, &client->spare, NULL))
        client->spare_ns = deadline_after(RETRY_AFTER_S * INT64_C(1000000000));
}

static void bury(Client *client, Link *link)
{
    pid_t pid = link_kill(link);
    if (pid > 0)
        vec_push(&client->dying, pid);
}

void client_replace(Client *client)
{
    bury(client, &client->active);
    client->spent = false;
    client->source_on = 0;
}

void client_lose_retired(Client *client)
{
    bury(client, &client->retired);
}

void client_retire(Client *client)
{
    client_lose_retired(client);
    client->retired = client->active;
    client->retire_ns = deadline_after(CALM_MS * INT64_C(1000000));
    client->active = LINK_NONE;
    client->spent = false;
    client->source_on = 0;
}

int64_t client_worker_deadline(const Client *client)
{
    int64_t deadline = link_alive(&client->retired) ? client->retire_ns : INT64_MAX;
    bool starts = spare_wanted(client) && client->spare_ns < deadline;
    return starts ? client->spare_ns : deadline;
}

void client_lose_spare(Client *client)
{
    bury(client, &client->spare);
    hello_message_free(&client->spare_hello);
    client->spare_has_hello = false;
    client->failures++;
}

/* A worker that dies before it has answered anything may have been dying when it was brought in, as
 * when worker and spare are killed together; one that was killed from outside did not die of what
 * it was sent. That goes to another one, once. */
static bool send_again(Client *client, bool killed)
{
    Request *request = client_current(client);
    bool blameless = killed || client->proven != client->generation;
    if (!request || !blameless || request->again || request->cancelled || request->stop ||
        request->prints > 0)
        return false;
    request->again = true;
    request_rewind(request);
    client->sent = false;
    return true;
}

/* Takes the current request out of the queue, answered by one of the two makers. */
static void answer_current(Client *client, const char *text,
                           void (*make)(const Request *, const char *, ClientEvent *))
{
    Request *request = client_current(client);
    ClientEvent event;
    if (!request)
        return;
    if (request->internal) /* what it was compiled again for is next and is answered as well */
        client_finish(client);
    request = client->queue.size ? client->queue.data[0] : NULL;
    if (request && !request->cancelled) {
        make(request, text, &event);
        client_add_event(client, event);
    }
    if (request)
        client_finish(client);
}

static void lose(Client *client, const char *text, bool killed)
{
    StrBuf sentence = {0};
    bool at_work = client->sent, died = client->active.ended;
    strbuf_format(&sentence, "the worker %s", text);
    client_replace(client);
    client->failures++;
    if (!at_work && (!client->has_hello || client->failures >= FAILURES_ALLOWED)) {
        give_up(client, strbuf_text(&sentence));
    } else {
        if (!died || !send_again(client, killed))
            answer_current(client, strbuf_text(&sentence), request_answer_trouble);
        client->failures =
            client->failures > FAILURES_ALLOWED ? FAILURES_ALLOWED : client->failures;
        client_add_event(client,
                         (ClientEvent){.kind = CLIENT_LOST, .text = strbuf_take(&sentence)});
    }
    strbuf_free(&sentence);
}

void client_lose(Client *client, const char *text)
{
    lose(client, text, false);
}

void client_lose_ended(Client *client)
{
    StrBuf text = {0};
    int status;
    bool compiling = client->active.state == WIRE_COMPILING;
    link_describe_end(&client->active, &text, &status);
    bool ended = status != -1, killed = ended && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
    if (compiling && ended && WIFEXITED(status) && WEXITSTATUS(status) == WORKER_EXIT_MEMORY) {
        client_replace(client);
        answer_current(client,
                       "the compiler took too much memory and was stopped: is there a template or "
                       "an array that grows without end?",
                       request_answer_limit);
    } else {
        lose(client, strbuf_text(&text), killed);
    }
    strbuf_free(&text);
}

static void end_by_clock(Client *client, const char *what, int64_t limit_ns)
{
    StrBuf text = {0};
    strbuf_format(&text, "%s %.1f s and was stopped", what, (double)limit_ns / 1e9);
    client_replace(client);
    answer_current(client, strbuf_text(&text), request_answer_limit);
    strbuf_free(&text);
}

static void check_run(Client *client, Request *request)
{
    if (!request->stop) {
        request->overtime = true;
        client_send_stop(client, request);
    } else if (request->overtime) {
        end_by_clock(client, "the kernel ran for longer than", client->run_ns);
    } else {
        client_replace(client);
        answer_current(client, "the kernel was stopped", request_answer_limit);
    }
}

void client_check_clock(Client *client)
{
    int64_t now = clock_now_ns();
    Request *request = client_current(client);
    if (link_alive(&client->retired) && now >= client->retire_ns)
        client_lose_retired(client);
    if (link_alive(&client->spare) && now >= client->spare.deadline_ns)
        client_lose_spare(client);
    if (!link_alive(&client->active) || now < client->active.deadline_ns)
        return;
    if (client->active.state == WIRE_COMPILING)
        end_by_clock(client, "the compiler took longer than", client->compile_ns);
    else if (client->active.state == WIRE_RUNNING && request)
        check_run(client, request);
    else
        client_lose(client, client->active.state == WIRE_STARTING ? "did not answer when started"
                                                                  : "does not answer any more");
}

void client_reap(Client *client)
{
    size_t before = client->dying.size;
    for (size_t i = client->dying.size; i-- > 0;)
        if (waitpid(client->dying.data[i], NULL, WNOHANG) != 0)
            client->dying.data[i] = vec_pop(&client->dying);
    if (client->has_folders && client->dying.size < before)
        temporary_sweep(TEMPORARY_HOST); /* they had no time to do it themselves */
}
