/* Vector loads of which not all elements are read: the machine's compiler loads those that are. */
#ifndef CULAB_OBSERVE_VECTOR_PART_H
#define CULAB_OBSERVE_VECTOR_PART_H

#include "observe/shared_vector.h"

/* Enters such loads into `parts`, which are by instruction, as ptxas of CUDA 13.0 does it: of four
 * words three or more are loaded as four; two of one aligned place of 8 bytes as one; else each by
 * itself; and of four short elements a single one. Without memory all stays as it is. */
void vector_parts_find(const PtxFunction *function, SharedPart *parts);

#endif
