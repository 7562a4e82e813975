/* Where a number that is not finite came from. */
#include "observe/float_cause.h"

#include <math.h>
#include <string.h>

#include "observe/float_step.h"

enum {
    LANES = 32,
    DEPTH = 24,
    DEFINITIONS = 32,
    VISITED = 64,
    SERIES_REGISTERS = 96,
    SERIES_STEPS = 6,
    LIBRARY_NAN = 0x7fffffff
};

typedef struct Walk {
    const Flow *flow;
    const SimWarpInfo *warp;
    uint32_t lane;
    PtxType type;
    uint32_t visited[VISITED];
    uint32_t count;
} Walk;

static FloatCause walk(Walk *w, uint32_t reg);

static bool is_product_of_matrices(const PtxInst *inst)
{
    return inst->op == PTX_OP_MMA || (inst->op == PTX_OP_WMMA && inst->operand_count == 4 &&
                                      inst->operands[1].kind == PTX_OPERAND_VECTOR);
}

static PtxType float_result(const PtxInst *inst)
{
    PtxType type = inst->type_count ? inst->types[0] : PTX_TYPE_NONE;
    if (type == PTX_F16 && is_product_of_matrices(inst))
        return PTX_F16X2; /* so it lies in registers */
    return float_type_is(type) ? type : PTX_TYPE_NONE;
}

static bool only_moves(const PtxInst *inst)
{
    return inst->op == PTX_OP_MOV || inst->op == PTX_OP_SELP;
}

static bool comes_from_elsewhere(const PtxInst *inst)
{
    switch (inst->op) {
    case PTX_OP_LD:
    case PTX_OP_LDU:
    case PTX_OP_ATOM:
    case PTX_OP_SHFL:
    case PTX_OP_TEX:
    case PTX_OP_REDUX:
        return true;
    default:
        return false;
    }
}

static PtxType type_within(const Flow *flow, uint32_t reg, uint32_t depth)
{
    const PtxInst *definitions[DEFINITIONS];
    uint32_t count = flow_definitions(flow, reg, definitions, DEFINITIONS);
    for (uint32_t i = 0; i < count && i < DEFINITIONS && depth; i++) {
        const PtxInst *inst = definitions[i];
        PtxType type = float_result(inst);
        for (uint32_t o = 1; type == PTX_TYPE_NONE && only_moves(inst) && o < inst->operand_count;
             o++)
            if (inst->operands[o].kind == PTX_OPERAND_REG &&
                ptx_type_bytes(flow_function(flow)->regs[inst->operands[o].reg].type) > 1)
                type = type_within(flow, inst->operands[o].reg, depth - 1);
        if (type != PTX_TYPE_NONE)
            return type;
    }
    return PTX_TYPE_NONE;
}

PtxType float_type_of(const Flow *flow, uint32_t reg)
{
    PtxType declared = flow_function(flow)->regs[reg].type;
    PtxType type =
        declared == PTX_F32 || declared == PTX_F64 ? declared : type_within(flow, reg, 4);
    return ptx_type_bytes(type) == ptx_type_bytes(declared) ? type : PTX_TYPE_NONE;
}

bool float_type_is(PtxType type)
{
    return type == PTX_F32 || type == PTX_F64 || type == PTX_F16 || type == PTX_BF16 ||
           float_type_of_half(type) != type;
}

PtxType float_type_of_half(PtxType type)
{
    return type == PTX_F16X2 ? PTX_F16 : type == PTX_BF16X2 ? PTX_BF16 : type;
}

/* The bits of the half of a pair that is not finite; else of the lower one. */
static const void *half_of(PtxType half, const void *bits)
{
    const char *upper = (const char *)bits + 2;
    return float_is_finite(half, bits) && !float_is_finite(half, upper) ? upper : bits;
}

bool float_is_finite(PtxType type, const void *bits)
{
    const PtxType half = float_type_of_half(type);
    if (half != type)
        return float_is_finite(half, half_of(half, bits));
    uint64_t value = 0;
    memcpy(&value, bits, ptx_type_bytes(type));
    uint64_t exponent = type == PTX_F16    ? 0x7C00
                        : type == PTX_BF16 ? 0x7F80
                        : type == PTX_F32  ? 0x7F800000
                                           : UINT64_C(0x7FF0000000000000);
    return (value & exponent) != exponent;
}

