/* The driver's log: the newest entries, those who want to be told of new ones, and dumps. */
#define _GNU_SOURCE 1
#include "sim/api/logs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cuda/errors.h"
#include "sim/api/call_site.h"
#include "sim/api/report.h"

enum { ENTRIES = 100, ENTRY_BYTES = 256, DUMP_MAX = 25600 };

static const char lost_text[] = "(older messages are lost)\n";

struct CUlogsCallbackEntry_st {
    CUlogsCallback function;
    void *user;
    CUlogsCallbackHandle next;
};

struct Logs {
    char entries[ENTRIES][ENTRY_BYTES]; /* with a newline at the end */
    unsigned next;                      /* number of the next entry */
    unsigned told;                      /* number of the first that callbacks don't know */
    CUlogsCallbackHandle callbacks;
};

/* NULL: no memory. */
static Logs *logs(void)
{
    if (!library()->logs)
        library()->logs = calloc(1, sizeof *library()->logs);
    return library()->logs;
}

/* Each callback is looked up anew: it may unregister itself or another. */
static void callbacks_call(const char *entry)
{
    size_t length = strlen(entry) - 1; /* without the newline */
    for (CUlogsCallbackHandle at = logs()->callbacks; at;
         at = handle_is(at, HANDLE_LOG_CALLBACK) ? at->next : NULL) {
        CUlogsCallback function = at->function;
        void *user = at->user;
        char message[ENTRY_BYTES];
        memcpy(message, entry, length);
        message[length] = '\0';
        api_callback_begin();
        function(user, CU_LOG_LEVEL_ERROR, message, length);
        api_callback_end();
    }
}

/* [time][thread][source][severity][function] */
static int entry_begin(char *entry)
{
    const CallSite site = call_site();
    struct timespec now;
    struct tm day;
    clock_gettime(CLOCK_REALTIME, &now);
    localtime_r(&now.tv_sec, &day);
    return snprintf(entry, ENTRY_BYTES, "[%02d:%02d:%02d.%03ld][%d][CUDA][E][%s] ", day.tm_hour,
                    day.tm_min, day.tm_sec, now.tv_nsec / 1000000, (int)gettid(),
                    site.name ? site.name : "");
}

/* $CUDA_LOG_FILE: a path, stdout or stderr. */
static void file_write(const char *entry)
{
    const char *path = getenv("CUDA_LOG_FILE");
    if (!path || !*path)
        return;
    FILE *named = !strcmp(path, "stdout") ? stdout : !strcmp(path, "stderr") ? stderr : NULL;
    FILE *file = named ? named : fopen(path, "ae");
    if (!file)
        return;
    fputs(entry, file);
    if (!named)
        fclose(file);
}

void log_error(const char *text)
{
    Logs *all = logs();
    if (!all)
        return;
    char *entry = all->entries[all->next++ % ENTRIES];
    int used = entry_begin(entry);
    used += snprintf(entry + used, (size_t)(ENTRY_BYTES - 1 - used), "%s", text);
    size_t length = used < ENTRY_BYTES - 1 ? (size_t)used : ENTRY_BYTES - 2;
    for (size_t i = 0; i < length; i++)
        if (entry[i] == '\n')
            entry[i] = ' ';
    memcpy(entry + length, "\n", 2);
    library()->logs_due = all->callbacks != NULL;
    if (!all->callbacks)
        all->told = all->next;
    library()->logged = true;
    file_write(entry);
}

void log_result(CUresult result)
{
    char text[ENTRY_BYTES];
    const char *name = cuda_result_name(result), *words = cuda_result_text(result);
    if (library()->logged || !name || !words)
        return;
    snprintf(text, sizeof text, "%s (%s)", words, name);
    log_error(text);
    const CallSite site = call_site();
    report_call(site.name ? site.name : "", text);
}

void logs_tell(void)
{
    Logs *all = logs();
    library()->logs_due = false;
    if (all->next - all->told > ENTRIES)
        all->told = all->next - ENTRIES;
    while (all->told != all->next)
        callbacks_call(all->entries[all->told++ % ENTRIES]);
}

/* These need no cuInit: a program may ask for the log before. */
static void lock(void)
{
    pthread_mutex_lock(&library()->lock);
}

