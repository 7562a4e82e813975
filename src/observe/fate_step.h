/* What an instruction on whole numbers and conditions makes of known operands. */
#ifndef CULAB_OBSERVE_FATE_STEP_H
#define CULAB_OBSERVE_FATE_STEP_H

#include <stdbool.h>
#include <stdint.h>

#include "ptx/ir.h"

/* Only registers and numbers are its sources, and its result is all that it does. */
bool fate_is_plain(const PtxInst *inst);
/* `from`: operands 1, 2, ... False: not worked out here. */
bool fate_value(const PtxInst *inst, const uint64_t *from, uint32_t count, uint64_t *out);

#endif
