/* Frames in and out; the thread that listens, hears STOP, and watches the memory. */
#include "worker/port.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/fd.h"

enum { TICK_MS = 20 };

struct Port {
    int in, out;
    int wake; /* eventfd: there is something to watch now */
    pthread_t thread;
    pthread_mutex_t lock; /* of all below */
    pthread_cond_t arrived;
    VEC(Message) queue;
    WireState state;
    uint32_t running; /* sequence of the run that may be stopped */
    bool is_running, stopped;
    void (*stop)(void);
    uint64_t memory_limit; /* resident bytes; 0: no limit */
    pthread_mutex_t write_lock;
    PortRecord *record;       /* under that lock */
    pthread_mutex_t end_lock; /* of what is called at the end */
    void (*end)(void *state);
    void *end_state;
};

static _Noreturn void leave(Port *port, const char *why)
{
    pthread_mutex_lock(&port->end_lock); /* and never given back */
    if (port->end)
        port->end(port->end_state);
    if (why)
        fprintf(stderr, "culab-worker: %s\n", why);
    _exit(why ? 1 : 0);
}

static uint64_t resident_bytes(void)
{
    unsigned long long pages = 0;
    FILE *file = fopen("/proc/self/statm", "re");
    if (!file)
        return 0;
    if (fscanf(file, "%*u %llu", &pages) != 1)
        pages = 0;
    fclose(file);
    return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* Does what is due every TICK_MS; false when there is nothing to watch. */
static bool tick(Port *port)
{
    pthread_mutex_lock(&port->lock);
    void (*stop)(void) = port->is_running && port->stopped ? port->stop : NULL;
    uint64_t limit = port->memory_limit;
    if (stop)
        stop(); /* under the lock, so that it cannot reach the next run */
    pthread_mutex_unlock(&port->lock);
    if (limit && resident_bytes() > limit)
        _exit(WORKER_EXIT_MEMORY);
    return stop || limit;
}

static void wait_readable(Port *port)
{
    struct pollfd entries[2] = {{.fd = port->in, .events = POLLIN},
                                {.fd = port->wake, .events = POLLIN}};
    for (;;) {
        int ready = poll(entries, 2, tick(port) ? TICK_MS : -1);
        uint64_t count;
        if (ready > 0 && entries[1].revents && read(port->wake, &count, sizeof count) < 0)
            return;
        if ((ready > 0 && entries[0].revents) || (ready < 0 && errno != EINTR))
            return;
    }
}

static void wake(Port *port)
{
    uint64_t one = 1;
    if (write(port->wake, &one, sizeof one) < 0)
        leave(port, "cannot wake the listening thread");
}

static void read_exactly(Port *port, char *to, size_t size)
{
    while (size > 0) {
        wait_readable(port);
        ssize_t got = read(port->in, to, size);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            leave(port, NULL);
        to += got;
        size -= (size_t)got;
    }
}

static void hear_stop(Port *port, uint32_t sequence)
{
    pthread_mutex_lock(&port->lock);
    if (port->running == sequence)
        port->stopped = true;
    pthread_mutex_unlock(&port->lock);
}

static void deliver(Port *port, Message message)
{
    pthread_mutex_lock(&port->lock);
    if (!message_step(message.header.type, FROM_CLIENT, &port->state))
        leave(port, "a message came out of turn");
    vec_push(&port->queue, message);
    if (message.header.type == MESSAGE_LAUNCH) {
        port->running = message.header.sequence;
        port->is_running = true;
        port->stopped = false;
    }
    pthread_cond_signal(&port->arrived);
    pthread_mutex_unlock(&port->lock);
}

static void *listen_thread(void *argument)
{
    Port *port = argument;
    for (;;) {
        unsigned char bytes[WIRE_HEADER_BYTES];
        Error error = {0};
        Message message = {0};
        read_exactly(port, (char *)bytes, sizeof bytes);
        if (!frame_header_read(bytes, &message.header, &error))
            leave(port, error.text);
        char *payload = memory_alloc((size_t)message.header.size + 1);
        read_exactly(port, payload, message.header.size);
        message.payload = (StrBuf){payload, message.header.size, message.header.size + 1};
        if (message.header.type == MESSAGE_STOP) {
            hear_stop(port, message.header.sequence);
            strbuf_free(&message.payload);
        } else {
            deliver(port, message);
        }
    }
    return NULL;
}

Port *port_new(int in, int out)
{
    Port *port = memory_alloc(sizeof *port);
    port->in = in;
    port->out = out;
    port->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    pthread_mutex_init(&port->lock, NULL);
    pthread_mutex_init(&port->write_lock, NULL);
    pthread_mutex_init(&port->end_lock, NULL);
    pthread_cond_init(&port->arrived, NULL);
    if (port->wake < 0 || pthread_create(&port->thread, NULL, listen_thread, port) != 0)
        leave(port, "no thread can be started");
    return port;
}

void port_receive(Port *port, Message *out)
{
    pthread_mutex_lock(&port->lock);
    while (port->queue.size == 0)
        pthread_cond_wait(&port->arrived, &port->lock);
    *out = port->queue.data[0];
    port->queue.size--;
    for (size_t i = 0; i < port->queue.size; i++)
        port->queue.data[i] = port->queue.data[i + 1];
    pthread_mutex_unlock(&port->lock);
}

bool port_waiting(Port *port)
{
    pthread_mutex_lock(&port->lock);
    bool waiting = port->queue.size > 0;
    pthread_mutex_unlock(&port->lock);
    return waiting;
}

static void write_down(PortRecord *record, const unsigned char header[WIRE_HEADER_BYTES],
                       View payload)
{
    if (!record || record->full)
        return;
    record->full = record->frames.size + WIRE_HEADER_BYTES + payload.size > record->most;
    if (record->full) {
        strbuf_free(&record->frames);
        return;
    }
    strbuf_add_bytes(&record->frames, header, WIRE_HEADER_BYTES);
    strbuf_add(&record->frames, payload);
}

void port_send(Port *port, MessageType type, uint32_t sequence, View payload)
{
    unsigned char header[WIRE_HEADER_BYTES];
    frame_header_write(&(FrameHeader){type, sequence, (uint32_t)payload.size}, header);
    pthread_mutex_lock(&port->lock);
    message_step(type, FROM_WORKER, &port->state);
    pthread_mutex_unlock(&port->lock);
    pthread_mutex_lock(&port->write_lock);
    bool sent = fd_write_all(port->out, header, sizeof header) &&
                fd_write_all(port->out, payload.data, payload.size);
    write_down(port->record, header, payload);
    pthread_mutex_unlock(&port->write_lock);
    if (!sent)
        leave(port, NULL);
}

void port_record(Port *port, PortRecord *record)
{
    pthread_mutex_lock(&port->write_lock);
    port->record = record;
    pthread_mutex_unlock(&port->write_lock);
}

void port_send_record(Port *port, uint32_t sequence, View frames)
{
    FrameHeader header;
    View payload;
    size_t used;
    Error error;
    while (frames.size > 0 && frame_take(frames, &header, &payload, &used, &error) == FRAME_WHOLE) {
        port_send(port, header.type, sequence, payload);
        frames = view_slice(frames, used, frames.size);
    }
}

void port_at_end(Port *port, void (*end)(void *state), void *state)
{
    pthread_mutex_lock(&port->end_lock);
    port->end = end;
    port->end_state = state;
    pthread_mutex_unlock(&port->end_lock);
}

void port_run_begin(Port *port, uint32_t sequence, void (*stop)(void))
{
    pthread_mutex_lock(&port->lock);
    port->running = sequence;
    port->is_running = true;
    port->stop = stop;
    pthread_mutex_unlock(&port->lock);
    wake(port);
}

void port_run_end(Port *port)
{
    pthread_mutex_lock(&port->lock);
    port->is_running = false;
    port->stop = NULL;
    pthread_mutex_unlock(&port->lock);
}

bool port_stopped(Port *port)
{
    pthread_mutex_lock(&port->lock);
    bool stopped = port->stopped;
    pthread_mutex_unlock(&port->lock);
    return stopped;
}

void port_guard_memory(Port *port, uint64_t bytes)
{
    uint64_t limit = resident_bytes() + bytes;
    pthread_mutex_lock(&port->lock);
    port->memory_limit = limit;
    pthread_mutex_unlock(&port->lock);
    wake(port);
}

void port_guard_end(Port *port)
{
    pthread_mutex_lock(&port->lock);
    port->memory_limit = 0;
    pthread_mutex_unlock(&port->lock);
}
