/* What an access may touch by the types of the variables that its address was made of, as far as
 * code that isn't optimised, with debug information, tells. Found once for an instruction. */
#ifndef CULAB_OBSERVE_LIMITS_H
#define CULAB_OBSERVE_LIMITS_H

#include "debug/objects.h"
#include "observe/flow.h"

/* An array that is part of something, as an index goes into it: tile[y][HERE], p->items[HERE]. */
typedef struct LimitPart {
    uint32_t reg;            /* holds the address that the index was added to */
    int64_t low, high;       /* bytes that are the array's, counted from there */
    uint64_t element;        /* bytes of one */
    const DwarfEntry *array; /* NULL: not known */
    uint32_t dimension;      /* of the array's type, that the index is of */
    bool row;                /* a row of an array of more dimensions; else a member */
    bool doubtful;           /* the first bytes of a struct: all of the struct may be meant */
} LimitPart;

enum { LIMIT_PARTS = 3 };
typedef struct Limits {
    /* A variable of the function's own in local memory, that begins at byte `start` there. */
    bool local;
    uint64_t start;
    DebugObject own;
    bool rooted; /* and `root_reg` holds its address */
    /* What the address was made of: the variable, or what a parameter points at. Its type is NULL
     * where that isn't known. */
    bool pointer;      /* a parameter; `root` is the type it points at */
    uint32_t root_reg; /* holds its address */
    DebugObject root;
    /* The pointer that the function was called with; PTX_NO_REG: it was not made of one. */
    uint32_t argument;
    const PtxSymbol *param; /* that parameter */
    bool starts;            /* it is the address of a variable's start, whoever calls */
    LimitPart parts[LIMIT_PARTS];
    uint32_t part_count;
} Limits;

/* Of an instruction that accesses memory. */
void limits_find(DebugObjects *objects, const Flow *flow, const PtxInst *inst, Limits *out);

#endif