static double half_number(uint16_t bits)
{
    int exponent = bits >> 10 & 31, mantissa = bits & 1023;
    double size = exponent == 31  ? (mantissa ? (double)NAN : (double)INFINITY)
                  : exponent == 0 ? ldexp(mantissa, -24)
                                  : ldexp(mantissa + 1024, exponent - 25);
    return bits >> 15 ? -size : size;
}

double float_number(PtxType type, const void *bits)
{
    float single;
    double wide;
    uint16_t half;
    uint32_t upper;
    switch (type) {
    case PTX_F16X2:
    case PTX_BF16X2:
        return float_number(float_type_of_half(type), half_of(float_type_of_half(type), bits));
    case PTX_BF16:
        memcpy(&half, bits, sizeof half);
        upper = (uint32_t)half << 16;
        memcpy(&single, &upper, sizeof single);
        return (double)single;
    case PTX_F16:
        memcpy(&half, bits, sizeof half);
        return half_number(half);
    case PTX_F32:
        memcpy(&single, bits, sizeof single);
        return (double)single;
    default:
        memcpy(&wide, bits, sizeof wide);
        return wide;
    }
}

static const void *value_of(const Walk *w, uint32_t reg)
{
    uint32_t bytes = ptx_type_bytes(flow_function(w->flow)->regs[reg].type);
    const char *lanes = w->warp->lanes(w->warp->frame, reg);
    return lanes && bytes > 1 ? lanes + (size_t)w->lane * bytes : NULL;
}

bool float_is_forgotten(const void *value, uint32_t bytes)
{
    for (uint32_t at = 0; value && at + 2 <= bytes; at += 2) {
        uint16_t part;
        memcpy(&part, (const char *)value + at, sizeof part);
        if (part != SIM_FORGOTTEN)
            return false;
    }
    return value != NULL;
}

static bool is_forgotten(const Walk *w, uint32_t reg)
{
    return float_is_forgotten(value_of(w, reg),
                              ptx_type_bytes(flow_function(w->flow)->regs[reg].type));
}

/* Is what an operand holds not finite, as a number of the walk's type? */
static bool is_wild(const Walk *w, const PtxOperand *operand, PtxType type)
{
    if (operand->kind == PTX_OPERAND_IMM) {
        uint64_t bits = (uint64_t)operand->imm;
        return (operand->is_f32 || operand->is_f64) &&
               !float_is_finite(operand->is_f32 ? PTX_F32 : PTX_F64, &bits);
    }
    if (operand->kind != PTX_OPERAND_REG)
        return false;
    uint32_t bytes = ptx_type_bytes(flow_function(w->flow)->regs[operand->reg].type);
    const void *value = value_of(w, operand->reg);
    return value && bytes == ptx_type_bytes(type) && !float_is_finite(type, value);
}

/* The stronger of two: what was born here explains more than what was loaded. */
static FloatCause stronger(FloatCause a, FloatCause b)
{
    FloatCause best = a.origin >= b.origin ? a : b;
    FloatCause less = a.origin >= b.origin ? b : a;
    if (less.origin == FLOAT_LOADED && !best.infinite)
        best.certain = false;
    return best;
}

static PtxType source_type(const Walk *w, const PtxInst *inst)
{
    if (inst->op == PTX_OP_CVT && inst->type_count == 2 &&
        ptx_type_kind(inst->types[1]) == PTX_KIND_FLOAT)
        return inst->types[1];
    return w->type;
}

/* -- numbers that functions of the mathematics library have for what they aren't defined for */

/* Whether a register is made of a polynomial's steps, as such functions are. */
static bool is_series(const Flow *flow, uint32_t reg)
{
    const PtxInst *definitions[DEFINITIONS];
    uint32_t regs[SERIES_REGISTERS], steps = 0;
    uint32_t count = flow_made_of(flow, reg, regs, SERIES_REGISTERS);
    for (uint32_t at = 0; at < count; at++) {
        uint32_t found = flow_definitions(flow, regs[at], definitions, DEFINITIONS);
        for (uint32_t d = 0; d < found && d < DEFINITIONS; d++)
            steps += definitions[d]->op == PTX_OP_FMA;
    }
    return steps >= SERIES_STEPS;
}

static bool is_zero(const PtxOperand *operand)
{
    return operand->kind == PTX_OPERAND_IMM && (operand->is_f32 || operand->is_f64) &&
           operand->imm == 0;
}

