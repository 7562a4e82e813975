/* The worker's client: starts workers, keeps a warm spare, sends requests, watches the clock.
 *
 * Everything returns at once. The poll loop asks for descriptors and a deadline and calls
 * client_step(); what happened is then taken from a queue with client_next(). A worker is never
 * trusted: one that dies, hangs, breaks the protocol or is of another version is killed, the
 * request it was at is answered with the trouble in words, a CLIENT_LOST event says what happened,
 * and the spare takes its place. The source compiled last is compiled again there when a run needs
 * it. On a GPU all runs go to the simulator as well (session/beside.h). */
#ifndef CULAB_SESSION_CLIENT_H
#define CULAB_SESSION_CLIENT_H

#include <poll.h>

#include "check/check.h"
#include "wire/message.h"

typedef struct Client Client;

enum { CLIENT_FDS = 8 }; /* at most, that client_poll_fds() fills */

typedef struct ClientOptions {
    const char *worker_command; /* for sh -c, as in --worker; NULL: culab-worker beside this
                                   program */
    const char *device;         /* "sim", "gpu", "gpu:1"; NULL: the first that is there */
    const char *profile;        /* simulated device; NULL: the default */
    bool no_spare;              /* for a single run from the command line */
    bool alone;                 /* with a GPU: no simulator beside it */
    int start_limit_ms;         /* until the worker's hello; 0: 30000 */
    int compile_limit_ms;       /* 0: 10000 */
    int run_limit_ms;           /* then STOP; 0: 20000 */
    int stop_limit_ms;          /* from STOP to the answer, then SIGKILL; 0: 2000 */
} ClientOptions;

/* All of what the simulator can check and record: CULAB_SIM_CHECK_ALL. */
enum { RUN_CHECKS_ALL = 127, RUN_FIGURES = 96 };

/* Those for the cases of an exercise. */
uint32_t run_checks_of(const Exercise *exercise);

typedef struct RunOptions {
    uint32_t run;                       /* index given to its PrintRecords */
    uint32_t checks;                    /* CULAB_SIM_CHECK_... bits; simulator only */
    uint64_t seed, budget, print_limit; /* 0: plain schedule, none, none */
    bool time;                          /* measure it, on a GPU */
    bool schedule;                      /* see which block runs where and when */
    bool hurry;                         /* somebody waits for the result */
    Ceilings ceilings;                  /* filled by the client: measured once for all workers */
} RunOptions;

typedef enum ClientEventKind {
    CLIENT_NOTHING,
    CLIENT_HELLO,    /* a worker is there: `hello` (borrowed, holds until the next CLIENT_HELLO) */
    CLIENT_COMPILED, /* `compile` */
    CLIENT_PRINTS,   /* `prints`: more of a run that goes on */
    CLIENT_WROTE,    /* `wrote`: more output of a host program that runs */
    CLIENT_RAN,      /* `run` */
    CLIENT_WRITER,   /* `writer` */
    CLIENT_LOST,     /* `text`: what happened to the worker; it is replaced */
    CLIENT_GONE,     /* `text`: no worker can be had: every request is answered with it */
} ClientEventKind;

typedef struct ClientEvent {
    ClientEventKind kind;
    uint32_t request; /* the number client_compile() and so on returned; 0: none */
    const HelloMessage *hello;
    CompileResult compile;
    RunResult run;
    PrintLog prints;
    Writer writer;
    StrBuf wrote;
    char *text;
} ClientEvent;

/* Starts the first worker. One that cannot be started is told as CLIENT_GONE. */
Client *client_new(const ClientOptions *options);
void client_free(Client *client); /* kills and reaps the workers; NULL is fine */

/* Each returns the request's number and answers with one event of its kind (and CLIENT_PRINTS
 * before CLIENT_RAN). Requests are worked off in order. */
/* What later compiles are to give beside the kernels: CODE_... of result.h. */
void client_want_code(Client *client, uint32_t wants);
uint32_t client_compile(Client *client, const char *file, View source);
/* The same with a host program beside the kernel; then client_run() runs that program. */
uint32_t client_compile_host(Client *client, const char *file, View source, const char *host_file,
                             View host);
/* Runs a kernel of the source compiled last. The bytes of `prepared` are borrowed until the answer
 * is taken or the request is cancelled. */
uint32_t client_run(Client *client, const PreparedCase *prepared, const RunOptions *options);
/* Who last wrote the byte at `offset` of an argument in an earlier run since the last compile. */
uint32_t client_ask_writer(Client *client, uint32_t run, uint32_t argument, uint64_t offset);
/* Asks the running kernel to stop; its answer then comes as CLIENT_RAN (LAUNCH_STOPPED). */
void client_stop(Client *client);
/* Drops all requests, without answers, and stops what runs. */
void client_cancel(Client *client);
bool client_busy(const Client *client); /* a request is not answered yet */
/* Writers of elements can be asked for. */
bool client_knows_writers(const Client *client);
/* NULL until the first worker said hello. */
const HelloMessage *client_hello(const Client *client);

/* Fills at most `capacity` entries and lowers *deadline_ns (monotonic) to when client_step() must
 * be called at the latest. */
size_t client_poll_fds(Client *client, struct pollfd *fds, size_t capacity, int64_t *deadline_ns);
void client_step(Client *client);
/* Takes the next event; false: none. What is in it belongs to the caller. */
bool client_next(Client *client, ClientEvent *out);
void client_event_free(ClientEvent *event);

/* There is somebody who could still say something, or an event to be taken. */
bool client_may_answer(Client *client);
/* For programs without a poll loop: waits for the next event. False after `timeout_ms` (-1: none),
 * or where none will ever come. */
bool client_wait(Client *client, int timeout_ms, ClientEvent *out);

#endif
