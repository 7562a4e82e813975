/* From what PTX instructions did to what those of the machine code do that the compiler makes of
 * them. */
#ifndef CULAB_OBSERVE_AS_COMPILED_H
#define CULAB_OBSERVE_AS_COMPILED_H

#include "observe/compiled.h"
#include "observe/spot.h"

/* Instructions that load, store and copy are counted where a predicate lets no lane through as
 * well. */
bool counts_when_off(const PtxInst *inst);
/* Of one place's counters; once for each, when the launch has ended. */
void spot_as_compiled(Spots *spots, uint32_t number, Compiled *compiled, uint32_t sm);

#endif
