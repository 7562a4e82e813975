/* What each warp read of releases, in the order in which it did: a release refers to the
 * beginnings of the read logs of the warps whose reads it knows of, so that it costs the same
 * however much that was.
 */
#ifndef CULAB_OBSERVE_READ_LOG_H
#define CULAB_OBSERVE_READ_LOG_H

#include "observe/release.h"

/* Adds what a lane of a warp has read to the warp's list, and to its read log; true if that is more
 * than the list had. */
bool read_log_add(ReleaseLogs *logs, SeenList *seen, Seen item);
/* Adds to `into` references to all that a warp with this list knows of. */
void read_log_refer(const ReleaseLogs *logs, SeenList *into, const SeenList *seen);
/* What one lane has read, all lanes of its warp know from now on; true if that is more. */
bool read_log_share(const ReleaseLogs *logs, SeenList *seen);
void read_logs_free(ReleaseLogs *logs);

/* A reference to a read log, among items that mostly refer to logs. */
static inline bool read_log_is(const Seen *item)
{
    return item->log & SEEN_READ_LOG;
}
static inline ReadLog *read_log_at(const ReleaseLogs *logs, const Seen *item)
{
    return &logs->read_logs[item->log & ~SEEN_READ_LOG];
}

/* Of what a warp has read, the first `shared` of which all lanes know, the newest item that a lane
 * may know of, + 1; 0: none. */
static inline uint32_t read_log_newest(const ReadLog *log, uint32_t shared, uint32_t lanes)
{
    if (lanes & (lanes - 1))
        return log->count;
    const uint32_t latest = log->latest[__builtin_ctz(lanes)];
    return latest > shared ? latest : shared;
}
/* The next older one after item `at` - 1, in the same way. */
static inline uint32_t read_log_older(const ReadLog *log, uint32_t shared, uint32_t lanes,
                                      uint32_t at)
{
    if (at <= shared || log->items[at - 1].lanes != lanes)
        return at - 1;
    const uint32_t before = log->times[at - 1].before;
    return before > shared ? before : shared;
}

#endif
