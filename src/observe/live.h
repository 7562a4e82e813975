/* Registers that a function may read on some way before it has written them, or that come of
 * divisions, and all that may be made of what they hold: what the compiler says, not what happens.
 */
#ifndef CULAB_OBSERVE_LIVE_H
#define CULAB_OBSERVE_LIVE_H

#include <stdbool.h>
#include <stdint.h>

#include "ptx/ir.h"

typedef struct Live {
    uint32_t *numbers; /* by register: 1, 2, ... for those that matter; 0: always defined */
    uint32_t count;    /* how many matter */
    uint32_t entry;    /* the first so many of them may be read before they are written */
} Live;

/* False: no memory. Without a register that matters `numbers` is NULL. */
bool live_find(const PtxFunction *function, Live *out);
/* The same of the results of integer divisions whose divisor may be zero, and all that may be made
 * of them; none is read before it is written. */
bool live_find_divided(const PtxFunction *function, Live *out);
void live_free(Live *live);
static inline uint32_t live_number(const Live *live, uint32_t reg)
{
    return live->numbers ? live->numbers[reg] : 0;
}
/* Whether the instruction reads or writes one that matters. */
bool live_concerns(const Live *live, const PtxInst *inst);

#endif
