/* Bulk copies and asynchronous stores that are under way (ISA 9.7.9.25.4, 9.7.9.12, 9.7.13.8).
 *
 * They land when somebody looks whether they have: at a test of the mbarrier that they complete on,
 * at a wait for their group, or at the end of their block; so that a wait that is missing shows. */
#ifndef CULAB_SIM_ENGINE_BULK_H
#define CULAB_SIM_ENGINE_BULK_H

#include "sim/engine/cluster.h"
#include "sim/engine/reduce.h"

/* One end of a copy. */
typedef struct BulkEnd {
    unsigned char *at;  /* host */
    uint64_t address;   /* as observers see it: an offset in shared memory */
    const Block *owner; /* of shared memory; NULL: global */
} BulkEnd;

struct BulkCopy {
    SimWarp *warp;
    const SimInst *inst;
    uint32_t lane;
    uint32_t group;
    BulkEnd to, from, mbarrier; /* from.at NULL: `data`; mbarrier.at NULL: belongs to a group */
    uint64_t bytes;
    uint32_t completes;       /* bytes that the mbarrier is told of */
    const Reduction *reduces; /* NULL: a plain copy */
    unsigned char data[16];
};

bool bulk_add(const BulkCopy *copy); /* false: no memory */
/* Those that complete on the mbarrier at this place land. False: the run is over. */
bool bulk_land(Cluster *cluster, const unsigned char *mbarrier);
void bulk_commit(SimWarp *warp, uint32_t mask);
/* The lanes' copies land, but for those of their newest `groups` committed groups and those not
 * committed yet. */
bool bulk_wait(SimWarp *warp, uint32_t mask, uint32_t groups);
/* All that the block has begun lands. */
void bulk_finish(const Block *block);

#endif
