/* Requests and sectors of one instruction of a warp in textures or surfaces (recorded on an H200).
 */
#ifndef CULAB_OBSERVE_LOOK_H
#define CULAB_OBSERVE_LOOK_H

#include "observe/figures.h"

/* The counters of looks like this one. */
Counter look_first(const SimLook *look);
/* Whether it is known what the device does: neither where there are several levels or a lane looks
 * several times, nor where the filter takes parts of four lanes that have elements in no order. */
bool look_is_known(const SimLook *look);
/* Lanes are served some at a time, a request each; of what neighbours need that are served together
 * each sector counts once. */
void look_count(const SimLook *look, bool first_level, uint32_t *requests, uint32_t *sectors);
/* Whether the instruction, which says at which level, always says 0. */
bool look_is_first_level(const PtxFunction *function, const PtxInst *inst);

#endif
