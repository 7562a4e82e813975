/* Streams as queues of operations, and the scheduler that runs them. */
#include "sim/api/queue.h"

#include <stdlib.h>

#include "sim/api/graph_run.h"

enum { PENDING_MAX = 1024 }; /* as a device's queue is bounded: an endless enqueuer must pause */

void *op_new(size_t size, OpRun run)
{
    Op *op = calloc(1, size);
    if (op)
        op->run = run;
    return op;
}

Mark *mark_new(Stream *stream)
{
    Mark *mark = calloc(1, sizeof *mark);
    if (mark)
        *mark = (Mark){.holders = 1, .stream = stream};
    return mark;
}

Mark *mark_hold(Mark *mark)
{
    if (mark)
        mark->holders++;
    return mark;
}

void mark_release(Mark *mark)
{
    if (mark && --mark->holders == 0)
        free(mark);
}

static double later(double a, double b)
{
    return a > b ? a : b;
}

static bool stream_blocks(const Stream *stream)
{
    return stream->kind != STREAM_LEGACY && !(stream->flags & CU_STREAM_NON_BLOCKING);
}

/* The stream whose head must run before `op` may; NULL: none. */
static Stream *op_blocker(const Op *op)
{
    Stream *own = op->stream;
    if (op->wait && !op->wait->done)
        return op->wait->stream;
    if (own->kind == STREAM_LEGACY) {
        for (Stream *other = own->context->streams; other; other = other->next)
            if (stream_blocks(other) && other->head && other->head->sequence < op->sequence)
                return other;
    } else if (stream_blocks(own)) {
        Stream *legacy = own->context->legacy;
        if (legacy->head && legacy->head->sequence < op->sequence)
            return legacy;
    }
    return NULL;
}

/* Among what `stream` needs, an operation that can run now. Sequence numbers fall along the way, so
 * the way ends. */
static Op *op_runnable(Stream *stream)
{
    Op *op = stream->head;
    for (Stream *blocker = op_blocker(op); blocker; blocker = op_blocker(op))
        op = blocker->head;
    return op;
}

/* The legacy stream's clock and those of the blocking streams meet where they wait for each other.
 */
static double start_time(const Op *op)
{
    const Stream *own = op->stream;
    double time = later(own->time, op->enqueued);
    if (op->wait)
        time = later(time, op->wait->time);
    if (own->kind == STREAM_LEGACY) {
        for (const Stream *other = own->context->streams; other; other = other->next)
            if (stream_blocks(other))
                time = later(time, other->time);
    } else if (stream_blocks(own)) {
        time = later(time, own->context->legacy->time);
    }
    return time;
}

static void op_free(Op *op)
{
    if (op->drop)
        op->drop(op);
    mark_release(op->wait);
    mark_release(op->mark);
    if (op->graph)
        graph_run_release(op->graph);
    free(op);
}

static void op_finish(Op *op, double time)
{
    Stream *stream = op->stream;
    stream->head = op->next;
    if (!stream->head)
        stream->tail = NULL;
    stream->pending--;
    stream->time = later(stream->time, time);
    if (op->graph)
        graph_run_end(op, time);
    if (op->mark) {
        op->mark->done = true;
        op->mark->time = time;
    }
    op_free(op);
}

static void op_execute(Op *op)
{
    Context *context = op->stream->context;
    double start = op->graph ? graph_run_start(op, start_time(op)) : start_time(op), taken = 0;
    if (op->run && op->unlocked) {
        library()->running = true;
        library()->runner = pthread_self();
        taken = op->run(op);
        library()->running = false;
        pthread_cond_broadcast(&library()->idle);
    } else if (op->run) {
        taken = op->run(op);
    }
    op_finish(op, start + taken);
    if (context->fault != CUDA_SUCCESS)
        queue_drop_context(context);
}

void queue_wait_idle(void)
{
    while (library()->running)
        pthread_cond_wait(&library()->idle, &library()->lock);
}

/* Runs one step of what `stream` waits for. Another thread may be at it: then waits for that. */
static void stream_step(Stream *stream)
{
    if (library()->running)
        pthread_cond_wait(&library()->idle, &library()->lock);
    else
        op_execute(op_runnable(stream));
}

static void host_catch_up(double time)
{
    library()->host_time = later(library()->host_time, time);
}

static void stream_run_to(Stream *stream, uint64_t sequence)
{
    while (stream->head && stream->head->sequence <= sequence)
        stream_step(stream);
    host_catch_up(stream->time);
}

CUresult queue_run_stream(Stream *stream)
{
    Context *context = stream->context;
    stream_run_to(stream, library()->next_sequence);
    return context->fault;
}

/* A stream of the context with work up to `sequence`; NULL: none. Looked up anew after each step,
 * since other threads may destroy streams of theirs while the lock is free. */
static Stream *stream_pending(const Context *context, uint64_t sequence)
{
    for (Stream *stream = context->streams; stream; stream = stream->next)
        if (stream->head && stream->head->sequence <= sequence)
            return stream;
    return NULL;
}

CUresult queue_run_context(Context *context)
{
    uint64_t sequence = library()->next_sequence;
    Stream *stream;
    while ((stream = stream_pending(context, sequence)))
        stream_step(stream);
    for (stream = context->streams; stream; stream = stream->next)
        host_catch_up(stream->time);
    return context->fault;
}

CUresult queue_run_mark(Context *context, Mark *mark)
{
    mark_hold(mark);
    while (!mark->done && mark->stream->head)
        stream_step(mark->stream);
    host_catch_up(mark->time);
    mark_release(mark);
    return context->fault;
}

CUresult queue_poll_stream(Stream *stream)
{
    Context *context = stream->context;
    if (stream->head && !library()->running)
        stream_step(stream);
    if (context->fault != CUDA_SUCCESS)
        return context->fault;
    return stream->head ? CUDA_ERROR_NOT_READY : CUDA_SUCCESS;
}

CUresult queue_poll_mark(Context *context, Mark *mark)
{
    mark_hold(mark);
    if (!mark->done && mark->stream->head && !library()->running)
        stream_step(mark->stream);
    bool done = mark->done;
    mark_release(mark);
    if (context->fault != CUDA_SUCCESS)
        return context->fault;
    return done ? CUDA_SUCCESS : CUDA_ERROR_NOT_READY;
}

void queue_add(Stream *stream, Op *op)
{
    while (stream->pending >= PENDING_MAX)
        stream_step(stream);
    op->stream = stream;
    op->sequence = ++library()->next_sequence;
    op->enqueued = library()->host_time;
    if (stream->tail)
        stream->tail->next = op;
    else
        stream->head = op;
    stream->tail = op;
    stream->pending++;
}

void queue_drop_context(Context *context)
{
    for (Stream *stream = context->streams; stream; stream = stream->next)
        while (stream->head)
            op_finish(stream->head, stream->time);
}
