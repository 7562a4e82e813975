/* Which registers a function may still read. */
#ifndef CULAB_SIM_ENGINE_LIVENESS_H
#define CULAB_SIM_ENGINE_LIVENESS_H

#include "ptx/ir.h"

typedef struct Liveness Liveness;

/* NULL: no memory, or the function is too large for the search. */
Liveness *liveness_new(const PtxFunction *function);
void liveness_free(Liveness *liveness);
/* Registers that may be read from an instruction on, itself included, before they are written: one
 * bit each, in so many words. Holds until the next call. */
const uint64_t *liveness_at(Liveness *liveness, uint32_t inst);
uint32_t liveness_words(const Liveness *liveness);

#endif
