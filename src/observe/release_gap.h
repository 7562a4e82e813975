/* What a lock or a flag lacks that may have been meant to order two accesses that race: by what the
 * code does after the one and before the other, not by what ran. */
#ifndef CULAB_OBSERVE_RELEASE_GAP_H
#define CULAB_OBSERVE_RELEASE_GAP_H

#include "observe/flow.h"
#include "sim/observer.h"

typedef enum ReleaseGapKind {
    GAP_NONE,         /* nothing is handed over, or nothing is known to be missing */
    GAP_FENCE_BEFORE, /* no fence stands between the first access and the write */
    GAP_FENCE_NARROW, /* one that reaches its block alone */
    GAP_PLAIN_WRITE,  /* the write is neither volatile nor atomic, */
    GAP_PLAIN_READ,   /* or the read, */
    GAP_PLAIN_BOTH,   /* or both */
    GAP_FENCE_AFTER   /* the read is relaxed, and no fence stands behind it */
} ReleaseGapKind;

typedef struct ReleaseGap {
    ReleaseGapKind kind;
    SimSite write, read; /* of the lock or flag: behind the first access, before the second */
} ReleaseGap;

/* `across`: of two blocks, so that a fence must reach beyond its own. */
ReleaseGap release_gap(FlowTable *flows, const SimSite *first, const SimSite *second, bool across);
/* What to do about it, as sentences; nothing for GAP_NONE. `shared`: they race for shared memory.
 */
void release_gap_say(const ReleaseGap *gap, bool shared, char *out, size_t size);

#endif
