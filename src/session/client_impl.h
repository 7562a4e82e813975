/* The client's inside, shared by its files: requests, workers, events. */
#ifndef CULAB_SESSION_CLIENT_IMPL_H
#define CULAB_SESSION_CLIENT_IMPL_H

#include "session/client.h"
#include "session/link.h"

typedef enum RequestKind { REQUEST_COMPILE, REQUEST_RUN, REQUEST_ASK } RequestKind;

typedef struct Request {
    RequestKind kind;
    uint32_t number;
    bool internal;  /* a source compiled again on another worker: not answered */
    bool cancelled; /* its answer is dropped */
    bool stop;      /* STOP was sent, or is to be sent */
    bool overtime;  /* ... because the time was up */
    bool again;     /* sent a second time: the first worker died before it answered anything */
    char *file;     /* compile */
    StrBuf payload; /* encoded message */
    const PreparedCase *prepared;
    RunOptions options; /* run */
    bool beside;        /* compile and run: it was sent to the simulator, too */
    size_t feed_argument;
    uint64_t feed_offset;  /* where the next INPUT starts */
    BufferResult *buffers; /* run: what came back, one for each buffer argument */
    size_t buffer_count;
    uint64_t *received; /* bytes of each */
    uint64_t prints, lost;
    uint32_t asked_run; /* ask */
    bool recompiled;    /* run: the source was compiled again for it */
} Request;

struct Client {
    char *command, *device, *profile;
    bool want_spare, alone;
    struct Beside *beside;                         /* of a GPU; NULL: none */
    int64_t start_ns, compile_ns, run_ns, stop_ns; /* limits */
    Link active, spare;
    Link retired; /* spent: killed when nobody waits any more, since the driver is busy with that */
    int64_t retire_ns;   /* ... and when that is */
    int64_t spare_ns;    /* no spare is started before */
    uint32_t generation; /* counts the workers that were active */
    uint32_t proven;     /* the last generation that answered a request */
    HelloMessage hello, spare_hello;
    bool has_hello, spare_has_hello;
    bool spent;           /* the active worker's device context is gone */
    bool hangs;           /* ... and its kernel may still run */
    int failures;         /* workers lost since the last answer */
    int64_t retry_ns;     /* when gone: not tried again before */
    char *gone;           /* why no worker can be had; NULL: fine */
    VEC(pid_t) dying;     /* killed, not reaped yet */
    Ceilings ceilings;    /* of the device, once something was timed */
    bool has_folders;     /* workers may leave folders of host programs */
    VEC(Request *) queue; /* [0] is at the worker when `sent` */
    bool sent;
    bool paused;        /* after a run that may be the last one wanted: its answer is taken first */
    uint32_t wants;     /* CODE_... of compiles */
    uint32_t numbers;   /* the last one given */
    char *source_file;  /* what was compiled last ... */
    StrBuf source;      /* ... as a COMPILE payload */
    uint32_t source_on; /* generation that has it; 0: none */
    bool refused;       /* it does not compile */
    StrBuf image;       /* of it, when it did; empty: none */
    VEC(uint32_t) runs; /* requests that ran since that compile, on that generation */
    VEC(ClientEvent) events;
    size_t next_event;
};

/* client_request.c: what is sent, and what is answered without a worker. */
Request *request_compile(uint32_t number, const char *file, View source, const char *host_file,
                         View host, uint32_t wants);
Request *request_run(uint32_t number, const PreparedCase *prepared, const RunOptions *options);
Request *request_ask(uint32_t number, uint32_t run, uint32_t argument, uint64_t offset);
/* The same source for another worker, which need not compile it when there is an image of it. */
Request *request_compile_again(uint32_t number, const char *file, View compile, View image);
void request_free(Request *request);
/* Forgets what a worker was sent and what it answered. */
void request_rewind(Request *request);
/* Queues as many INPUT frames as is good for now, and LAUNCH behind the last; true when the LAUNCH
 * is out. */
bool request_feed(Request *request, Link *link);
/* The answer when no worker gave one. */
void request_answer_trouble(const Request *request, const char *text, ClientEvent *out);
/* The answer to a request whose time or memory was up: the learner's program did that. */
void request_answer_limit(const Request *request, const char *text, ClientEvent *out);

/* client_answer.c: one frame of the worker. False: it lies, `error` says how. Events are queued. */
bool client_answer(Client *client, const FrameHeader *header, View payload, Error *error);

/* client_worker.c: starting, losing and replacing workers. */
bool client_need_worker(Client *client); /* starts one, or brings in the spare; false: none */
void client_keep_spare(Client *client);
/* The worker died or lied: `text` completes "the worker ...". */
void client_lose(Client *client, const char *text);
/* The worker died: its exit status tells whether the compiler took too much memory. */
void client_lose_ended(Client *client);
void client_replace(Client *client); /* kills the active worker, quietly */
void client_retire(Client *client);  /* the same a while later; it is not used any more */
int64_t client_worker_deadline(const Client *client); /* when a worker is to be started or killed */
void client_lose_spare(Client *client);
void client_lose_retired(Client *client);
void client_check_clock(Client *client);
void client_reap(Client *client);

/* client.c */
void client_add_event(Client *client, ClientEvent event);

/* client_queue.c */
Request *client_current(const Client *client); /* at the worker; NULL: none */
void client_take_front(Client *client);        /* out of the queue; it is not freed */
void client_finish(Client *client);            /* the current request is answered */
void client_send_stop(Client *client, Request *request);
void client_stop_run(Client *client, uint32_t run); /* if it is not answered yet */

/* client_send.c */
void client_dispatch(Client *client); /* sends what can be sent */

#endif
