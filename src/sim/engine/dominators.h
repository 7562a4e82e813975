/* A function's basic blocks, and through which of them every way to another one leads. */
#ifndef CULAB_SIM_ENGINE_DOMINATORS_H
#define CULAB_SIM_ENGINE_DOMINATORS_H

#include <stdbool.h>
#include <stdint.h>

#include "ptx/ir.h"

#define NO_BLOCK UINT32_MAX

/* A straight run of instructions: only its first is jumped to, only its last jumps. */
typedef struct CodeBlock {
    uint32_t first, end;  /* instructions */
    uint32_t fall, taken; /* the blocks behind it; NO_BLOCK: none */
    uint32_t ways;        /* that lead to it, the function's begin being one */
    uint32_t order;       /* its place in Dominators.order; NO_BLOCK: nothing leads there */
    uint32_t above;       /* its immediate dominator; of the first block itself */
} CodeBlock;

typedef struct Dominators {
    CodeBlock *blocks;
    uint32_t count;
    uint32_t *block_of; /* by instruction */
    uint32_t *order;    /* blocks, each behind its dominators, [order_count] */
    uint32_t order_count;
} Dominators;

/* Of a function without jumps by tables. False: no memory; dominators_free() is due all the same.
 */
bool dominators_find(const PtxFunction *function, Dominators *code);
void dominators_free(Dominators *code);
/* Whether every way to block `b` leads through block `a`; each block does to itself. */
bool dominates(const Dominators *code, uint32_t a, uint32_t b);

#endif
