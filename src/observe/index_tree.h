/* 32-bit index computations as trees: sums, differences and products over registers that are made
 * in other ways, the leaves. What a tree comes to is computed in 64 bits, so that it is known
 * whether the 32 bits of the program hold it. Masks, remainders and hashes are leaves: there a
 * wrap-around is meant. */
#ifndef CULAB_OBSERVE_INDEX_TREE_H
#define CULAB_OBSERVE_INDEX_TREE_H

#include "observe/flow.h"
#include "observe/index_plan.h"
#include "sim/observer.h"

enum { INDEX_LEAVES = 4, INDEX_ROOTS = 4 };

/* A register that is widened to 64 bits on its way to an address. */
typedef struct IndexRoot {
    uint32_t reg;
    bool is_signed;      /* how it is widened */
    uint32_t limit;      /* while no leaf is this far from 0 or farther, nothing overflows */
    uint32_t leaf_count; /* those of which nothing is known before they are there */
    uint32_t leaves[INDEX_LEAVES];
    const PtxInst *made; /* the instruction that computes it */
    IndexPlan plan;
} IndexRoot;

typedef struct IndexRoots {
    uint32_t count;
    IndexRoot roots[INDEX_ROOTS];
} IndexRoots;

/* The roots of an address that may overflow in this launch; those that can't are left out. */
void index_roots_find(const Flow *flow, const SimLaunchInfo *launch, const PtxOperand *address,
                      IndexRoots *out);
/* Whether some lane's leaf is beyond the limit, so that it is worth a look. */
bool index_root_is_far(const IndexRoot *root, const SimWarpInfo *warp, uint32_t mask);
/* Whether every lane's root certainly is what it should be. */
bool index_root_holds(const IndexRoot *root, const SimWarpInfo *warp, uint32_t mask);
/* What the root should be in this lane; false: it is that. */
bool index_root_overflows(const Flow *flow, const IndexRoot *root, const SimWarpInfo *warp,
                          uint32_t lane, int64_t *meant, int64_t *is);
/* "50000 * 50000 + 7": the root's last step in this lane. */
void index_root_describe(const Flow *flow, const IndexRoot *root, const SimWarpInfo *warp,
                         uint32_t lane, char *out, size_t size);

#endif
