/* What was released at one location, entry by entry: what release.c writes and searches read. */
#ifndef CULAB_OBSERVE_RELEASE_LOG_H
#define CULAB_OBSERVE_RELEASE_LOG_H

#include "observe/release.h"

#define RELEASE_HASH_FACTOR UINT64_C(0x9E3779B97F4A7C15)

typedef struct LogEntry {
    uint32_t block;
    uint32_t previous; /* entry of the same block before, + 1; 0: none; with `newest` */
    uint32_t when;
    Release *release;
} LogEntry;

/* From as many entries on a hash tells the newest of a block; of fewer each is looked at. */
enum { RELEASE_LOG_SHORT = 8 };

/* All releases to one location, and for each block its newest (a hash of block to entry + 1). */
struct ReleaseLog {
    uint64_t key;
    LogEntry *entries;
    uint32_t count, room;
    uint32_t *newest;   /* [2 * room]; NULL: a short one */
    bool wide;          /* some release reaches other blocks */
    bool phased, phase; /* of an mbarrier; and the phase that it was in */
    uint32_t moved;     /* entries that can be read at another log */
    uint32_t visit;     /* the last search that came here, and how far it looked */
    uint32_t visited;
};

/* Where the search for a block's slot begins. */
static inline size_t release_newest_first(const ReleaseLog *log, uint32_t block)
{
    return (block * RELEASE_HASH_FACTOR >> 24) & ((size_t)log->room * 2 - 1);
}

static inline size_t release_newest_slot(const ReleaseLog *log, uint32_t block)
{
    size_t mask = (size_t)log->room * 2 - 1;
    size_t at = release_newest_first(log, block);
    while (log->newest[at] && log->entries[log->newest[at] - 1].block != block)
        at = (at + 1) & mask;
    return at;
}

/* The newest release of a block, of at least a scope, that a reader of `length` entries has seen;
 * NULL: none. */
static inline Release *release_newest_seen(const ReleaseLog *log, uint32_t length, uint32_t block,
                                           SimScope scope)
{
    if (!log->newest) {
        for (uint32_t e = length; e-- > 0;)
            if (log->entries[e].block == block && log->entries[e].release->scope >= scope)
                return log->entries[e].release;
        return NULL;
    }
    uint32_t entry = log->newest[release_newest_slot(log, block)];
    while (entry && (entry > length || log->entries[entry - 1].release->scope < scope))
        entry = log->entries[entry - 1].previous;
    return entry ? log->entries[entry - 1].release : NULL;
}

#endif
