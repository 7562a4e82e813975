/* Steps of index computations: sums, differences and products of 32 bits, in all their guises. */
#include "observe/index_step.h"

enum { HASH_FACTOR = 1 << 24 };

static bool is_int32(const PtxInst *inst)
{
    if (!inst->type_count)
        return false;
    PtxType type = inst->types[0];
    return type == PTX_S32 || type == PTX_U32 || type == PTX_B32;
}

static bool is_small(const PtxOperand *operand)
{
    return operand->kind != PTX_OPERAND_IMM ||
           (operand->imm < HASH_FACTOR && operand->imm > -HASH_FACTOR);
}

/* -- sums of numbers that share no bit, which compilers write as an or */

/* The lowest bits that are 0 for sure. */
static uint32_t trailing_zeros(const Flow *flow, const PtxOperand *operand, uint32_t depth)
{
    if (operand->kind == PTX_OPERAND_IMM)
        return operand->imm ? (uint32_t)__builtin_ctzll((uint64_t)operand->imm) : 32;
    const PtxInst *inst =
        operand->kind == PTX_OPERAND_REG && depth ? flow_definition(flow, operand->reg) : NULL;
    if (!inst || !is_int32(inst) || inst->guard != PTX_NO_REG)
        return 0;
    const PtxOperand *o = inst->operands;
    uint32_t a = inst->operand_count > 1 ? trailing_zeros(flow, &o[1], depth - 1) : 0;
    uint32_t b = inst->operand_count > 2 ? trailing_zeros(flow, &o[2], depth - 1) : 0;
    switch (inst->op) {
    case PTX_OP_MOV:
        return a;
    case PTX_OP_SHL:
        return o[2].kind == PTX_OPERAND_IMM && o[2].imm >= 0 && o[2].imm < 32
                   ? a + (uint32_t)o[2].imm
                   : a;
    case PTX_OP_MUL:
        return ptx_has(inst, PTX_MOD_LO) ? a + b : 0;
    case PTX_OP_AND:
        return a > b ? a : b;
    case PTX_OP_ADD:
    case PTX_OP_SUB:
    case PTX_OP_OR:
        return a < b ? a : b;
    default:
        return 0;
    }
}

/* How many of the lowest bits it may use. Threads of a block are no more than 1024. */
static uint32_t bits_used(const Flow *flow, const PtxOperand *operand, uint32_t depth)
{
    if (operand->kind == PTX_OPERAND_IMM)
        return operand->imm > 0 ? 64 - (uint32_t)__builtin_clzll((uint64_t)operand->imm) : 64;
    if (operand->kind == PTX_OPERAND_SPECIAL)
        return operand->special == PTX_SPECIAL_TID      ? 10
               : operand->special == PTX_SPECIAL_LANEID ? 5
                                                        : 64;
    const PtxInst *inst =
        operand->kind == PTX_OPERAND_REG && depth ? flow_definition(flow, operand->reg) : NULL;
    if (!inst || !is_int32(inst) || inst->guard != PTX_NO_REG || inst->operand_count < 2)
        return 64;
    const PtxOperand *o = inst->operands;
    uint32_t a = bits_used(flow, &o[1], depth - 1);
    uint32_t b = inst->operand_count > 2 ? bits_used(flow, &o[2], depth - 1) : 64;
    switch (inst->op) {
    case PTX_OP_MOV:
        return a;
    case PTX_OP_AND:
        return a < b ? a : b;
    case PTX_OP_OR:
    case PTX_OP_XOR:
        return a > b ? a : b;
    case PTX_OP_SHL:
        return o[2].kind == PTX_OPERAND_IMM && o[2].imm >= 0 && o[2].imm < 32
                   ? a + (uint32_t)o[2].imm
                   : 64;
    case PTX_OP_SHR:
        if (o[2].kind != PTX_OPERAND_IMM || o[2].imm < 0 || o[2].imm > 31)
            return 64;
        a = a < 32 ? a : inst->types[0] == PTX_S32 ? 64 : 32;
        return a > (uint32_t)o[2].imm ? a - (uint32_t)o[2].imm : 0;
    default:
        return 64;
    }
}

static bool is_sum(const Flow *flow, const PtxInst *inst)
{
    const PtxOperand *o = inst->operands;
    return bits_used(flow, &o[2], INDEX_DEPTH) <= trailing_zeros(flow, &o[1], INDEX_DEPTH) ||
           bits_used(flow, &o[1], INDEX_DEPTH) <= trailing_zeros(flow, &o[2], INDEX_DEPTH);
}

/* bfi d, a, b, n, 32 - n with a b of n bits: a * 2^n + b. */
static bool is_shifted_sum(const Flow *flow, const PtxInst *inst)
{
    const PtxOperand *o = inst->operands;
    return inst->operand_count == 5 && o[3].kind == PTX_OPERAND_IMM &&
           o[4].kind == PTX_OPERAND_IMM && o[3].imm > 0 && o[3].imm < 31 &&
           o[3].imm + o[4].imm == 32 && bits_used(flow, &o[2], INDEX_DEPTH) <= (uint32_t)o[3].imm;
}

const PtxInst *index_step_of(const Flow *flow, uint32_t reg)
{
    const PtxInst *inst = flow_definition(flow, reg);
    if (!inst || !is_int32(inst) || inst->guard != PTX_NO_REG || ptx_has(inst, PTX_MOD_SAT) ||
        ptx_has(inst, PTX_MOD_CC))
        return NULL;
    const PtxOperand *o = inst->operands;
    switch (inst->op) {
    case PTX_OP_ADD:
    case PTX_OP_SUB:
        return inst;
    case PTX_OP_OR:
        return is_sum(flow, inst) ? inst : NULL;
    case PTX_OP_BFI:
        return is_shifted_sum(flow, inst) ? inst : NULL;
    case PTX_OP_SHL:
        return o[2].kind == PTX_OPERAND_REG ||
                       (o[2].kind == PTX_OPERAND_IMM && o[2].imm >= 0 && o[2].imm < 31)
                   ? inst
                   : NULL;
    case PTX_OP_MUL:
    case PTX_OP_MAD:
        return ptx_has(inst, PTX_MOD_LO) && is_small(&o[1]) && is_small(&o[2]) ? inst : NULL;
    default:
        return NULL;
    }
}

/* Sums of any two numbers in 33 bits and products of two in 64 fit; deeper products may not. */
bool index_step_value(const PtxInst *step, int64_t a, int64_t b, int64_t c, int64_t *out)
{
    int64_t product;
    switch (step->op) {
    case PTX_OP_ADD:
    case PTX_OP_OR:
        return !__builtin_add_overflow(a, b, out);
    case PTX_OP_SUB:
        return !__builtin_sub_overflow(a, b, out);
    case PTX_OP_SHL:
        return b >= 0 && b < 32 && !__builtin_mul_overflow(a, INT64_C(1) << b, out);
    case PTX_OP_MUL:
        return !__builtin_mul_overflow(a, b, out);
    case PTX_OP_BFI:
        return !__builtin_mul_overflow(a, INT64_C(1) << c, &product) &&
               !__builtin_add_overflow(product, b, out);
    default:
        return !__builtin_mul_overflow(a, b, &product) && !__builtin_add_overflow(product, c, out);
    }
}
