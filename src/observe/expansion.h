/* Instructions of PTX that the machine has none for: what stands for them. */
#ifndef CULAB_OBSERVE_EXPANSION_H
#define CULAB_OBSERVE_EXPANSION_H

#include "observe/inst_class.h"

/* What all threads do; numbers that need more (infinities, denormals, halves that are not 0) are
 * seen to elsewhere. */
typedef struct Expansion {
    uint8_t flops[FLOP_KINDS]; /* of the instruction's own width */
    uint8_t single_fmas;       /* of single precision, in those of double precision */
    uint8_t conversions; /* and the instructions of single precision between them, which are */
    uint8_t singles;     /* no sums or products */
    uint8_t branches;    /* around what is done elsewhere */
} Expansion;

/* As ptxas of CUDA 13.0 translates it for compute capabilities 8.0 and 9.0; NULL: it is one. */
const Expansion *expansion_of(const PtxInst *inst);

#endif