CUresult cuLogsRegisterCallback(CUlogsCallback function, void *user, CUlogsCallbackHandle *out)
{
    if (!function)
        return CUDA_ERROR_INVALID_VALUE;
    lock();
    CUlogsCallbackHandle made = logs() ? calloc(1, sizeof *made) : NULL;
    if (!made || !handle_add(made, HANDLE_LOG_CALLBACK)) {
        free(made);
        return api_leave(CUDA_ERROR_OUT_OF_MEMORY);
    }
    *made = (struct CUlogsCallbackEntry_st){function, user, logs()->callbacks};
    logs()->callbacks = made;
    if (out)
        *out = made;
    return api_leave(CUDA_SUCCESS);
}

CUresult cuLogsUnregisterCallback(CUlogsCallbackHandle callback)
{
    lock();
    if (!handle_is(callback, HANDLE_LOG_CALLBACK))
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    CUlogsCallbackHandle *link = &logs()->callbacks;
    while (*link != callback)
        link = &(*link)->next;
    *link = callback->next;
    handle_remove(callback);
    free(callback);
    return api_leave(CUDA_SUCCESS);
}

CUresult cuLogsCurrent(CUlogIterator *out, unsigned int flags)
{
    (void)flags;
    if (!out)
        return CUDA_ERROR_INVALID_VALUE;
    lock();
    *out = library()->logs ? library()->logs->next : 0;
    return api_leave(CUDA_SUCCESS);
}

/* The first entry of a dump; *lost: earlier ones were asked for. */
static unsigned first_entry(const CUlogIterator *iterator, bool *lost)
{
    unsigned next = logs()->next, oldest = next > ENTRIES ? next - ENTRIES : 0;
    unsigned asked = iterator ? *iterator : 0;
    *lost = asked < oldest;
    return asked < oldest ? oldest : asked;
}

CUresult cuLogsDumpToFile(CUlogIterator *iterator, const char *path, unsigned int flags)
{
    (void)flags; /* there are none, and none is refused */
    if (!path)
        return CUDA_ERROR_INVALID_VALUE;
    lock();
    FILE *file = logs() ? fopen(path, "we") : NULL;
    if (!file)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    bool lost;
    unsigned at = first_entry(iterator, &lost);
    if (lost)
        fputs(lost_text, file);
    for (; at < logs()->next; at++)
        fputs(logs()->entries[at % ENTRIES], file);
    if (iterator)
        *iterator = logs()->next;
    bool written = !ferror(file);
    return api_leave(fclose(file) == 0 && written ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE);
}

/* The newest entries that have room are written, the last of all always being there. */
static CUresult dump(CUlogIterator *iterator, char *buffer, size_t *size)
{
    size_t room = *size < DUMP_MAX ? *size : DUMP_MAX, used = 0;
    bool lost;
    unsigned at = first_entry(iterator, &lost), end = logs()->next, first = end;
    *size = 0;
    if (room)
        buffer[0] = '\0';
    while (first > at && used + strlen(logs()->entries[(first - 1) % ENTRIES]) < room)
        used += strlen(logs()->entries[--first % ENTRIES]);
    lost = lost || first > at;
    if (lost && used + sizeof lost_text > room && first < end)
        used -= strlen(logs()->entries[first++ % ENTRIES]);
    if (at < end && first == end)
        return CUDA_ERROR_INVALID_VALUE;
    if (at == end) { /* nothing is new */
        if (iterator)
            *iterator = end;
        return CUDA_SUCCESS;
    }
    used = (size_t)sprintf(buffer, "%s", lost ? lost_text : "");
    for (; first < end; first++)
        used += (size_t)sprintf(buffer + used, "%s", logs()->entries[first % ENTRIES]);
    *size = used;
    if (iterator)
        *iterator = end;
    return CUDA_SUCCESS;
}

CUresult cuLogsDumpToMemory(CUlogIterator *iterator, char *buffer, size_t *size, unsigned int flags)
{
    (void)flags;
    if (!buffer || !size)
        return CUDA_ERROR_INVALID_VALUE;
    lock();
    return api_leave(logs() ? dump(iterator, buffer, size) : CUDA_ERROR_OUT_OF_MEMORY);
}
