/* The cases of an exercise, prepared off the loop. */
#include "session/cases.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fd.h"

typedef struct CaseEntry {
    CaseState state;
    bool wanted;
    PreparedCase prepared;
    Reference reference;
    Error error;
} CaseEntry;

struct CaseStore {
    pthread_mutex_t mutex;
    pthread_cond_t work;
    pthread_t thread;
    bool has_thread;
    int ready[2]; /* a pipe: a byte for each case that is done */

    /* Under the mutex. */
    const Exercise *exercise;
    uint64_t generation; /* of `entries`: grows with each cases_open() */
    CaseEntry *entries;
    size_t count;
    bool ends;
};

static void entry_free(CaseEntry *entry)
{
    prepared_case_free(&entry->prepared);
    reference_free(&entry->reference);
    *entry = (CaseEntry){0};
}

static void forget(CaseStore *store)
{
    for (size_t i = 0; i < store->count; i++)
        entry_free(&store->entries[i]);
    free(store->entries);
    store->entries = NULL;
    store->count = 0;
}

/* The next case that is wanted and not done; false: none. */
static bool next_wanted(const CaseStore *store, size_t *index)
{
    for (*index = 0; *index < store->count; ++*index) {
        const CaseEntry *entry = &store->entries[*index];
        if (entry->wanted && entry->state == CASE_WAITS)
            return true;
    }
    return false;
}

static void make(const Exercise *exercise, size_t index, CaseEntry *out)
{
    bool made = case_prepare(exercise, index, &out->prepared, &out->error) &&
                (!exercise->reference ||
                 reference_run(exercise, &out->prepared, &out->reference, &out->error));
    out->state = made ? CASE_READY : CASE_BROKEN;
}

static void put(CaseStore *store, uint64_t generation, size_t index, CaseEntry *made)
{
    if (generation != store->generation) {
        entry_free(made);
        return;
    }
    store->entries[index] = *made;
    /* A full pipe says already that something is ready. */
    (void)!write(store->ready[1], "", 1);
}

static void *work(void *context)
{
    CaseStore *store = context;
    size_t index;
    pthread_mutex_lock(&store->mutex);
    while (!store->ends) {
        if (!next_wanted(store, &index)) {
            pthread_cond_wait(&store->work, &store->mutex);
            continue;
        }
        const Exercise *exercise = store->exercise;
        uint64_t generation = store->generation;
        CaseEntry made = {.wanted = true};
        pthread_mutex_unlock(&store->mutex);
        make(exercise, index, &made);
        pthread_mutex_lock(&store->mutex);
        put(store, generation, index, &made);
    }
    pthread_mutex_unlock(&store->mutex);
    return NULL;
}

CaseStore *cases_new(void)
{
    CaseStore *store = memory_alloc(sizeof *store);
    pthread_mutex_init(&store->mutex, NULL);
    pthread_cond_init(&store->work, NULL);
    if (pipe2(store->ready, O_CLOEXEC | O_NONBLOCK) != 0)
        store->ready[0] = store->ready[1] = -1;
    return store;
}

void cases_free(CaseStore *store)
{
    if (!store)
        return;
    pthread_mutex_lock(&store->mutex);
    store->ends = true;
    pthread_cond_signal(&store->work);
    pthread_mutex_unlock(&store->mutex);
    if (store->has_thread)
        pthread_join(store->thread, NULL);
    forget(store);
    fd_close(&store->ready[0]);
    fd_close(&store->ready[1]);
    pthread_cond_destroy(&store->work);
    pthread_mutex_destroy(&store->mutex);
    free(store);
}

void cases_open(CaseStore *store, const Exercise *exercise)
{
    pthread_mutex_lock(&store->mutex);
    forget(store);
    store->generation++;
    store->exercise = exercise;
    store->count = exercise ? exercise->case_count : 0;
    store->entries = memory_alloc_array(store->count, sizeof *store->entries);
    pthread_mutex_unlock(&store->mutex);
}

/* The thread gets no signals: they are the poll loop's. Without the pipe nobody would hear of what
 * it made. */
static void start_thread(CaseStore *store)
{
    sigset_t all, old;
    if (store->has_thread || store->ready[0] < 0)
        return;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    store->has_thread = pthread_create(&store->thread, NULL, work, store) == 0;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
}

static PreparedArgument argument_clone(const PreparedArgument *from)
{
    PreparedArgument to = *from;
    to.name = memory_clone_text(from->name);
    if (from->bytes)
        to.bytes = (unsigned char *)memory_clone_bytes(from->bytes,
                                                       from->count * element_bytes(from->type));
    return to;
}

static void prepared_clone(const PreparedCase *from, PreparedCase *to)
{
    *to = *from;
    to->kernel = memory_clone_text(from->kernel);
    to->arguments = memory_alloc_array(from->argument_count, sizeof *to->arguments);
    for (size_t i = 0; i < from->argument_count; i++)
        to->arguments[i] = argument_clone(&from->arguments[i]);
    to->numbers = memory_alloc_array(from->number_count, sizeof *to->numbers);
    for (size_t i = 0; i < from->number_count; i++) {
        to->numbers[i] = from->numbers[i];
        to->numbers[i].name = memory_clone_text(from->numbers[i].name);
    }
}

static void reference_clone(const Reference *from, const PreparedCase *prepared, Reference *to)
{
    *to = (Reference){.count = from->count};
    if (!from->expected)
        return;
    to->expected = memory_alloc_array(from->count, sizeof *to->expected);
    for (size_t i = 0; i < from->count && i < prepared->argument_count; i++) {
        const PreparedArgument *argument = &prepared->arguments[i];
        size_t size = argument->count * element_bytes(argument->type);
        if (from->expected[i])
            to->expected[i] = (unsigned char *)memory_clone_bytes(from->expected[i], size);
    }
}

void cases_want(CaseStore *store)
{
    start_thread(store);
    pthread_mutex_lock(&store->mutex);
    for (size_t i = 0; i < store->count; i++)
        store->entries[i].wanted = true;
    pthread_cond_signal(&store->work);
    pthread_mutex_unlock(&store->mutex);
}

CaseState cases_take(CaseStore *store, size_t index, PreparedCase *prepared, Reference *reference,
                     Error *error)
{
    cases_want(store);
    pthread_mutex_lock(&store->mutex);
    CaseEntry *entry = &store->entries[index];
    if (entry->state == CASE_WAITS && !store->has_thread)
        make(store->exercise, index, entry); /* no thread to be had: here and now */
    CaseState state = entry->state;
    if (state == CASE_READY) {
        prepared_clone(&entry->prepared, prepared);
        reference_clone(&entry->reference, prepared, reference);
    } else if (state == CASE_BROKEN && error) {
        *error = entry->error;
    }
    pthread_mutex_unlock(&store->mutex);
    return state;
}

int cases_fd(const CaseStore *store)
{
    return store->ready[0];
}

void cases_drain(CaseStore *store)
{
    char bytes[64];
    while (read(store->ready[0], bytes, sizeof bytes) > 0)
        ;
}
