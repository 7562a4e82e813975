/* Races between streams: two operations touch the same bytes, one of them writes, and neither a
 * stream's order nor an event nor a wait of the host puts one before the other.
 *
 * Each stream has a clock: for every stream the number of its operations that have surely ended. A
 * simulator tells what kernels touch; of copies and fills the arguments tell it. Where the order
 * comes by means that are not followed here (captured graphs, values in memory, threads of the
 * host), nothing is told. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "host/box.h"
#include "host/decode.h"
#include "host/operation.h"
#include "host/track.h"

enum { STREAMS_MAX = 64, EARLIER_MAX = 1024, ROWS_MAX = 1024 };

typedef struct Clock {
    uint32_t done[STREAMS_MAX];
} Clock;

typedef struct RaceStream {
    uint64_t handle;
    bool blocking;
    uint32_t count; /* operations so far */
    Clock clock;
} RaceStream;

typedef struct RaceEvent {
    uint64_t handle;
    Clock clock;
} RaceEvent;

typedef struct RaceOp {
    const LoggedCall *call;
    uint32_t stream, number;
    size_t first, count; /* among the touches */
} RaceOp;

struct Races {
    Track *track;
    VEC(RaceStream) streams; /* [0]: the default stream */
    VEC(RaceEvent) events;
    VEC(RaceOp) ops;
    VEC(LogTouch) touches;
    Clock host;
    bool silent;
};

static void clock_join(Clock *clock, const Clock *other)
{
    for (int i = 0; i < STREAMS_MAX; i++)
        if (other->done[i] > clock->done[i])
            clock->done[i] = other->done[i];
}

/* What makes an order that is not followed. */
static bool is_untold(const LoggedCall *call, uint32_t thread)
{
    static const char *const starts[] = {"cuStreamBeginCapture", "cuStreamWaitValue",
                                         "cuStreamBatchMemOp", "cuLaunchHostFunc",
                                         "cuStreamAddCallback"};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (strncmp(call->function.symbol, starts[i], strlen(starts[i])) == 0)
            return true;
    return call->log.thread != thread && operation_find(call->function.symbol);
}

Races *races_new(Track *track)
{
    const HostLog *log = track->input->log;
    Races *races = memory_alloc(sizeof *races);
    *races = (Races){.track = track};
    vec_push(&races->streams, (RaceStream){.blocking = true});
    for (size_t i = 0; i < log->calls.size; i++)
        races->silent |= is_untold(&log->calls.data[i], log->calls.data[0].log.thread);
    return races;
}

void races_free(Races *races)
{
    vec_free(&races->streams);
    vec_free(&races->events);
    vec_free(&races->ops);
    vec_free(&races->touches);
    free(races);
}

static uint32_t stream_of(Races *races, uint64_t handle)
{
    uint64_t known = handle == (uintptr_t)CU_STREAM_LEGACY ? 0 : handle;
    for (size_t i = races->streams.size; i > 0; i--)
        if (races->streams.data[i - 1].handle == known)
            return (uint32_t)(i - 1);
    if (races->streams.size == STREAMS_MAX) {
        races->silent = true;
        return 0;
    }
    vec_push(&races->streams, (RaceStream){.handle = known, .blocking = true});
    return (uint32_t)(races->streams.size - 1);
}

static void take_stream(Races *races, const LoggedCall *call)
{
    int at = call_argument(call, "phStream"), flags = call_argument(call, "Flags");
    if (at < 0 || !(call->log.has_out >> at & 1))
        return;
    if (races->streams.size == STREAMS_MAX) {
        races->silent = true;
        return;
    }
    bool blocking = flags < 0 || !(call->log.words[flags] & CU_STREAM_NON_BLOCKING);
    vec_push(&races->streams, (RaceStream){.handle = call->log.outs[at], .blocking = blocking});
}

/* The stream as it stands before something is put into it: behind what the host has waited for, and
 * the default stream and those that block it behind each other. */
static RaceStream *stream_ready(Races *races, uint64_t handle)
{
    uint32_t index = stream_of(races, handle);
    RaceStream *own = &races->streams.data[index];
    clock_join(&own->clock, &races->host);
    for (size_t i = 1; i < races->streams.size && index == 0; i++)
        if (races->streams.data[i].blocking)
            clock_join(&own->clock, &races->streams.data[i].clock);
    if (index != 0 && own->blocking)
        clock_join(&own->clock, &races->streams.data[0].clock);
    return own;
}

static RaceEvent *event_of(Races *races, uint64_t handle)
{
    for (size_t i = 0; i < races->events.size; i++)
        if (races->events.data[i].handle == handle)
            return &races->events.data[i];
    vec_push(&races->events, (RaceEvent){.handle = handle});
    return &vec_last(&races->events);
}

static void add_touch(Races *races, TouchedKind kind, uint64_t address, uint64_t size)
{
    LogTouch touch = {.kind = kind, .address = address, .size = size};
    if (address && size && address + size > address)
        vec_push(&races->touches, touch);
}

