/* What each warp read of releases, in the order in which it did. */
#include "observe/read_log.h"

#include <stdlib.h>

/* Of more logs than that a list doesn't keep what all lanes have read: the read log has it. */
enum { LIST_MAX = 1024 };

/* The warp's own, from its first read on. NULL: no memory. */
static ReadLog *read_log_of(ReleaseLogs *logs, SeenList *seen)
{
    if (seen->read_log)
        return &logs->read_logs[seen->read_log - 1];
    if (logs->read_log_count == logs->read_log_room) {
        uint32_t room = logs->read_log_room ? logs->read_log_room * 2 : 32;
        ReadLog *more = realloc(logs->read_logs, room * sizeof *more);
        if (!more)
            return NULL;
        logs->read_logs = more;
        logs->read_log_room = room;
    }
    logs->read_logs[logs->read_log_count] = (ReadLog){0};
    seen->read_log = ++logs->read_log_count;
    return &logs->read_logs[seen->read_log - 1];
}

static void append(ReadLog *log, Seen item, uint32_t when)
{
    if (log->count == log->room) {
        uint32_t room = log->room ? log->room * 2 : 8;
        Seen *items = realloc(log->items, room * sizeof *items);
        if (!items)
            return;
        log->items = items;
        uint32_t *whens = realloc(log->whens, room * sizeof *whens);
        if (!whens)
            return;
        log->whens = whens;
        log->room = room;
    }
    log->whens[log->count] = when;
    log->items[log->count++] = item;
}

bool read_log_add(ReleaseLogs *logs, SeenList *seen, Seen item)
{
    if (!seen_add(seen, item))
        return false;
    ReadLog *log = read_log_of(logs, seen);
    if (log)
        append(log, item, ++logs->when);
    return true;
}

static Seen own_reference(const ReleaseLogs *logs, const SeenList *seen)
{
    uint32_t number = seen->read_log - 1;
    const ReadLog *log = &logs->read_logs[number];
    const uint32_t newest = log->count ? log->whens[log->count - 1] : 0;
    return (Seen){number | SEEN_READ_LOG, log->count, SEEN_BY_ALL, newest};
}

void read_log_refer(const ReleaseLogs *logs, SeenList *into, const SeenList *seen)
{
    if (seen->read_log)
        seen_add(into, own_reference(logs, seen));
    for (size_t i = seen->count; i-- > 0 && read_log_is(&seen->items[i]);) { /* they sort last */
        Seen item = seen->items[i];
        item.lanes = SEEN_BY_ALL;
        seen_add(into, item);
    }
}

void read_log_share(const ReleaseLogs *logs, SeenList *seen)
{
    seen_share(seen, SEEN_BY_ALL);
    if (!seen->read_log)
        return;
    seen->shared = logs->read_logs[seen->read_log - 1].count;
    if (seen->count <= LIST_MAX)
        return;
    size_t kept = 0;
    for (size_t i = 0; i < seen->count; i++)
        if (read_log_is(&seen->items[i]))
            seen->items[kept++] = seen->items[i];
    seen->count = kept;
    seen_add(seen, own_reference(logs, seen));
}

void read_logs_free(ReleaseLogs *logs)
{
    for (uint32_t i = 0; i < logs->read_log_count; i++) {
        free(logs->read_logs[i].items);
        free(logs->read_logs[i].whens);
    }
    free(logs->read_logs);
}
