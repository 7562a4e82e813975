/* Loads and stores of neighbours in shared memory that the machine's compiler makes one of. */
#ifndef CULAB_OBSERVE_SHARED_VECTOR_H
#define CULAB_OBSERVE_SHARED_VECTOR_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/observer.h"

typedef struct SharedPart {
    uint8_t bytes; /* of what is loaded or stored in its place; 0: it stays as it is */
    int8_t skip;   /* bytes that this begins before it */
    uint8_t other; /* bytes on from there the same is done once more; 0: not */
    bool joined;   /* part of a vector that another one begins: there is no such instruction */
} SharedPart;

/* By instruction, malloc()ed; NULL: no memory. As ptxas of CUDA 13.0 does it: 4- and 8-byte
 * elements within one aligned place of 8 or 16 bytes, in straight code, where no access between
 * them may be to the same. */
SharedPart *shared_vectors_find(const PtxFunction *function, const SimLaunchInfo *launch);

#endif