/* Those of the log lie in order of their calls, kinds and addresses. */
static void add_kernel(Races *races, uint32_t number)
{
    const HostLog *log = races->track->input->log;
    size_t low = 0, high = log->touches.size;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (log->touches.data[middle].call < number)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < log->touches.size && log->touches.data[low].call == number; low++)
        add_touch(races, (TouchedKind)log->touches.data[low].kind, log->touches.data[low].address,
                  log->touches.data[low].size);
}

static bool conflict(const LogTouch *a, const LogTouch *b)
{
    bool kinds = a->kind == b->kind ? a->kind == TOUCHED_WRITE : true;
    return kinds && a->address < b->address + b->size && b->address < a->address + a->size;
}

/* The touches of a kind, from `from` on. */
static const LogTouch *next_of_kind(const Races *races, const RaceOp *op, size_t from,
                                    uint32_t kind, size_t *at)
{
    for (*at = from; *at < op->first + op->count; ++*at)
        if (races->touches.data[*at].kind == kind)
            return &races->touches.data[*at];
    return NULL;
}

/* Both lists are in order: the one that ends first goes on. */
static bool kinds_meet(const Races *races, const RaceOp *a, uint32_t kind_a, const RaceOp *b,
                       uint32_t kind_b)
{
    size_t i, j;
    const LogTouch *left = next_of_kind(races, a, a->first, kind_a, &i);
    const LogTouch *right = next_of_kind(races, b, b->first, kind_b, &j);
    while (left && right) {
        if (conflict(left, right))
            return true;
        if (left->address + left->size <= right->address + right->size)
            left = next_of_kind(races, a, i + 1, kind_a, &i);
        else
            right = next_of_kind(races, b, j + 1, kind_b, &j);
    }
    return false;
}

/* Memory in the order of a stream. */
static bool is_taking(const LoggedCall *call)
{
    return call_is(call, "cuMemAllocAsync") || call_is(call, "cuMemAllocFromPoolAsync");
}

static const char *what_of(const RaceOp *op)
{
    const Operation *row = operation_find(op->call->function.symbol);
    if (!row)
        return is_taking(op->call) ? "allocation" : "cuMemFreeAsync";
    static const char *const whats[] = {[OPERATION_TO_DEVICE] = "copy to the device",
                                        [OPERATION_TO_HOST] = "copy to the host",
                                        [OPERATION_ON_DEVICE] = "copy",
                                        [OPERATION_FILL] = "fill",
                                        [OPERATION_KERNEL] = "kernel",
                                        [OPERATION_COPY] = "copy"};
    return whats[row->kind];
}

static void tell(Races *races, const RaceOp *before, const RaceOp *op, uint32_t kind_before,
                 uint32_t kind)
{
    static const char *const does[] = {"reads", "writes", "changes"};
    char room[24];
    rule_tell(races->track->input, races->track->out, "stream-race", op->call->line,
              before->call->line,
              "the %s %s memory that a %s in another stream%s %s, and nothing orders the two: "
              "record an event behind the one that must come first, and let the other's stream "
              "wait for it (cuStreamWaitEvent)",
              what_of(op), does[kind], what_of(before), line_text(before->call->line, room),
              does[kind_before]);
}

static void compare(Races *races, const RaceOp *before, const RaceOp *op)
{
    for (uint32_t a = 0; a < TOUCHED_KINDS; a++)
        for (uint32_t b = 0; b < TOUCHED_KINDS; b++)
            if ((a != b || a == TOUCHED_WRITE) && kinds_meet(races, before, a, op, b)) {
                tell(races, before, op, a, b);
                return;
            }
}

static void check(Races *races, const RaceOp *op)
{
    const Clock *clock = &races->streams.data[op->stream].clock;
    size_t first = races->ops.size > EARLIER_MAX ? races->ops.size - EARLIER_MAX : 0;
    for (size_t i = first; i < races->ops.size; i++) {
        const RaceOp *before = &races->ops.data[i];
        if (call_is(before->call, "cuMemFreeAsync"))
            continue; /* told as a use after it */
        if (before->stream != op->stream && before->number > clock->done[before->stream])
            compare(races, before, op);
    }
}

/* Row by row; of very many the first ones. */
static void add_rows(Races *races, TouchedKind kind, const CopyBox *box, const BoxEnd *end)
{
    size_t count = 0;
    for (uint64_t z = 0; end->address && z < box->depth; z++)
        for (uint64_t y = 0; y < box->height && count < ROWS_MAX; y++, count++)
            add_touch(races, kind, end->address + z * end->slice + y * end->pitch, box->width);
}

static RaceOp op_begin(Races *races, const LoggedCall *call, uint64_t handle)
{
    RaceStream *stream = stream_ready(races, handle);
    return (RaceOp){.call = call,
                    .stream = (uint32_t)(stream - races->streams.data),
                    .number = ++stream->count,
                    .first = races->touches.size};
}

static void op_end(Races *races, RaceOp *op)
{
    op->count = races->touches.size - op->first;
    check(races, op);
    races->streams.data[op->stream].clock.done[op->stream] = op->number;
    vec_push(&races->ops, *op);
}

