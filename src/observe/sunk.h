/* Arithmetic that the machine does later than the PTX says: whose result is used nowhere but behind
 * the branch that its straight code ends with, by the lanes that don't take it, as the last sum of
 * a reduction is. */
#ifndef CULAB_OBSERVE_SUNK_H
#define CULAB_OBSERVE_SUNK_H

#include <stdint.h>

#include "ptx/ir.h"

/* By instruction the one that it is executed with, mostly itself; malloc()ed, NULL: no memory. As
 * ptxas of CUDA 13.0 does it for compute capability `sm`. */
uint32_t *sunk_find(const PtxFunction *function, uint32_t sm);

#endif
