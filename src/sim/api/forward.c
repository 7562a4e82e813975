/* Work that goes forward by itself. */
#define _GNU_SOURCE 1
#include "sim/api/forward.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

#include "sim/api/queue.h"

/* Between looks at memory; with a kernel at the process's end. */
enum { NAP_MS = 1, PATIENCE_MS = 2000 };

static struct timespec after(long milliseconds)
{
    struct timespec at;
    clock_gettime(CLOCK_REALTIME, &at);
    long nanoseconds = at.tv_nsec + milliseconds % 1000 * 1000000;
    at.tv_sec += milliseconds / 1000 + nanoseconds / 1000000000;
    at.tv_nsec = nanoseconds % 1000000000;
    return at;
}

static void nap(Library *lib, long milliseconds)
{
    struct timespec until = after(milliseconds);
    while (!lib->ending && !lib->urged &&
           pthread_cond_timedwait(&lib->work, &lib->lock, &until) != ETIMEDOUT)
        ;
}

static bool anything_pending(void)
{
    for (Context *context = library()->contexts; context; context = context->next)
        for (Stream *stream = context->streams; stream; stream = stream->next)
            if (stream->head)
                return true;
    return false;
}

static void sleep_until_work(Library *lib)
{
    lib->forward_asleep = true;
    while (!lib->ending && !anything_pending())
        pthread_cond_wait(&lib->work, &lib->lock);
    lib->forward_asleep = false;
}

/* Whether the host did nothing all the while. */
static bool host_is_idle(Library *lib)
{
    uint64_t calls = lib->calls;
    nap(lib, (long)lib->idle_milliseconds);
    return lib->calls == calls && !lib->waiting;
}

/* Until the host makes a call, or for ever. */
static void run_while_idle(Library *lib)
{
    uint64_t calls = lib->calls;
    while (!lib->ending && anything_pending() && (lib->forward_always || lib->calls == calls)) {
        if (lib->running)
            pthread_cond_wait(&lib->idle, &lib->lock);
        else if (!queue_run_any())
            nap(lib, NAP_MS);
    }
}

static void *forward_run(void *unused)
{
    (void)unused;
    Library *lib = library();
    pthread_mutex_lock(&lib->lock);
    while (!lib->ending) {
        sleep_until_work(lib);
        if (lib->urged && !lib->running)
            queue_run_urged();
        else if (lib->urged)
            pthread_cond_wait(&lib->idle, &lib->lock);
        else if (lib->forward_always || host_is_idle(lib))
            run_while_idle(lib);
    }
    pthread_mutex_unlock(&lib->lock);
    return NULL;
}

/* What other processes were promised is done before this one ends; a kernel that doesn't is left.
 */
static void work_finish(Library *lib, const struct timespec *limit)
{
    bool on = true;
    while (on)
        on = lib->running ? pthread_cond_timedwait(&lib->idle, &lib->lock, limit) == 0
                          : queue_run_any();
}

/* At exit, and when the library is unloaded. */
static void forward_end(void)
{
    Library *lib = library();
    struct timespec limit = after(PATIENCE_MS);
    if (atomic_load(&lib->forked) || pthread_mutex_timedlock(&lib->lock, &limit) != 0)
        return;
    lib->ending = true;
    if (lib->forward_always)
        work_finish(lib, &limit);
    atomic_store(&lib->stop, true);
    pthread_cond_broadcast(&lib->work);
    pthread_cond_broadcast(&lib->idle);
    pthread_mutex_unlock(&lib->lock);
    pthread_timedjoin_np(lib->forward_thread, NULL, &limit);
}

static bool thread_start(Library *lib)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = pthread_create(&lib->forward_thread, NULL, forward_run, NULL) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

void forward_begin(bool always)
{
    Library *lib = library();
    if (always && !lib->forward_always) {
        lib->forward_always = true;
        pthread_cond_broadcast(&lib->work);
    }
    if (lib->forward || (!always && !lib->idle_milliseconds))
        return;
    lib->forward = thread_start(lib);
    if (lib->forward)
        atexit(forward_end);
}
