/* Bulk copies and asynchronous stores that are under way (ISA 9.7.9.25.4, 9.7.9.12, 9.7.13.8).
 *
 * They land when somebody looks whether they have: at a test of the mbarrier that they complete on,
 * at a wait for their group, or at the end of their block; so that a wait that is missing shows. */
#ifndef CULAB_SIM_ENGINE_BULK_H
#define CULAB_SIM_ENGINE_BULK_H

#include "sim/engine/access.h"
#include "sim/engine/cluster.h"
#include "sim/engine/reduce.h"

struct BulkCopy {
    SimWarp *warp;
    const SimInst *inst;
    uint32_t lane;
    uint32_t group;
    uint64_t number; /* in the launch, from 1: given by bulk_add() */
    /* from.at NULL: `data`, or a tensor; to.at NULL: a tensor; mbarrier.at NULL: of a group */
    AccessRange to, from, mbarrier;
    uint64_t bytes;
    uint32_t completes;        /* bytes that the mbarrier is told of */
    uint32_t kept;             /* of each 16 bytes, those that are written: bits */
    const Reduction *reduces;  /* NULL: a plain copy */
    struct TensorCopy *tensor; /* NULL: one piece of memory; to be freed */
    unsigned char data[16];
};

/* All bytes of the copy are written: for `kept`. */
#define BULK_WHOLE 0xffffu

/* The same place in the shared memory of another block of the cluster. */
static inline void move_to_block(AccessRange *range, const Block *owner)
{
    range->owner = owner;
    range->at = owner->shared + range->address;
}

/* False: no memory. When far too many are under way the oldest land, as they may at any time. */
bool bulk_add(const BulkCopy *copy);
/* Tells observers of an access of one of the copy's lanes; `stored` as in SimAccess. */
void bulk_tell(const BulkCopy *copy, const AccessRange *range, SimAccessKind kind, uint64_t bytes,
               const unsigned char *stored);
/* Those that complete on the mbarrier at this place land. False: the run is over. */
bool bulk_land(Cluster *cluster, const unsigned char *mbarrier);
void bulk_commit(SimWarp *warp, uint32_t mask);
/* The lanes' copies land, but for those of their newest `groups` committed groups and those not
 * committed yet. */
bool bulk_wait(SimWarp *warp, uint32_t mask, uint32_t groups);
/* All that the block has begun lands. */
void bulk_finish(const Block *block);

#endif
