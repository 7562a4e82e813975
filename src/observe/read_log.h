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
/* What one lane has read, all lanes of its warp know from now on. */
void read_log_share(const ReleaseLogs *logs, SeenList *seen);
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

#endif
