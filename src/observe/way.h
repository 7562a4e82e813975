/* How an address was made, as code that isn't optimised spells it out: from a variable or a
 * parameter, addition by addition. */
#ifndef CULAB_OBSERVE_WAY_H
#define CULAB_OBSERVE_WAY_H

#include "observe/flow.h"

#define WAY_LARGEST (INT64_C(1) << 40) /* of numbers that can be meant */

typedef struct WayStep {
    bool scaled;    /* plus a register's value, which counts things of `number` bytes */
    int64_t number; /* else: plus this */
    uint32_t from;  /* the register with the address before it */
} WayStep;

typedef enum WayRoot {
    WAY_NOWHERE, /* it can't be told */
    WAY_LOCAL,   /* a variable of the function's own, in local memory */
    WAY_SYMBOL,  /* another variable */
    WAY_POINTER, /* a parameter, or what was loaded from one */
} WayRoot;

enum { WAY_STEPS = 16 };
typedef struct Way {
    WayRoot root;
    uint32_t reg;             /* holds the address that it begins with */
    const PtxSymbol *symbol;  /* of a variable; of one in local memory, all of the function's */
    uint64_t start;           /* where it begins in that */
    WayStep steps[WAY_STEPS]; /* the last one first */
    uint32_t count;
} Way;

/* To the address in register `reg`. */
void way_find(const Flow *flow, uint32_t reg, Way *out);
/* Whether the register `from`, which the address in `reg` was made of, holds at `access` what that
 * was made of: it is not set again in between. */
bool way_holds(const Flow *flow, uint32_t from, uint32_t reg, const PtxInst *access);

#endif
