/* What an index computation may come to, by what is known before the launch. */
#ifndef CULAB_OBSERVE_INDEX_RANGE_H
#define CULAB_OBSERVE_INDEX_RANGE_H

#include "observe/flow.h"
#include "sim/observer.h"

typedef struct IndexRange {
    int64_t low, high;
} IndexRange;

/* Of a register that no step makes. False: nothing is known. */
bool index_leaf_range(const Flow *flow, const SimLaunchInfo *launch, uint32_t reg, IndexRange *out);
/* What a tree may come to while unknown leaves are in `unknown`. False: too much to say. */
bool index_range_of(const Flow *flow, const SimLaunchInfo *launch, const PtxOperand *operand,
                    IndexRange unknown, uint32_t depth, IndexRange *out);
bool index_range_fits(IndexRange range, bool is_signed);

#endif
