/* Single steps of arithmetic in floating point: what they are given, and whether they can make of
 * it what is not finite. */
#ifndef CULAB_OBSERVE_FLOAT_STEP_H
#define CULAB_OBSERVE_FLOAT_STEP_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/observer.h"

enum { FLOAT_OPERANDS = 3 };
typedef struct FloatStep {
    uint32_t count;
    double operands[FLOAT_OPERANDS];
    bool known; /* all of them */
} FloatStep;

/* The operands of an instruction on numbers of that type as they are now; NaN: not known. */
FloatStep float_step(const SimWarpInfo *warp, const PtxInst *inst, uint32_t lane, PtxType type);
/* Whether an instruction makes a number of the type that is not finite of these, which are finite.
 * Of one that isn't known here: true. */
bool float_step_leaves(const PtxInst *inst, const FloatStep *step, PtxType type);
/* Whether a sum, a product or a quotient of these is NaN. */
bool float_step_gives_nan(const PtxInst *inst, const FloatStep *step);
/* Divisions, roots, logarithms and powers: what other instructions make is finite as long as their
 * operands are moderate. PTX_TYPE_NONE: no such one; else the type of its numbers. */
PtxType float_step_steep(const PtxInst *inst);
/* For a steep instruction that is about to be executed: the lanes of `mask` in which it makes what
 * is not finite of finite numbers. */
uint32_t float_step_births(const SimWarpInfo *warp, const PtxInst *inst, uint32_t mask);

#endif
