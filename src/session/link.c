/* One worker process: its sockets, what is to be sent and what was received. */
#include "session/link.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fd.h"
#include "base/file.h"
#include "base/spawn.h"

enum {
    RECEIVE_AT_ONCE = 4 << 20, /* so that one step stays short */
    SAID_KEPT = 2048,
    END_WAIT_MS = 200,
};

/* "/usr/bin/culab-worker" for "/usr/bin/culab". */
static bool worker_path(StrBuf *out, Error *error)
{
    if (!file_program_folder(out))
        return error_errno(error, "cannot tell where this program lies");
    strbuf_add_text(out, "/culab-worker");
    return true;
}

static bool spawn(Link *link, const char *command, int socket, int errors, Error *error)
{
    StrBuf path = {0};
    const char *shell[] = {"sh", "-c", command, NULL};
    const char *beside[] = {NULL, NULL};
    if (!command && !worker_path(&path, error))
        return false;
    beside[0] = strbuf_text(&path);
    SpawnRequest request = {.arguments = command ? shell : beside,
                            .input = socket,
                            .output = socket,
                            .errors = errors,
                            .own_group = true,
                            .die_with_parent = true};
    bool started = spawn_start(&request, &link->pid, error);
    strbuf_free(&path);
    return started;
}

bool link_start(Link *link, const char *command, Error *error)
{
    int pair[2], pipe_ends[2];
    *link = LINK_NONE;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
        return error_errno(error, "cannot start the worker");
    if (pipe2(pipe_ends, O_CLOEXEC | O_NONBLOCK) != 0) {
        close(pair[0]);
        close(pair[1]);
        return error_errno(error, "cannot start the worker");
    }
    bool started = spawn(link, command, pair[1], pipe_ends[1], error);
    close(pair[1]);
    close(pipe_ends[1]);
    link->fd = pair[0];
    link->errors = pipe_ends[0];
    fd_set_nonblocking(link->fd);
    if (!started) {
        link->pid = 0;
        link_kill(link);
    }
    return started;
}

pid_t link_kill(Link *link)
{
    pid_t pid = link->pid;
    if (pid > 0)
        kill(-pid, SIGKILL);
    fd_close(&link->fd);
    fd_close(&link->errors);
    strbuf_free(&link->in);
    strbuf_free(&link->out);
    strbuf_free(&link->said);
    *link = LINK_NONE;
    return pid;
}

bool link_alive(const Link *link)
{
    return link->pid > 0;
}

void link_send(Link *link, MessageType type, uint32_t sequence, View payload)
{
    bool in_turn = message_step(type, FROM_CLIENT, &link->state);
    assert(in_turn);
    (void)in_turn;
    frame_add(&link->out, type, sequence, payload);
}

size_t link_unsent(const Link *link)
{
    return link->out.size - link->sent;
}

void link_pump_out(Link *link)
{
    while (link_unsent(link) > 0) {
        ssize_t size = send(link->fd, link->out.data + link->sent, link_unsent(link),
                            MSG_NOSIGNAL | MSG_DONTWAIT);
        if (size < 0 && errno == EINTR)
            continue;
        if (size < 0) {
            link->ended = link->ended || errno != EAGAIN;
            return;
        }
        link->sent += (size_t)size;
    }
    strbuf_clear(&link->out);
    link->sent = 0;
}

static void drop_taken(Link *link)
{
    if (link->taken == 0)
        return;
    memmove(link->in.data, link->in.data + link->taken, link->in.size - link->taken);
    link->in.size -= link->taken;
    link->taken = 0;
}

static void pump_in(Link *link)
{
    char buffer[65536];
    size_t received = 0;
    while (received < RECEIVE_AT_ONCE && !link->ended) {
        ssize_t size = recv(link->fd, buffer, sizeof buffer, MSG_DONTWAIT);
        if (size < 0 && errno == EINTR)
            continue;
        if (size < 0 && errno == EAGAIN)
            return;
        if (size <= 0) {
            link->ended = true;
            return;
        }
        strbuf_add_bytes(&link->in, buffer, (size_t)size);
        received += (size_t)size;
    }
}

static void pump_errors(Link *link)
{
    char buffer[4096];
    ssize_t size = -1;
    while (link->errors >= 0 && (size = read(link->errors, buffer, sizeof buffer)) > 0) {
        strbuf_add_bytes(&link->said, buffer, (size_t)size);
        if (link->said.size > SAID_KEPT) {
            size_t over = link->said.size - SAID_KEPT;
            memmove(link->said.data, link->said.data + over, SAID_KEPT + 1);
            link->said.size = SAID_KEPT;
        }
    }
    if (link->errors >= 0 && size == 0)
        fd_close(&link->errors);
}

void link_pump(Link *link)
{
    if (!link_alive(link))
        return;
    drop_taken(link);
    pump_errors(link);
    link_pump_out(link);
    pump_in(link);
}

FrameStatus link_take(Link *link, FrameHeader *header, View *payload, Error *error)
{
    size_t used = 0;
    View left = view_slice(strbuf_view(&link->in), link->taken, link->in.size);
    WireState before = link->state;
    FrameStatus status = frame_take(left, header, payload, &used, error);
    if (status != FRAME_WHOLE)
        return status;
    link->taken += used;
    if (message_step(header->type, FROM_WORKER, &link->state))
        return FRAME_WHOLE;
    error_set(error, ERROR_MACHINE, "it sent a %s message while %s", message_name(header->type),
              wire_state_text(before));
    return FRAME_BAD;
}

size_t link_poll_fds(const Link *link, struct pollfd *fds)
{
    size_t count = 0;
    if (!link_alive(link))
        return 0;
    /* While a run is loaded there is more to send than is queued. */
    bool sends = link_unsent(link) > 0 || link->state == WIRE_LOADING;
    fds[count++] =
        (struct pollfd){.fd = link->fd, .events = (short)(POLLIN | (sends ? POLLOUT : 0))};
    if (link->errors >= 0)
        fds[count++] = (struct pollfd){.fd = link->errors, .events = POLLIN};
    return count;
}

/* Waits until the process has ended, for END_WAIT_MS at most. */
static bool wait_for_end(pid_t pid, int *status)
{
    return spawn_ends_within(pid, END_WAIT_MS) && waitpid(pid, status, WNOHANG) == pid;
}

static void add_said(Link *link, StrBuf *out)
{
    View said = view_trim(strbuf_view(&link->said));
    size_t start = said.size;
    while (start > 0 && said.data[start - 1] != '\n')
        start--;
    if (said.size > 0)
        strbuf_format(out, "; it said: %.*s", VIEW_ARG(view_slice(said, start, said.size)));
}

void link_describe_end(Link *link, StrBuf *out, int *status)
{
    if (!wait_for_end(link->pid, status)) {
        *status = -1;
        strbuf_add_text(out, "closed the connection");
    } else {
        kill(-link->pid, SIGKILL); /* whatever is left of its group */
        link->pid = 0;
        spawn_describe(*status, out);
    }
    pump_errors(link);
    add_said(link, out);
}
