/* A step of arithmetic as a person writes it, with its numbers: "0 / 0", "sqrt(-1)". */
#ifndef CULAB_OBSERVE_FLOAT_FORMULA_H
#define CULAB_OBSERVE_FLOAT_FORMULA_H

#include <stddef.h>

#include "observe/float_step.h"

/* "NaN", "-infinity", "0.5" */
const char *float_text(double value, char *out, size_t size);
/* Adds "0 / 0 (div.rn.f32)", or "tanh.approx.f32 of 2" for what has no form of its own. */
void float_formula_add(const PtxInst *inst, const FloatStep *step, char *text, size_t size);

#endif
