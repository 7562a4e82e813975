/* Releases to synchronising locations, as logs: who had read how far of which log knows what the
 * releasers knew. One set of logs for a launch. Start from {0}. */
#ifndef CULAB_OBSERVE_RELEASE_H
#define CULAB_OBSERVE_RELEASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/observer.h"

/* How far into which logs a block has read. Start from {0}. */
typedef struct Seen {
    uint32_t log, length;
} Seen;
typedef struct SeenList {
    Seen *items;
    size_t count, room;
} SeenList;

/* What a warp knew when it released: its block's clocks, and what that block had read. */
typedef struct Release {
    struct Release *next; /* in the list of all */
    SimScope scope;
    bool logged; /* some log refers to it */
    SeenList seen;
    uint16_t clocks[]; /* [warps of a block] */
} Release;

typedef struct ReleaseLog ReleaseLog;

typedef struct ReleaseLogs {
    ReleaseLog *logs;
    uint32_t count, room;
    uint32_t *slots; /* hash of key to log number + 1 */
    size_t capacity;
    Release *all;
} ReleaseLogs;

/* Lives until release_logs_free(). NULL: no memory. */
Release *release_new(ReleaseLogs *logs, uint32_t warps);
/* Copies the list; without memory the release just tells less. */
void release_set_seen(Release *release, const SeenList *seen);
/* One that knows what both know, at `scope` or wider: a, b, or a new one. NULL: no memory. */
Release *release_join(ReleaseLogs *logs, Release *a, Release *b, SimScope scope, uint32_t warps);
void release_logs_free(ReleaseLogs *logs);
void seen_list_free(SeenList *seen);

/* Adds a release of a block of `warps` warps to the log of a location. False: no memory. */
bool release_append(ReleaseLogs *logs, uint64_t key, uint32_t block, Release *release,
                    uint32_t warps);
/* Reads the location's log to its end: `seen` remembers that if another block released there with a
 * scope wider than the block's. Returns the newest release of `block` itself, or NULL. */
const Release *release_read(const ReleaseLogs *logs, uint64_t key, uint32_t block, SeenList *seen);
/* Whether anything was released at the location. */
bool release_is_logged(const ReleaseLogs *logs, uint64_t key);
/* Does anything in `seen`, directly or through what the releasers had read, cover this clock of a
 * warp of another block? */
bool release_covers(const ReleaseLogs *logs, const SeenList *seen, uint32_t block, uint32_t warp,
                    uint16_t clock);

#endif
