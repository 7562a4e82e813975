/* Releases to synchronising locations, as logs: who had read how far of which log knows what the
 * releasers knew. One set of logs for a launch. Start from {0}. */
#ifndef CULAB_OBSERVE_RELEASE_H
#define CULAB_OBSERVE_RELEASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "observe/seen.h"
#include "sim/observer.h"

/* What a warp knew when it released: its block's clocks, and what it had read. Where only some of
 * its lanes released, the clock of the warp is what all its lanes had in common, and `own` has each
 * lane's. */
typedef struct Release {
    struct Release *next; /* in the list of all */
    SimScope scope;
    bool logged;   /* some log refers to it */
    uint16_t *own; /* [32], of the warp `own_warp`; NULL: nothing beyond the clocks */
    uint32_t own_warp;
    SeenList seen;     /* references to read logs of warps of its block */
    Seen first[2];     /* room for them */
    uint16_t clocks[]; /* [warps of a block] */
} Release;

typedef struct ReleaseLog ReleaseLog;
typedef struct BlockPast BlockPast; /* block_past.h */

/* What a warp has read, the newest last: lanes of an item are those that read it. */
typedef struct ReadLog {
    Seen *items;
    struct ReadTime {
        uint32_t when;
        uint32_t before; /* of one lane's: the one before that the lane takes part in, + 1 */
    } * times;           /* of the items */
    uint32_t latest[32]; /* of each lane: the last that it takes part in, + 1; 0: none */
    uint32_t count, room;
    uint32_t visit, visited; /* the last search that came here, and how far it looked */
} ReadLog;

typedef struct ReleaseLogs {
    ReleaseLog *logs;
    uint32_t count, room;
    uint32_t last;   /* that was asked for */
    uint32_t *slots; /* hash of key to log number + 1 */
    size_t capacity;
    Release *all;
    Arena arena; /* of releases and entries of logs */
    ReadLog *read_logs;
    uint32_t read_log_count, read_log_room;
    BlockPast *pasts;
    uint32_t *past_slots, past_count;
    size_t past_capacity;
    bool past_lost;   /* for want of memory */
    uint32_t when;    /* entries so far, of all logs and read logs */
    uint32_t visit;   /* number of the last search */
    uint64_t visited; /* entries looked at by all searches */
    uint32_t stamps;  /* the last one given to a list, see release_stamp() */
    struct Answer *answers;
} ReleaseLogs;

/* Lives until release_logs_free(). */
Release *release_new(ReleaseLogs *logs, uint32_t warps);
/* Makes room for `own`, of that warp; what it had of another warp counts for all of its lanes.
 */
void release_make_own(Release *release, ReleaseLogs *logs, uint32_t warp);
/* What is known of a thread. */
static inline uint16_t release_clock(const Release *release, uint32_t warp, uint32_t lane)
{
    uint16_t clock = release->clocks[warp];
    if (release->own && release->own_warp == warp && release->own[lane] > clock)
        return release->own[lane];
    return clock;
}
/* One that knows what both know, at `scope` or wider: a, b, or a new one. `spare`: one of the two
 * that may become that, as nobody else has it; or NULL. */
Release *release_join(ReleaseLogs *logs, Release *a, Release *b, SimScope scope, uint32_t warps,
                      Release *spare);
void release_logs_free(ReleaseLogs *logs);

/* Adds a release of a block of `warps` warps to the log of a location. False: no memory. */
bool release_append(ReleaseLogs *logs, uint64_t key, uint32_t block, Release *release,
                    uint32_t warps);
/* Before an operation on an mbarrier, whose memory says which phase it is in: what was released at
 * `pending` in phases that have ended can be read at `key`. False: no memory. */
bool release_phase(ReleaseLogs *logs, uint64_t key, uint64_t pending, bool phase, uint32_t warps);
/* Whether the location has had phases. */
bool release_is_phased(ReleaseLogs *logs, uint64_t key);
/* Reads the location's log to its end: `out` is what has then been seen, if another block released
 * there with a scope wider than the block's; its length is 0 otherwise. Returns the newest release
 * of `block` itself, or NULL. */
const Release *release_read(ReleaseLogs *logs, uint64_t key, uint32_t block, Seen *out);
/* Has the processor fetch what a thread of the block is about to ask of the locations with these
 * keys, one of each lane of `mask`: they lie apart. */
void release_fetch(const ReleaseLogs *logs, const uint64_t *keys, uint32_t mask, uint32_t block);
/* Whether anything was released at the location. */
bool release_is_logged(ReleaseLogs *logs, uint64_t key);

/* Called when a warp's list has changed. */
static inline void release_stamp(ReleaseLogs *logs, SeenList *seen)
{
    seen->stamp = ++logs->stamps;
}

/* A thread of another block, and a clock of its warp. */
typedef struct Moment {
    uint32_t block, warp, lane;
    uint16_t clock;
} Moment;
/* Does anything of `seen` that one of the lanes has read (SEEN_BY_ALL: that all have read) cover
 * this moment, directly or through what the releasers had read, over any number of blocks? */
bool release_covers(ReleaseLogs *logs, const SeenList *seen, uint32_t lanes, Moment moment);

#endif
