/* Stores that prepare what printf() is given: compilers lay its arguments into the frame and hand
 * over where. */
#ifndef CULAB_OBSERVE_PRINTED_H
#define CULAB_OBSERVE_PRINTED_H

#include "observe/flow.h"

/* Sets marks[i], [inst_count], for each store behind the last label or jump before a call of
 * vprintf that lies at a fixed distance behind the start of its arguments. */
void printed_find(const Flow *flow, uint8_t *marks);

#endif
