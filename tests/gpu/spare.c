/* How soon the next run begins after a fault, and after a kernel that hangs was stopped:
 *
 *     gpu_spare WORKER DEVICE [ROUNDS]
 *
 * For each: milliseconds from the moment the client knows that the run has ended (of one that
 * hangs: from the wish to stop it) until the kernel of the next one, another source, is launched,
 * of that the time in NVRTC, and to its result; and the longest time that one step of the client
 * took meanwhile, which is how long a lab would have been deaf. Beside it the same compile and run
 * when nothing had happened. Exit status 0: the next runs came to their right end. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "session/client.h"

enum { PATIENCE_MS = 60000, SETTLE_MS = 2000, HANG_MS = 300 };

static const char good[] = "__global__ void k(int *p) { p[threadIdx.x] = 7; }\n";

typedef struct Bench {
    Client *client;
    PreparedCase prepared;
    double longest_ms; /* of a step */
} Bench;

static double now_ms(void)
{
    return (double)clock_now_ns() / 1e6;
}

/* As client_wait(), with each step's time looked at. */
static bool wait_event(Bench *bench, double until_ms, ClientEvent *out)
{
    while (!client_next(bench->client, out)) {
        struct pollfd fds[CLIENT_FDS];
        int64_t deadline = (int64_t)(until_ms * 1e6);
        size_t count = client_poll_fds(bench->client, fds, CLIENT_FDS, &deadline);
        double left = (double)deadline / 1e6 - now_ms();
        poll(fds, count, left > 0 ? (int)fmin(left + 1, 1000) : 0);
        double begin = now_ms();
        client_step(bench->client);
        bench->longest_ms = fmax(bench->longest_ms, now_ms() - begin);
        if (now_ms() >= until_ms)
            return client_next(bench->client, out);
    }
    return true;
}

/* Waits for the answer of that kind; false: it did not come. */
static bool wait_answer(Bench *bench, uint32_t request, ClientEventKind kind, double until_ms,
                        ClientEvent *out)
{
    while (wait_event(bench, until_ms, out)) {
        if (out->kind == kind && out->request == request)
            return true;
        client_event_free(out);
    }
    return false;
}

static void settle(Bench *bench)
{
    ClientEvent event;
    double until = now_ms() + SETTLE_MS; /* the spare starts and warms up */
    while (wait_event(bench, until, &event))
        client_event_free(&event);
}

static uint32_t start_run(Bench *bench)
{
    return client_run(bench->client, &bench->prepared, &(RunOptions){0});
}

/* Milliseconds from its beginning. */
typedef struct Good {
    double nvrtc, launched, done;
    bool fine;
} Good;

/* The good kernel, compiled and run. */
static Good run_good(Bench *bench)
{
    ClientEvent event;
    Good good_run = {0};
    double begin = now_ms(), until = begin + PATIENCE_MS;
    uint32_t compile = client_compile(bench->client, "k.cu", view_of(good));
    uint32_t run = start_run(bench);
    if (!wait_answer(bench, compile, CLIENT_COMPILED, until, &event))
        return good_run;
    good_run.nvrtc = event.compile.ms;
    good_run.launched = now_ms() - begin;
    client_event_free(&event);
    if (!wait_answer(bench, run, CLIENT_RAN, until, &event))
        return good_run;
    good_run.done = now_ms() - begin;
    good_run.fine = event.run.status == LAUNCH_OK && event.run.buffer_count == 1 &&
                    event.run.buffers[0].bytes && event.run.buffers[0].bytes[0] == 7;
    client_event_free(&event);
    return good_run;
}

