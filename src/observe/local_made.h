/* What a thread's local memory holds that was made of bytes nobody had written: copies of them, and
 * what was computed with them and went nowhere but to local memory. It counts as not written. */
#ifndef CULAB_OBSERVE_LOCAL_MADE_H
#define CULAB_OBSERVE_LOCAL_MADE_H

#include "observe/flow.h"
#include "sim/observer.h"

enum { LOCAL_MADE_BYTES = 16, LOCAL_MADE_LOADS = 8, LOCAL_MADE_PARTS = 32 };

/* What a load brought that nobody had written, by byte. */
typedef struct MadeLoad {
    SimSite site;
    const PtxInst *load;
    uint32_t lanes[LOCAL_MADE_BYTES];
    uint32_t address[32]; /* by lane */
} MadeLoad;

/* Local memory that was made of it. */
typedef struct MadePart {
    uint64_t from, to;
    uint32_t lanes;
    SimSite site; /* of the load */
    const PtxInst *load;
    uint32_t address[32]; /* where it read, by lane */
} MadePart;

/* Of one warp; the newest over the oldest. */
typedef struct LocalMade {
    MadeLoad loads[LOCAL_MADE_LOADS];
    MadePart parts[LOCAL_MADE_PARTS];
    uint32_t load_next, part_next;
} LocalMade;

/* Whether all that comes of a load is stored in variables of the thread's own, whatever is computed
 * of it on the way, by one way alone. */
bool local_made_keeps(const Flow *flow, const PtxInst *load);

/* A load of one place by the lanes of `mask`: `unset` has those for each byte that bring chance.
 * `*made` is NULL until some do. */
void local_made_load(LocalMade **made, const SimAccess *access, uint32_t mask,
                     const uint32_t unset[LOCAL_MADE_BYTES]);

/* A store of one place: the lanes, by byte, in which what is stored is chance. */
void local_made_store(LocalMade *made, const Flow *flow, const SimAccess *access, uint32_t mask,
                      uint32_t unset[LOCAL_MADE_BYTES]);

/* A place that counts as not written because of what it was made of; NULL: that isn't why. */
const MadePart *local_made_of(const LocalMade *made, uint64_t from, uint64_t to, uint32_t lane);

#endif
