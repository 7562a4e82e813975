/* mma.m8n8k4 of f16 (ISA 9.7.14.5.1): four products at once, each of eight lanes. */
#ifndef CULAB_SIM_ENGINE_QUAD_H
#define CULAB_SIM_ENGINE_QUAD_H

#include "sim/engine/warp.h"

enum { QUAD_INPUTS = 2, QUAD_SUMS = 8 };

typedef struct Quad {
    bool a_by_row, b_by_row;
    PtxType c_type, d_type;                                              /* f16 or f32 */
    uint32_t a[QUAD_INPUTS], b[QUAD_INPUTS], c[QUAD_SUMS], d[QUAD_SUMS]; /* slots */
} Quad;

/* Registers of an operand in each lane; `input`: a or b. */
uint32_t quad_registers(bool input, PtxType type);
void quad_compute(const Quad *quad, SimWarp *warp);

#endif
