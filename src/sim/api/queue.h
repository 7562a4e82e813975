/* Streams as queues of operations, and the scheduler that runs them.
 *
 * A call only enqueues. Operations run when somebody waits for them: then those that are waited for
 * and those that these depend on, in the order of the dependencies, and no others. So a program
 * that forgets to wait sees what it must not rely on, the same each time. When what is waited for
 * waits itself for a value in memory, others run that could write it, the oldest first; if there is
 * none, another thread of the host may write it, and a stream for which nobody does within some
 * seconds ends in a fault. Every stream has its own simulated clock. All functions are called with
 * the lock held; queue_run_* release it while a kernel or a host function runs. */
#ifndef CULAB_SIM_API_QUEUE_H
#define CULAB_SIM_API_QUEUE_H

#include "sim/api/hints.h"
#include "sim/api/state.h"

typedef enum StreamKind {
    STREAM_ORDINARY,
    STREAM_LEGACY,     /* waits for all blocking streams of its context, and they for it */
    STREAM_PER_THREAD, /* one for each thread, blocking */
} StreamKind;

typedef struct Op Op;

/* A place in a stream that others can wait for. Held by the event, the record and the waits. */
typedef struct Mark {
    unsigned holders;
    bool done;
    double time; /* simulated nanoseconds at which it was reached */
    uint64_t id; /* of the operation that reaches it */
    Stream *stream;
    EventSlot *slot; /* where other processes are told; or NULL */
    uint64_t number; /* of the record, there */
} Mark;

struct CUstream_st {
    Context *context;
    StreamKind kind;
    uint64_t thread; /* of a per-thread stream */
    uint64_t id;
    unsigned flags;
    int priority;
    Hints hints; /* its other attributes */
    Op *head, *tail;
    size_t pending;
    Op *after, *after_tail; /* while operations are inserted: what comes after them */
    bool inserting;
    double time;          /* at which its last operation ended */
    uint64_t last;        /* that operation's sequence number; 0: none yet */
    CUgreenCtx green;     /* that it was made in; NULL */
    bool detached;        /* that one is gone, and the stream of no use */
    Capture *capture;     /* that it takes part in; NULL */
    Node **capture_nodes; /* what the next captured node depends on */
    CUgraphEdgeData *capture_edges;
    size_t capture_count;
    Stream *next;
};

/* Whether it waits for the legacy stream, and that for it. */
static inline bool stream_blocks(const Stream *stream)
{
    return stream->kind != STREAM_LEGACY && !(stream->flags & CU_STREAM_NON_BLOCKING);
}

struct CUevent_st {
    Context *context;
    unsigned flags;
    Mark *mark;       /* of the last record; NULL: never recorded */
    EventSlot *slot;  /* shared with other processes; NULL: it is not */
    uint64_t known;   /* the slot's record that `mark` stands for */
    bool opened;      /* it is another process's */
    uint64_t capture; /* id of the capture that it was recorded in last; 0: of none */
    Node **capture_nodes;
    size_t capture_count;
    Event *next;
};

/* Does the work; returns the simulated nanoseconds it takes. A negative time: it isn't done yet and
 * must become ready first. */
typedef double (*OpRun)(Op *op);
/* Whether the operation may run: one can wait for what is in memory. */
typedef bool (*OpReady)(const Op *op);

struct Op {
    OpRun run;
    OpReady ready;         /* NULL: always */
    bool waited;           /* it was found not ready once */
    void (*stuck)(Op *op); /* nothing made it ready for as long as a stream has patience */
    void (*drop)(Op *op);  /* frees what the operation owns; may be NULL */
    Stream *stream;
    uint64_t sequence;
    double enqueued; /* host's simulated time */
    uint64_t call;   /* of the client's that asked for it: queue_correlate() */
    int kind;        /* CULAB_SIM_SPAN_... */
    bool alone;      /* a kernel that leaves no room for another beside it */
    uint64_t bytes;
    const char *name;          /* of a kernel; it lives as long as the operation; or NULL */
    Mark *wait;                /* not before this is done; or NULL */
    Mark *mark;                /* done when this operation is; or NULL */
    bool unlocked;             /* runs with the lock released */
    bool allocates, frees;     /* memory */
    bool quiet;                /* writes nothing that the host sees without a copy */
    struct HostWatch *watches; /* see host_watch.h */
    struct HostPast *past;     /* of a host function: see host_past.h */
    uint32_t past_count;
    struct Beside *beside; /* see beside.h; or NULL */
    GraphRun *graph;       /* the launch of a graph that it belongs to; or NULL */
    size_t graph_index;
    Op *next;
};

/* A zeroed operation of `size` bytes, an Op first. NULL: no memory. */
void *op_new(size_t size, OpRun run);
/* Operations enqueued by this thread from now on belong to this call. */
void queue_correlate(uint64_t call);
/* Takes `op`. May run earlier operations when very many are pending. */
void queue_add(Stream *stream, Op *op);
/* Between these two, what is added to the stream, of which an operation runs, comes right after
 * this one. */
void queue_insert_begin(Stream *stream, Op *after);
void queue_insert_end(Stream *stream);
/* Runs what is pending up to now in the stream, the context, or before the mark. Returns the
 * context's fault. */
CUresult queue_run_stream(Stream *stream);
CUresult queue_run_context(Context *context);
CUresult queue_run_mark(Context *context, Mark *mark);
/* Runs one operation if there is one to run; then NOT_READY while some are left. */
CUresult queue_poll_stream(Stream *stream);
CUresult queue_poll_mark(Context *context, Mark *mark);
/* Runs the oldest of all operations that can run. False: none can. */
bool queue_run_any(void);
/* Runs one for the stream that somebody asked after. */
bool queue_run_urged(void);
/* Waits until no thread runs a kernel. A host function may go on, which uses nothing that a call
 * can take away: it may be waiting for something that this thread holds, as Python's callbacks do
 * for the interpreter's lock. */
void queue_wait_idle(void);
/* Waits until no thread runs an operation with the lock released. */
void queue_wait_done(void);
/* Forgets all operations of the context, which met a fault or is destroyed. */
void queue_drop_context(Context *context);

/* -- queue_order.c */
/* Of two operations of which neither has run: whether `op` can only run when `first` has. True also
 * where a value in memory may make that so. */
bool queue_is_behind(const Op *op, const Op *first);

Mark *mark_new(Stream *stream); /* held once; NULL: no memory */
Mark *mark_hold(Mark *mark);
void mark_release(Mark *mark); /* NULL is fine */

#endif
