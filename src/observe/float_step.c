/* Single steps of arithmetic in floating point. */
#include "observe/float_step.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "observe/float_cause.h"
#include "observe/wide.h"

enum { LANES = 32 };

static double operand_number(const SimWarpInfo *warp, const PtxOperand *operand, uint32_t lane,
                             PtxType type, bool *known)
{
    uint64_t bits = (uint64_t)operand->imm;
    if (operand->kind == PTX_OPERAND_REG) {
        const char *lanes = warp->lanes(warp->frame, operand->reg);
        uint32_t bytes = ptx_type_bytes(warp->function->regs[operand->reg].type);
        const char *value = lanes + (size_t)lane * bytes;
        *known &= lanes && bytes == ptx_type_bytes(type) && !float_is_forgotten(value, bytes);
        return *known ? float_number(type, value) : (double)NAN;
    }
    if (operand->is_f32 || operand->is_f64)
        return float_number(operand->is_f32 ? PTX_F32 : PTX_F64, &bits);
    return (double)operand->imm;
}

FloatStep float_step(const SimWarpInfo *warp, const PtxInst *inst, uint32_t lane, PtxType type)
{
    FloatStep step = {.known = float_type_of_half(type) == type || inst->op == PTX_OP_CVT};
    bool converts = inst->op == PTX_OP_CVT && inst->type_count == 2;
    bool taken = !converts || ptx_type_kind(inst->types[1]) == PTX_KIND_FLOAT;
    if (converts)
        type = inst->types[1];
    for (uint32_t i = 1; taken && i < inst->operand_count && step.count < FLOAT_OPERANDS; i++)
        step.operands[step.count++] =
            operand_number(warp, &inst->operands[i], lane, type, &step.known);
    return step;
}

/* -- what comes of them */

static double largest(PtxType type)
{
    const double bfloat = 0x1.fep127;
    return type == PTX_F16    ? 65504.0
           : type == PTX_BF16 ? bfloat
           : type == PTX_F32  ? (double)FLT_MAX
                              : DBL_MAX;
}

/* Subnormal numbers count as 0 with .ftz. */
static double flushed(const PtxInst *inst, double value)
{
    return ptx_has(inst, PTX_MOD_FTZ) && fabs(value) < (double)FLT_MIN ? copysign(0, value) : value;
}

/* What it comes to in double precision; false: that isn't known here. */
static bool step_value(const PtxInst *inst, const FloatStep *step, double *out)
{
    double a = flushed(inst, step->operands[0]), b = flushed(inst, step->operands[1]);
    switch (inst->op) {
    case PTX_OP_ADD:
        *out = a + b;
        return true;
    case PTX_OP_SUB:
        *out = a - b;
        return true;
    case PTX_OP_MUL:
        *out = a * b;
        return true;
    case PTX_OP_FMA:
    case PTX_OP_MAD:
        *out = fma(a, b, step->operands[2]);
        return true;
    case PTX_OP_DIV:
        *out = a / b;
        return true;
    case PTX_OP_RCP:
        *out = 1 / a;
        return true;
    case PTX_OP_SQRT:
        *out = sqrt(a);
        return true;
    case PTX_OP_RSQRT:
        *out = 1 / sqrt(a);
        return true;
    case PTX_OP_LG2:
        *out = log2(a);
        return true;
    case PTX_OP_EX2:
        *out = exp2(a);
        return true;
    default:
        return false;
    }
}

bool float_step_leaves(const PtxInst *inst, const FloatStep *step, PtxType type)
{
    double result;
    return !step_value(inst, step, &result) || !(fabs(result) <= largest(type));
}

