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

static bool grow(ReadLog *log)
{
    uint32_t room = log->room ? log->room * 2 : 8;
    Seen *items = realloc(log->items, room * sizeof *items);
    if (!items)
        return false;
    log->items = items;
    struct ReadTime *times = realloc(log->times, room * sizeof *times);
    if (!times)
        return false;
    log->times = times;
    log->room = room;
    return true;
}

static void append(ReadLog *log, Seen item, uint32_t when)
{
    if (log->count == log->room && !grow(log))
        return;
    const bool several = item.lanes & (item.lanes - 1);
    const uint32_t before = several ? log->count : log->latest[__builtin_ctz(item.lanes)];
    log->times[log->count] = (struct ReadTime){when, before};
    log->items[log->count++] = item;
    for (uint32_t left = item.lanes; left; left &= left - 1)
        log->latest[__builtin_ctz(left)] = log->count;
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
    const uint32_t newest = log->count ? log->times[log->count - 1].when : 0;
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

bool read_log_share(const ReleaseLogs *logs, SeenList *seen)
{
    const bool more = seen_share(seen, SEEN_BY_ALL);
    if (!seen->read_log)
        return more;
    seen->shared = logs->read_logs[seen->read_log - 1].count;
    if (seen->count <= LIST_MAX)
        return more;
    size_t kept = 0;
    for (size_t i = 0; i < seen->count; i++)
        if (read_log_is(&seen->items[i]))
            seen->items[kept++] = seen->items[i];
    seen->count = kept;
    seen_add(seen, own_reference(logs, seen));
    return more;
}

void read_logs_free(ReleaseLogs *logs)
{
    for (uint32_t i = 0; i < logs->read_log_count; i++) {
        free(logs->read_logs[i].items);
        free(logs->read_logs[i].times);
    }
    free(logs->read_logs);
}
