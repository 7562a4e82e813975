/* What instructions and special registers do, wherever they stand. */
#ifndef CULAB_PTX_EFFECT_H
#define CULAB_PTX_EFFECT_H

#include <stdbool.h>

#include "ptx/ir.h"

/* Whether its first operand is what it gives: registers, or the results of a call. */
bool ptx_has_result(const PtxInst *inst);
/* Whether it gives the time, which is another at each reading. */
bool ptx_special_is_clock(PtxSpecial special);

#endif
