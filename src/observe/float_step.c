/* Single steps of arithmetic in floating point. */
#include "observe/float_step.h"

#include <float.h>
#include <math.h>

#include "observe/float_cause.h"

static double operand_number(const SimWarpInfo *warp, const PtxOperand *operand, uint32_t lane,
                             PtxType type)
{
    uint64_t bits = (uint64_t)operand->imm;
    if (operand->kind == PTX_OPERAND_REG) {
        const char *lanes = warp->lanes(warp->frame, operand->reg);
        uint32_t bytes = ptx_type_bytes(warp->function->regs[operand->reg].type);
        return lanes && bytes == ptx_type_bytes(type)
                   ? float_number(type, lanes + (size_t)lane * bytes)
                   : (double)NAN;
    }
    if (operand->is_f32 || operand->is_f64)
        return float_number(operand->is_f32 ? PTX_F32 : PTX_F64, &bits);
    return (double)operand->imm;
}

FloatStep float_step(const SimWarpInfo *warp, const PtxInst *inst, uint32_t lane, PtxType type)
{
    FloatStep step = {0};
    bool converts = inst->op == PTX_OP_CVT;
    for (uint32_t i = 1; i < inst->operand_count && step.count < FLOAT_OPERANDS; i++)
        if (!converts || ptx_type_bytes(inst->types[1]) == ptx_type_bytes(type))
            step.operands[step.count++] = operand_number(warp, &inst->operands[i], lane, type);
    return step;
}

/* -- what comes of them */

static double largest(PtxType type)
{
    return type == PTX_F16 ? 65504.0 : type == PTX_F32 ? (double)FLT_MAX : DBL_MAX;
}

/* Subnormal numbers count as 0 with .ftz. */
static double flushed(const PtxInst *inst, double value)
{
    return ptx_has(inst, PTX_MOD_FTZ) && fabs(value) < (double)FLT_MIN ? copysign(0, value) : value;
}

bool float_step_leaves(const PtxInst *inst, const FloatStep *step, PtxType type)
{
    double a = flushed(inst, step->operands[0]), b = flushed(inst, step->operands[1]), result;
    switch (inst->op) {
    case PTX_OP_ADD:
        result = a + b;
        break;
    case PTX_OP_SUB:
        result = a - b;
        break;
    case PTX_OP_MUL:
        result = a * b;
        break;
    case PTX_OP_FMA:
    case PTX_OP_MAD:
        result = fma(a, b, step->operands[2]);
        break;
    case PTX_OP_DIV:
        result = a / b;
        break;
    case PTX_OP_RCP:
        result = 1 / a;
        break;
    case PTX_OP_SQRT:
        result = sqrt(a);
        break;
    case PTX_OP_RSQRT:
        result = 1 / sqrt(a);
        break;
    case PTX_OP_LG2:
        result = log2(a);
        break;
    case PTX_OP_EX2:
        result = exp2(a);
        break;
    default:
        return true;
    }
    return !(fabs(result) <= largest(type));
}

static bool is_finite_step(const FloatStep *step)
{
    for (uint32_t i = 0; i < step->count; i++)
        if (!isfinite(step->operands[i]))
            return false;
    return step->count > 0;
}

PtxType float_step_steep(const PtxInst *inst)
{
    PtxType type = inst->type_count ? inst->types[0] : PTX_TYPE_NONE;
    bool steep = inst->op == PTX_OP_DIV || inst->op == PTX_OP_RCP || inst->op == PTX_OP_SQRT ||
                 inst->op == PTX_OP_RSQRT || inst->op == PTX_OP_LG2 || inst->op == PTX_OP_EX2;
    return steep && (type == PTX_F16 || type == PTX_F32 || type == PTX_F64) ? type : PTX_TYPE_NONE;
}

/* A quick look at all lanes: is the last operand one that could do it? For what is divided, that
 * depends on the other one too: quotients by less than 1 are looked at. */
static bool could_bear(const SimWarpInfo *warp, const PtxInst *inst)
{
    const PtxOperand *last = &inst->operands[inst->operand_count - 1];
    const float *lanes = last->kind == PTX_OPERAND_REG ? warp->lanes(warp->frame, last->reg) : NULL;
    const float below = inst->op == PTX_OP_EX2 ? -128.0F : inst->op == PTX_OP_DIV ? 1.0F : FLT_MIN;
    const bool both = inst->op == PTX_OP_DIV || inst->op == PTX_OP_RCP;
    uint32_t found = 0;
    if (!lanes)
        return true;
    for (int i = 0; i < 32; i++) {
        float value = inst->op == PTX_OP_EX2 ? -lanes[i] : both ? fabsf(lanes[i]) : lanes[i];
        found |= value < below || value == below;
    }
    return found;
}

uint32_t float_step_births(const SimWarpInfo *warp, const PtxInst *inst, uint32_t mask)
{
    PtxType type = float_step_steep(inst);
    uint32_t births = 0;
    if (type == PTX_F32 && !could_bear(warp, inst))
        return 0;
    for (uint32_t left = mask; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        FloatStep step = float_step(warp, inst, lane, type);
        if (is_finite_step(&step) && float_step_leaves(inst, &step, type))
            births |= UINT32_C(1) << lane;
    }
    return births;
}
