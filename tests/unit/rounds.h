/* How often a test repeats what it does by chance. */
#ifndef CULAB_TESTS_UNIT_ROUNDS_H
#define CULAB_TESTS_UNIT_ROUNDS_H

#include <stdint.h>
#include <stdlib.h>

/* Under memcheck, which sets $CULAB_FEW_ROUNDS, a part of them: there it is the use of memory that
 * is looked at, the same in each round; the values are looked at without it. */
static inline uint32_t rounds(uint32_t count)
{
    enum { PART = 16 };
    return getenv("CULAB_FEW_ROUNDS") ? (count + PART - 1) / PART : count;
}

#endif