bool float_step_gives_nan(const PtxInst *inst, const FloatStep *step)
{
    double result;
    return step_value(inst, step, &result) && isnan(result);
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

/* A quick look at all lanes at once, by signs and exponents alone: could a quotient be too large,
 * or its divisor 0; could a root be one of a number below 0, a logarithm or a reciprocal one of 0?
 * What may be flushed to 0 counts as 0. T: what holds the bits, S bits of sign and exponent. */
#define QUICK_LOOKS(SUFFIX, T, S)                                                            \
    enum { FRACTION##SUFFIX = sizeof(T) * 8 - (S), EXPONENTS##SUFFIX = (1 << ((S)-1)) - 1 }; \
    static OBSERVE_WIDE bool quotient_could##SUFFIX(const T *over, const T *under)           \
    {                                                                                        \
        T found = 0;                                                                         \
        for (int i = 0; i < LANES; i++) {                                                    \
            const T a = over[i] >> FRACTION##SUFFIX & EXPONENTS##SUFFIX;                     \
            const T b = under[i] >> FRACTION##SUFFIX & EXPONENTS##SUFFIX;                    \
            found |= (T)(b == 0) | (T)(a >= b + EXPONENTS##SUFFIX / 2);                      \
        }                                                                                    \
        return found;                                                                        \
    }                                                                                        \
    static OBSERVE_WIDE bool root_could##SUFFIX(const T *of)                                 \
    {                                                                                        \
        T found = 0;                                                                         \
        for (int i = 0; i < LANES; i++)                                                      \
            found |= (T)(of[i] < (T)1 << FRACTION##SUFFIX);                                  \
        return found;                                                                        \
    }
QUICK_LOOKS(_single, int32_t, 9)
QUICK_LOOKS(_double, int64_t, 12)

static OBSERVE_WIDE bool power_could(const float *exponents)
{
    uint32_t found = 0;
    for (int i = 0; i < LANES; i++)
        found |= exponents[i] >= 128.0F;
    return found;
}

/* One operand of all lanes, which a constant is written to `room` for. NULL: not known. */
static const void *operand_lanes(const SimWarpInfo *warp, const PtxOperand *operand, PtxType type,
                                 int64_t room[LANES])
{
    const uint32_t bytes = ptx_type_bytes(type);
    if (operand->kind == PTX_OPERAND_REG)
        return ptx_type_bytes(warp->function->regs[operand->reg].type) == bytes
                   ? warp->lanes(warp->frame, operand->reg)
                   : NULL;
    bool known = true; /* a constant is */
    const double wide = operand_number(warp, operand, 0, type, &known);
    const float single = (float)wide;
    for (uint32_t i = 0; i < LANES; i++)
        memcpy((char *)room + (size_t)i * bytes, bytes == 4 ? (const void *)&single : &wide, bytes);
    return room;
}

/* Of steep instructions on F32 and F64; true also where that isn't easily seen. */
static bool could_bear(const SimWarpInfo *warp, const PtxInst *inst, PtxType type)
{
    static const PtxOperand one = {.kind = PTX_OPERAND_IMM, .imm = 1};
    const PtxOperand *last = &inst->operands[inst->operand_count - 1];
    const PtxOperand *first = inst->op == PTX_OP_RCP ? &one : last - 1;
    int64_t first_room[LANES], last_room[LANES];
    const bool quotient = inst->op == PTX_OP_DIV || inst->op == PTX_OP_RCP;
    const void *of = operand_lanes(warp, last, type, last_room);
    const void *over = quotient ? operand_lanes(warp, first, type, first_room) : of;
    if (!of || !over)
        return true;
    if (inst->op == PTX_OP_EX2)
        return type != PTX_F32 || power_could(of);
    if (quotient)
        return type == PTX_F32 ? quotient_could_single(over, of) : quotient_could_double(over, of);
    return type == PTX_F32 ? root_could_single(of) : root_could_double(of);
}

uint32_t float_step_births(const SimWarpInfo *warp, const PtxInst *inst, uint32_t mask)
{
    PtxType type = float_step_steep(inst);
    uint32_t births = 0;
    if (type != PTX_F16 && !could_bear(warp, inst, type))
        return 0;
    for (uint32_t left = mask; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        FloatStep step = float_step(warp, inst, lane, type);
        if (is_finite_step(&step) && float_step_leaves(inst, &step, type))
            births |= UINT32_C(1) << lane;
    }
    return births;
}