/* `x == 0 ? -infinity : series`: the logarithm's pole. */
static bool is_pole(const Walk *w, const PtxInst *inst)
{
    if (inst->op != PTX_OP_SELP || inst->operand_count != 4 ||
        inst->operands[1].kind != PTX_OPERAND_IMM || inst->operands[2].kind != PTX_OPERAND_REG ||
        inst->operands[3].kind != PTX_OPERAND_REG)
        return false;
    const PtxInst *test = flow_definition(w->flow, inst->operands[3].reg);
    return test && test->op == PTX_OP_SETP && ptx_has(test, PTX_MOD_EQ) &&
           test->operand_count == 3 && is_zero(&test->operands[2]) &&
           isinf(float_number(w->type, &inst->operands[1].imm)) &&
           is_series(w->flow, inst->operands[2].reg);
}

/* The NaN that the library's functions give, where others of the register's definitions are a
 * series; programs that mean one write 0x7fc00000. */
static bool is_no_value(const Walk *w, const PtxInst *mov, uint32_t reg)
{
    return w->type == PTX_F32 && (uint32_t)mov->operands[1].imm == LIBRARY_NAN &&
           is_series(w->flow, reg);
}

/* -- products of matrices, whose operands are vectors of registers */

/* The type in which operand 1 to 3 lies in registers. */
static PtxType matrix_type(const PtxInst *inst, uint32_t operand)
{
    bool all = inst->type_count > 3; /* else those of the result and of what is added */
    PtxType type = operand == 3 ? inst->types[inst->type_count - 1]
                   : all        ? inst->types[1]
                                : PTX_F16;
    return type == PTX_F16 ? PTX_F16X2 : type == PTX_BF16 ? PTX_BF16X2 : type;
}

/* The lanes of a register of pairs that hold a number that is not finite. */
static uint32_t wild_pairs(const char *lanes, PtxType half)
{
    const uint32_t exponent = half == PTX_F16 ? 0x7C00 : 0x7F80;
    uint32_t pairs[LANES], wild = 0;
    memcpy(pairs, lanes, sizeof pairs);
    for (uint32_t lane = 0; lane < LANES; lane++) {
        const bool lower = (pairs[lane] & exponent) == exponent;
        const bool upper = (pairs[lane] >> 16 & exponent) == exponent;
        wild |= (uint32_t)(lower | upper) << lane;
    }
    return wild;
}

static bool is_any_lane_wild_in(const Walk *w, const PtxOperand *item, PtxType type)
{
    Walk one = *w;
    const PtxType half = float_type_of_half(type);
    const char *lanes = w->warp->lanes(w->warp->frame, item->reg);
    const PtxType held = flow_function(w->flow)->regs[item->reg].type;
    const bool pairs = lanes && half != type && ptx_type_bytes(held) == sizeof(uint32_t);
    for (uint32_t left = pairs ? wild_pairs(lanes, half) : UINT32_MAX; left; left &= left - 1) {
        one.lane = (uint32_t)__builtin_ctz(left);
        if (!is_forgotten(&one, item->reg) && is_wild(&one, item, type))
            return true;
    }
    return false;
}

/* Each number of a product is made of many lanes' factors. */
static bool is_any_lane_wild(const Walk *w, const PtxOperand *items, PtxType type)
{
    for (uint32_t i = 0; i < items->item_count && float_type_is(type); i++)
        if (items->items[i].kind == PTX_OPERAND_REG &&
            is_any_lane_wild_in(w, &items->items[i], type))
            return true;
    return false;
}

static FloatCause walk_matrix(Walk *w, const PtxInst *inst, uint32_t reg)
{
    FloatCause found = {.origin = FLOAT_CYCLE};
    const PtxOperand *to = &inst->operands[0], *added = &inst->operands[3];
    if (is_any_lane_wild(w, &inst->operands[1], matrix_type(inst, 1)) ||
        is_any_lane_wild(w, &inst->operands[2], matrix_type(inst, 2)))
        return (FloatCause){.origin = FLOAT_LOADED};
    const PtxType result = w->type;
    w->type = matrix_type(inst, 3);
    for (uint32_t i = 0; i < to->item_count && i < added->item_count; i++)
        if (to->items[i].kind == PTX_OPERAND_REG && to->items[i].reg == reg &&
            is_wild(w, &added->items[i], w->type))
            found = added->items[i].kind == PTX_OPERAND_REG ? walk(w, added->items[i].reg)
                                                            : (FloatCause){.origin = FLOAT_MEANT};
    w->type = result;
    return found.origin == FLOAT_CYCLE ? (FloatCause){FLOAT_BORN, inst, w->type, false, false, true}
                                       : found;
}

