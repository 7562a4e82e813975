/* Which instructions are steps of an index computation, and what they come to. */
#ifndef CULAB_OBSERVE_INDEX_STEP_H
#define CULAB_OBSERVE_INDEX_STEP_H

#include <stdbool.h>
#include <stdint.h>

#include "observe/flow.h"

enum { INDEX_DEPTH = 8 /* of a tree of steps, at most */ };

/* The definition, if it is a sum, difference or product of such as can be looked at. */
const PtxInst *index_step_of(const Flow *flow, uint32_t reg);
/* What it comes to in 64 bits, of its operands from the second on. False: more than they hold. */
bool index_step_value(const PtxInst *step, int64_t a, int64_t b, int64_t c, int64_t *out);

#endif
