/* What the lowest four bits of a function's registers always are, as far as the code tells: how
 * addresses are aligned. */
#ifndef CULAB_OBSERVE_LOW_BITS_H
#define CULAB_OBSERVE_LOW_BITS_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/observer.h"

enum { LOW_BITS = 4 };

typedef struct LowBits {
    bool number;   /* made of numbers alone */
    uint8_t known; /* how many, from the lowest up: 0 to LOW_BITS */
    uint8_t value; /* of those */
} LowBits;

/* By register, malloc()ed; NULL: no memory. Variables in shared memory lie as the launch says. */
LowBits *low_bits_find(const PtxFunction *function, const SimLaunchInfo *launch);
/* Of an address operand: base and offset together. */
LowBits low_bits_address(const LowBits *registers, const SimLaunchInfo *launch,
                         const PtxOperand *address);

#endif
