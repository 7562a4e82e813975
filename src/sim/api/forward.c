/* Work that goes forward by itself. */
#define _GNU_SOURCE 1
#include "sim/api/forward.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

#include "sim/api/queue.h"

enum { NAP_NS = 1000000, PATIENCE_S = 2 }; /* between looks at memory; with a kernel at the end */

static struct timespec after(long seconds, long nanoseconds)
{
    struct timespec at;
    clock_gettime(CLOCK_REALTIME, &at);
    at.tv_sec += seconds + (at.tv_nsec + nanoseconds) / 1000000000;
    at.tv_nsec = (at.tv_nsec + nanoseconds) % 1000000000;
    return at;
}

static bool anything_pending(void)
{
    for (Context *context = library()->contexts; context; context = context->next)
        for (Stream *stream = context->streams; stream; stream = stream->next)
            if (stream->head)
                return true;
    return false;
}

static void *forward_run(void *unused)
{
    (void)unused;
    Library *lib = library();
    pthread_mutex_lock(&lib->lock);
    while (!atomic_load(&lib->ending)) {
        struct timespec nap = after(0, NAP_NS);
        if (lib->running)
            pthread_cond_wait(&lib->idle, &lib->lock);
        else if (queue_run_any())
            continue;
        else if (anything_pending())
            pthread_cond_timedwait(&lib->work, &lib->lock, &nap);
        else
            pthread_cond_wait(&lib->work, &lib->lock);
    }
    pthread_mutex_unlock(&lib->lock);
    return NULL;
}

/* What other processes were promised is done before this one ends; a kernel that doesn't is left.
 */
static void work_finish(void)
{
    Library *lib = library();
    struct timespec limit = after(PATIENCE_S, 0);
    if (pthread_mutex_timedlock(&lib->lock, &limit) != 0)
        return;
    bool on = true;
    while (on)
        on = lib->running ? pthread_cond_timedwait(&lib->idle, &lib->lock, &limit) == 0
                          : queue_run_any();
    pthread_cond_broadcast(&lib->work);
    pthread_cond_broadcast(&lib->idle);
    pthread_mutex_unlock(&lib->lock);
}

/* At exit, and when the library is unloaded. */
static void forward_end(void)
{
    struct timespec limit = after(PATIENCE_S, 0);
    if (atomic_load(&library()->forked))
        return;
    atomic_store(&library()->ending, true);
    work_finish();
    pthread_timedjoin_np(library()->forward_thread, NULL, &limit);
}

void forward_begin(void)
{
    sigset_t all, before;
    Library *lib = library();
    if (lib->forward)
        return;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    lib->forward = pthread_create(&lib->forward_thread, NULL, forward_run, NULL) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (lib->forward)
        atexit(forward_end);
}
