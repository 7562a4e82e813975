/* A proof that blocks keep apart: that no block touches a byte of memory that another one stores.
 *
 * Then it makes no difference which of them run at the same time, and a team (team.h) needs no
 * drafts. The proof is made for one launch, whose parameters and dimensions are known: the address
 * of each access to global memory is followed back to a sum of multiples of indices (affine.h),
 * within what the branches before it leave of their ranges. Whatever else a kernel does that
 * blocks could know each other by, or that isn't understood, means: not proven.
 *
 * A fault ends the launch whenever it comes, and what blocks have stored until then differs from a
 * run in order. Nobody can see it: the memory stored to is the device's own, which no call reaches
 * after a fault. */
#ifndef CULAB_SIM_ENGINE_APART_H
#define CULAB_SIM_ENGINE_APART_H

#include "sim/engine/engine.h"

bool blocks_keep_apart(const EngineLaunch *launch);
/* The same for threads and the bytes from `start` to `end`: no thread touches one of them that
 * another thread stores. See SimLaunchInfo.threads_apart. */
bool threads_keep_apart(const void *launch, uint64_t start, uint64_t end,
                        bool (*elsewhere)(void *state, const PtxInst *inst), void *state);

#endif