/* What is handed out again was waited for by whoever hands it out. */
static void forget_memory(Races *races, uint64_t address, uint64_t size)
{
    for (size_t i = 0; i < races->touches.size; i++) {
        LogTouch *touch = &races->touches.data[i];
        if (touch->address >= address && touch->address - address < size)
            touch->size = 0;
    }
}

/* An allocation and a free in stream order use all of the memory. */
static void take_memory(Races *races, const LoggedCall *call)
{
    int stream = call_argument(call, "hStream"), size = call_argument(call, "bytesize");
    if (stream < 0 || (is_taking(call) && (size < 0 || !(call->log.has_out & 1))))
        return;
    uint64_t address = is_taking(call) ? call->log.outs[0] : call->log.words[0];
    const Held *held = track_memory(races->track, address);
    uint64_t bytes = is_taking(call) ? call->log.words[size] : held ? held->size : 0;
    if (is_taking(call))
        forget_memory(races, address, bytes);
    RaceOp op = op_begin(races, call, call->log.words[stream]);
    add_touch(races, TOUCHED_WRITE, address, bytes);
    op_end(races, &op);
}

static void add_op(Races *races, const LoggedCall *call, const Operation *row)
{
    CopyBox box;
    RaceOp op = op_begin(races, call, row->stream < 0 ? 0 : call->log.words[row->stream]);
    if (row->kind == OPERATION_KERNEL)
        add_kernel(races, call->log.number);
    if (row->from >= 0 && row->bytes >= 0)
        add_touch(races, TOUCHED_READ, call->log.words[row->from], call_bytes(call));
    if (row->to >= 0 && row->bytes >= 0)
        add_touch(races, TOUCHED_WRITE, call->log.words[row->to], call_bytes(call));
    if (copy_box(call, &box)) {
        add_rows(races, TOUCHED_READ, &box, &box.from);
        add_rows(races, TOUCHED_WRITE, &box, &box.to);
    }
    op_end(races, &op);
}

/* Memory of the program's own; address 0 is an array's. */
static bool is_pageable(Races *races, uint64_t address)
{
    const Held *held = address ? track_memory(races->track, address) : NULL;
    return address && (!held || !held->live);
}

/* The host waits in copies without a stream, and in those with pageable memory. */
static bool host_waits(Races *races, const LoggedCall *call, const Operation *row)
{
    bool to_host = row->kind == OPERATION_TO_HOST;
    CopyBox box;
    if (row->stream < 0)
        return row->kind == OPERATION_TO_DEVICE || to_host || row->kind == OPERATION_COPY;
    if (copy_box(call, &box))
        return is_pageable(races, box.to.address) || is_pageable(races, box.from.address);
    if (row->kind == OPERATION_COPY)
        return row->to < 0 || is_pageable(races, call->log.words[row->to]) ||
               is_pageable(races, call->log.words[row->from]);
    if (row->kind != OPERATION_TO_DEVICE && !to_host)
        return false;
    return is_pageable(races, call->log.words[to_host ? row->to : row->from]);
}

static void take_operation(Races *races, const LoggedCall *call, const Operation *row)
{
    if (row->kind == OPERATION_RECORD) {
        Clock clock = stream_ready(races, call->log.words[row->stream])->clock;
        event_of(races, call->log.words[0])->clock = clock;
    } else if (row->kind == OPERATION_WAIT) {
        Clock clock = event_of(races, call->log.words[1])->clock;
        clock_join(&stream_ready(races, call->log.words[row->stream])->clock, &clock);
    } else {
        add_op(races, call, row);
        if (host_waits(races, call, row))
            clock_join(&races->host, &races->streams.data[vec_last(&races->ops).stream].clock);
    }
}

static void host_waits_for_all(Races *races)
{
    for (size_t i = 0; i < races->streams.size; i++)
        races->host.done[i] = races->streams.data[i].count;
}

void races_call(Races *races, const LoggedCall *call)
{
    const char *symbol = call->function.symbol;
    const Operation *row = operation_find(symbol);
    if (races->silent || call->log.result != CUDA_SUCCESS || !call->log.ended)
        return;
    if (row)
        take_operation(races, call, row);
    else if (is_taking(call) || call_is(call, "cuMemFreeAsync"))
        take_memory(races, call);
    else if (strncmp(symbol, "cuStreamCreate", 14) == 0)
        take_stream(races, call);
    else if (strcmp(symbol, "cuStreamSynchronize") == 0 || strcmp(symbol, "cuStreamQuery") == 0)
        clock_join(&races->host, &stream_ready(races, call->log.words[0])->clock);
    else if (strcmp(symbol, "cuEventSynchronize") == 0 || strcmp(symbol, "cuEventQuery") == 0)
        clock_join(&races->host, &event_of(races, call->log.words[0])->clock);
    else if (operation_waits(symbol) || strcmp(symbol, "cuMemFree_v2") == 0)
        host_waits_for_all(races);
}
