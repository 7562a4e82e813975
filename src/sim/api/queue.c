/* Streams as queues of operations, and the scheduler that runs them. */
#include "sim/api/queue.h"

#include <stdlib.h>
#include <time.h>

#include "sim/api/allocation.h"
#include "sim/api/beside.h"
#include "sim/api/event_slot.h"
#include "sim/api/graph_run.h"
#include "sim/api/host_past.h"
#include "sim/api/host_watch.h"

enum { PENDING_MAX = 1024 }; /* as a device's queue is bounded: an endless enqueuer must pause */

void *op_new(size_t size, OpRun run)
{
    Op *op = calloc(1, size);
    if (op) {
        op->run = run;
        op->kind = CULAB_SIM_SPAN_NONE;
    }
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

static _Thread_local uint64_t correlated;

void queue_correlate(uint64_t call)
{
    correlated = call;
}

static double later(double a, double b)
{
    return a > b ? a : b;
}

static uint64_t stream_handle(const Stream *stream)
{
    return stream->kind == STREAM_ORDINARY ? (uintptr_t)stream
           : stream->kind == STREAM_LEGACY ? 0
                                           : (uintptr_t)CU_STREAM_PER_THREAD;
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

/* When an operation may begin, and which of other streams' decided that. */
typedef struct Start {
    double time;
    uint64_t after[CULAB_SIM_SPAN_AFTER];
    unsigned count;
} Start;

static void start_after(Start *start, double time, uint64_t id)
{
    if (time < start->time || !id)
        return;
    if (time > start->time)
        start->count = 0;
    start->time = time;
    if (start->count < CULAB_SIM_SPAN_AFTER)
        start->after[start->count++] = id;
}

/* The legacy stream's clock and those of the blocking streams meet where they wait for each other.
 */
static Start start_of(const Op *op)
{
    const Stream *own = op->stream;
    Start start = {.time = later(own->time, op->enqueued)};
    if (op->wait)
        start_after(&start, op->wait->time, op->wait->id);
    if (op->waited)
        start_after(&start, library()->last_end, library()->last_op);
    if (own->kind == STREAM_LEGACY) {
        for (const Stream *other = own->context->streams; other; other = other->next)
            if (stream_blocks(other))
                start_after(&start, other->time, other->last);
    } else if (stream_blocks(own)) {
        start_after(&start, own->context->legacy->time, own->context->legacy->last);
    }
    return start;
}

/* The moment at which what the operation needs of the device is free. */
static double op_take_unit(const Op *op, double start, double taken)
{
    static const UnitKind kinds[] = {[CULAB_SIM_SPAN_TO_DEVICE] = UNIT_TO_DEVICE,
                                     [CULAB_SIM_SPAN_TO_HOST] = UNIT_TO_HOST,
                                     [CULAB_SIM_SPAN_KERNEL] = UNIT_KERNELS};
    bool shares = op->kind == CULAB_SIM_SPAN_TO_DEVICE || op->kind == CULAB_SIM_SPAN_TO_HOST ||
                  (op->kind == CULAB_SIM_SPAN_KERNEL && op->alone);
    return shares ? units_take(&library()->units, kinds[op->kind], start, taken) : start;
}

static void op_tell(const Op *op, const Start *start, double begin, double end)
{
    Library *lib = library();
    CulabSimSpan span = {
        .id = op->sequence,
        .call = op->call,
        .stream = stream_handle(op->stream),
        .kind = op->kind,
        .bytes = op->bytes,
        .name = op->name ? op->name : "",
        .begin_ns = begin,
        .end_ns = end,
    };
    if (!lib->span || op->kind == CULAB_SIM_SPAN_NONE)
        return;
    for (unsigned i = 0; i < start->count; i++)
        span.after[i] = start->after[i];
    if (op->kind == CULAB_SIM_SPAN_WAIT)
        span.begin_ns = later(op->stream->time, op->enqueued);
    lib->span(lib->span_state, &span);
}

static void op_free(Op *op)
{
    if (op->drop)
        op->drop(op);
    host_watch_drop(op);
    host_past_drop(op);
    beside_drop(op);
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
    library()->last_end = time;
    library()->last_op = op->sequence;
    stream->last = op->sequence;
    if (op->graph)
        graph_run_end(op, time);
    if (op->mark) {
        op->mark->done = true;
        op->mark->time = time;
        event_slot_reached(op->mark);
    }
    op_free(op);
}

static void op_execute(Op *op)
{
    Context *context = op->stream->context;
    Start start = start_of(op);
    double taken = 0, begin = op->graph ? graph_run_start(op, start.time) : start.time;
    if (op->run)
        beside_begin(op);
    if (op->run && library()->watches)
        host_watch_begin(op);
    if (op->run && op->unlocked) {
        library()->running = true;
        library()->in_host_function = op->kind == CULAB_SIM_SPAN_HOST;
        library()->runner = pthread_self();
        taken = op->run(op);
        library()->running = library()->in_host_function = false;
        pthread_cond_broadcast(&library()->idle);
    } else if (op->run) {
        taken = op->run(op);
    }
    library()->stuck_since = 0;
    if (op->run)
        beside_end();
    if (op->run && library()->watches)
        host_watch_end(op);
    if (taken >= 0) {
        begin = op_take_unit(op, begin, taken);
        op_tell(op, &start, begin, begin + taken);
        op_finish(op, begin + taken);
    }
    if (context->fault != CUDA_SUCCESS)
        queue_drop_context(context);
}

void queue_wait_idle(void)
{
    while (library()->running && !library()->in_host_function)
        pthread_cond_wait(&library()->idle, &library()->lock);
}

void queue_wait_done(void)
{
    while (library()->running)
        pthread_cond_wait(&library()->idle, &library()->lock);
}

static bool op_ready(Op *op)
{
    bool ready = !op->ready || op->ready(op);
    op->waited = op->waited || !ready;
    return ready;
}

/* Of all that could run, what was asked for first; NULL: nothing. */
static Op *oldest_ready(void)
{
    Op *oldest = NULL;
    for (Context *context = library()->contexts; context; context = context->next)
        for (Stream *stream = context->streams; stream; stream = stream->next) {
            Op *op = stream->head ? op_runnable(stream) : NULL;
            if (op && (!oldest || op->sequence < oldest->sequence) && op_ready(op))
                oldest = op;
        }
    return oldest;
}

/* The next operation to run so that the stream gets on. NULL: it waits for the host. */
static Op *op_next(Stream *stream)
{
    Op *op = op_runnable(stream);
    return op_ready(op) ? op : oldest_ready();
}

static double real_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Lets other threads of the host write what the stream waits for, with a limit to its patience. */
static void host_await(Stream *stream)
{
    static const struct timespec nap = {0, 200000};
    Library *lib = library();
    double now = real_seconds();
    if (lib->stuck_since == 0)
        lib->stuck_since = now;
    if (now - lib->stuck_since >= lib->patience) {
        lib->stuck_since = 0;
        Op *op = op_runnable(stream);
        op->stuck(op);
        return;
    }
    pthread_mutex_unlock(&lib->lock);
    nanosleep(&nap, NULL);
    pthread_mutex_lock(&lib->lock);
}

/* Runs one step of what `stream` waits for. Another thread may be at it: then waits for that. */
static void stream_step(Stream *stream)
{
    Op *op;
    if (library()->running)
        pthread_cond_wait(&library()->idle, &library()->lock);
    else if ((op = op_next(stream)))
        op_execute(op);
    else
        host_await(stream);
}

/* The thread that runs operations by itself takes this one: whoever only asks whether it is done
 * goes on, and may do what it waits for. */
static void stream_urge(const Stream *stream)
{
    static const struct timespec nap = {0, 50000};
    Library *lib = library();
    lib->urged = stream;
    pthread_cond_signal(&lib->work);
    pthread_mutex_unlock(&lib->lock);
    nanosleep(&nap, NULL);
    pthread_mutex_lock(&lib->lock);
}

/* The same without waiting for the host or another thread. */
static void stream_step_now(Stream *stream)
{
    Op *op = stream->head && !library()->running ? op_next(stream) : NULL;
    if (op && op->unlocked && library()->forward)
        stream_urge(stream);
    else if (op)
        op_execute(op);
}

bool queue_run_urged(void)
{
    const Stream *urged = library()->urged;
    library()->urged = NULL;
    for (Context *context = library()->contexts; urged && context; context = context->next)
        for (Stream *stream = context->streams; stream; stream = stream->next) {
            Op *op = stream == urged && stream->head ? op_next(stream) : NULL;
            if (op)
                op_execute(op);
            if (stream == urged)
                return op != NULL;
        }
    return false;
}

bool queue_run_any(void)
{
    Op *op = library()->running ? NULL : oldest_ready();
    if (op)
        op_execute(op);
    return op != NULL;
}

static void host_catch_up(double time)
{
    pools_settle();
    library()->host_time = later(library()->host_time, time);
}

static void stream_run_to(Stream *stream, uint64_t sequence)
{
    library()->waiting++;
    while (stream->head && stream->head->sequence <= sequence)
        stream_step(stream);
    library()->waiting--;
    host_catch_up(stream->time);
}

CUresult queue_run_stream(Stream *stream)
{
    Context *context = stream->context;
    stream_run_to(stream, library()->next_sequence);
    return context->fault;
}

/* Of the streams with work up to `sequence` the one whose work was asked for first, since engines
 * take it in that order; NULL: none. Looked up anew after each step, since other threads may
 * destroy streams of theirs while the lock is free. */
static Stream *stream_pending(const Context *context, uint64_t sequence)
{
    Stream *first = NULL;
    for (Stream *stream = context->streams; stream; stream = stream->next)
        if (stream->head && stream->head->sequence <= sequence &&
            (!first || stream->head->sequence < first->head->sequence))
            first = stream;
    return first;
}

CUresult queue_run_context(Context *context)
{
    uint64_t sequence = library()->next_sequence;
    Stream *stream;
    library()->waiting++;
    while ((stream = stream_pending(context, sequence)))
        stream_step(stream);
    library()->waiting--;
    for (stream = context->streams; stream; stream = stream->next)
        host_catch_up(stream->time);
    return context->fault;
}

CUresult queue_run_mark(Context *context, Mark *mark)
{
    mark_hold(mark);
    library()->waiting++;
    while (!mark->done && mark->stream->head)
        stream_step(mark->stream);
    library()->waiting--;
    host_catch_up(mark->time);
    mark_release(mark);
    return context->fault;
}

CUresult queue_poll_stream(Stream *stream)
{
    Context *context = stream->context;
    stream_step_now(stream);
    if (context->fault != CUDA_SUCCESS)
        return context->fault;
    return stream->head ? CUDA_ERROR_NOT_READY : CUDA_SUCCESS;
}

CUresult queue_poll_mark(Context *context, Mark *mark)
{
    mark_hold(mark);
    if (!mark->done)
        stream_step_now(mark->stream);
    bool done = mark->done;
    mark_release(mark);
    if (context->fault != CUDA_SUCCESS)
        return context->fault;
    return done ? CUDA_SUCCESS : CUDA_ERROR_NOT_READY;
}

/* What waits for the host is no reason to keep the host waiting. */
static bool must_pause(Stream *stream)
{
    return stream->pending >= PENDING_MAX && !stream->inserting &&
           (library()->running || op_next(stream));
}

void queue_add(Stream *stream, Op *op)
{
    while (must_pause(stream))
        stream_step(stream);
    op->stream = stream;
    op->sequence = stream->inserting ? stream->head->sequence : ++library()->next_sequence;
    op->enqueued = library()->host_time;
    op->call = correlated;
    if (op->mark)
        op->mark->id = op->sequence;
    if (stream->tail)
        stream->tail->next = op;
    else
        stream->head = op;
    stream->tail = op;
    stream->pending++;
    library()->stuck_since = 0;
    if (library()->forward_asleep)
        pthread_cond_signal(&library()->work);
}

void queue_insert_begin(Stream *stream, Op *after)
{
    stream->after = after->next;
    stream->after_tail = stream->tail;
    after->next = NULL;
    stream->tail = after;
    stream->inserting = true;
}

void queue_insert_end(Stream *stream)
{
    stream->inserting = false;
    stream->tail->next = stream->after;
    if (stream->after)
        stream->tail = stream->after_tail;
}

static void streams_drop(Stream *first)
{
    for (Stream *stream = first; stream; stream = stream->next)
        while (stream->head)
            op_finish(stream->head, stream->time);
}

void queue_drop_context(Context *context)
{
    streams_drop(context->streams);
    streams_drop(context->foreign);
}
