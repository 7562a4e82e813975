/* The bits of a result that are chance, by those of its sources: one rule for each kind of
 * instruction, for one lane. */
#ifndef CULAB_OBSERVE_UNDEFINED_RULES_H
#define CULAB_OBSERVE_UNDEFINED_RULES_H

#include <stdbool.h>
#include <stdint.h>

#include "ptx/ir.h"

typedef struct UndefinedWord {
    uint64_t value;
    uint64_t bits; /* of it that are chance */
    bool known;    /* what the others are */
} UndefinedWord;

enum { UNDEFINED_SOURCES = 5 };
typedef struct UndefinedCase {
    const PtxInst *inst;
    uint32_t width; /* of the result, in bits */
    uint32_t count;
    UndefinedWord from[UNDEFINED_SOURCES]; /* operands 1, 2, ... */
} UndefinedCase;

static inline uint64_t undefined_ones(uint32_t width)
{
    return width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

/* Of an instruction with registers as sources and one register, or two alike, as result. */
uint64_t undefined_result(const UndefinedCase *now);
/* Whether it hands on what it got, without having computed with it. */
bool undefined_is_copy(const PtxInst *inst);

#endif