/* Made of infinities, none of which is NaN. */
static bool is_born_of_infinities(const Walk *w, const PtxInst *inst, uint32_t reg)
{
    const void *value = value_of(w, reg);
    const FloatStep step = float_step(w->warp, inst, w->lane, w->type);
    bool infinite = false;
    for (uint32_t i = 0; i < step.count; i++) {
        if (isnan(step.operands[i]))
            return false;
        infinite |= isinf(step.operands[i]);
    }
    return infinite && step.known && value && isnan(float_number(w->type, value)) &&
           float_step_gives_nan(inst, &step);
}

/* One definition of a register that may be the one in force. */
static FloatCause walk_definition(Walk *w, const PtxInst *inst, uint32_t reg, bool only)
{
    FloatCause cause = {.origin = FLOAT_MEANT};
    if (comes_from_elsewhere(inst))
        return (FloatCause){.origin = FLOAT_LOADED};
    if (is_product_of_matrices(inst) && float_result(inst) != PTX_TYPE_NONE)
        return walk_matrix(w, inst, reg);
    if (is_pole(w, inst) && !is_wild(w, &inst->operands[2], w->type))
        return (FloatCause){FLOAT_BORN, inst, w->type, false, true, false};
    bool arithmetic = float_result(inst) != PTX_TYPE_NONE && !only_moves(inst);
    if (arithmetic && only && is_born_of_infinities(w, inst, reg))
        return (FloatCause){
            .origin = FLOAT_BORN, .inst = inst, .type = w->type, .infinite = true, .certain = true};
    bool wild = false, steady = only;
    FloatCause found = {.origin = FLOAT_MEANT};
    const PtxType result = w->type, type = w->type = source_type(w, inst);
    for (uint32_t i = 1; i < inst->operand_count; i++) {
        const PtxOperand *operand = &inst->operands[i];
        if (operand->kind == PTX_OPERAND_REG && !flow_definition(w->flow, operand->reg))
            steady = false;
        if (!is_wild(w, operand, type))
            continue;
        wild = true;
        if (operand->kind == PTX_OPERAND_REG)
            found = stronger(found, walk(w, operand->reg));
    }
    w->type = result;
    if (wild && !(arithmetic && found.origin == FLOAT_CYCLE))
        return found;
    if (arithmetic)
        cause = (FloatCause){FLOAT_BORN, inst, w->type, false, steady && !wild, !steady || wild};
    else if (!only_moves(inst))
        cause.origin = FLOAT_LOADED;
    return cause;
}

static FloatCause walk(Walk *w, uint32_t reg)
{
    const PtxInst *definitions[DEFINITIONS];
    uint32_t count = flow_definitions(w->flow, reg, definitions, DEFINITIONS);
    for (uint32_t i = 0; i < w->count; i++)
        if (w->visited[i] == reg)
            return (FloatCause){.origin = FLOAT_CYCLE};
    if (count == 0 || count > DEFINITIONS || w->count == VISITED || is_forgotten(w, reg))
        return (FloatCause){.origin = FLOAT_LOADED};
    w->visited[w->count++] = reg;
    FloatCause best = {.origin = FLOAT_MEANT, .certain = true};
    for (uint32_t i = 0; i < count; i++) {
        const PtxInst *inst = definitions[i];
        if (inst->op == PTX_OP_MOV && inst->operands[1].kind == PTX_OPERAND_IMM) {
            if (!is_wild(w, &inst->operands[1], w->type))
                continue;
            return is_no_value(w, inst, reg)
                       ? (FloatCause){FLOAT_BORN, inst, w->type, false, true, false}
                       : (FloatCause){.origin = FLOAT_MEANT};
        }
        best = stronger(best, walk_definition(w, inst, reg, count == 1));
    }
    return best;
}

FloatCause float_cause(const Flow *flow, const SimWarpInfo *warp, uint32_t lane, uint32_t reg,
                       PtxType type)
{
    Walk w = {.flow = flow, .warp = warp, .lane = lane, .type = type};
    return walk(&w, reg);
}