/* One round: a bad kernel, and then the good one. */
static bool round_of(Bench *bench, const char *what, const char *source, bool hangs)
{
    ClientEvent event;
    uint32_t compile = client_compile(bench->client, "k.cu", view_of(source));
    uint32_t run = start_run(bench);
    double known = 0, stopped = 0;
    if (!wait_answer(bench, compile, CLIENT_COMPILED, now_ms() + PATIENCE_MS, &event))
        return printf("%s: it was not compiled\n", what), false;
    client_event_free(&event);
    if (hangs) {
        if (wait_answer(bench, run, CLIENT_RAN, now_ms() + HANG_MS, &event))
            return printf("%s: it ended by itself\n", what), false;
        stopped = now_ms();
        client_stop(bench->client);
    }
    bench->longest_ms = 0;
    if (!wait_answer(bench, run, CLIENT_RAN, now_ms() + PATIENCE_MS, &event))
        return printf("%s: it was not told\n", what), false;
    known = now_ms();
    LaunchStatus status = event.run.status;
    client_event_free(&event);
    Good next = run_good(bench);
    printf(
        "%-6s %-8s %s%.1f ms to be known, %.1f ms from there to the next launch, %.1f of them in "
        "NVRTC, %.1f ms to its result; longest step %.2f ms\n",
        what, launch_status_text(status), hangs ? "" : "at once: ", hangs ? known - stopped : 0.0,
        next.launched, next.nvrtc, next.done, bench->longest_ms);
    bool expected = status == (hangs ? LAUNCH_STOPPED : LAUNCH_FAULT);
    settle(bench);
    return next.fine && expected;
}

/* A fault, and then the same source once more, as the lab runs the next case. */
static bool round_again(Bench *bench, const char *source)
{
    ClientEvent event;
    uint32_t compile = client_compile(bench->client, "k.cu", view_of(source));
    uint32_t run = start_run(bench);
    double until = now_ms() + PATIENCE_MS;
    if (!wait_answer(bench, compile, CLIENT_COMPILED, until, &event))
        return printf("again: it was not compiled\n"), false;
    client_event_free(&event);
    if (!wait_answer(bench, run, CLIENT_RAN, until, &event))
        return printf("again: it was not told\n"), false;
    double known = now_ms();
    client_event_free(&event);
    run = start_run(bench);
    if (!wait_answer(bench, run, CLIENT_RAN, until, &event))
        return printf("again: the next run was not told\n"), false;
    printf("again  %-8s %.1f ms from a fault to the result of the same source's next run, %.1f of "
           "them "
           "from its launch to its own fault\n",
           launch_status_text(event.run.status), now_ms() - known, event.run.kernel_ms);
    bool expected = event.run.status == LAUNCH_FAULT;
    client_event_free(&event);
    settle(bench);
    return expected;
}

int main(int count, char **arguments)
{
    static const char faulty[] = "__global__ void k(int *p) { *(volatile int *)8 = 1; }\n";
    static const char endless[] =
        "__global__ void k(volatile int *p) { while (p[0] != 77) p[1] = p[1] + 1; }\n";
    Bench bench = {0};
    Error error = {0};
    PreparedArgument argument;
    char *save_to;
    if (count < 3)
        return fprintf(stderr, "gpu_spare WORKER DEVICE [ROUNDS]\n"), 2;
    bench.client =
        client_new(&(ClientOptions){.worker_command = arguments[1], .device = arguments[2]});
    if (!argument_parse("out:i32[4]", &argument, &save_to, &error))
        return 2;
    bench.prepared = (PreparedCase){.kernel = (char *)"k",
                                    .grid = {1, 1, 1},
                                    .block = {4, 1, 1},
                                    .arguments = &argument,
                                    .argument_count = 1};
    bool fine = run_good(&bench).fine;
    settle(&bench);
    for (int i = 0; fine && i < 3; i++) {
        Good calm = run_good(&bench);
        fine = calm.fine;
        printf(
            "calm   warm     %.1f ms to the launch, %.1f of them in NVRTC, %.1f ms to the result\n",
            calm.launched, calm.nvrtc, calm.done);
        settle(&bench);
    }
    for (int i = 0; fine && i < (count > 3 ? atoi(arguments[3]) : 3); i++)
        fine = round_of(&bench, "fault", faulty, false) &&
               round_of(&bench, "hang", endless, true) && round_again(&bench, faulty);
    client_free(bench.client);
    prepared_argument_free(&argument);
    free(save_to);
    return fine ? 0 : 1;
}
