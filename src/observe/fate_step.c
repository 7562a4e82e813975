/* Single steps on whole numbers and conditions. */
#include "observe/fate_step.h"

static uint32_t width_of(const PtxInst *inst)
{
    PtxType type = inst->type_count ? inst->types[0] : PTX_TYPE_NONE;
    return type == PTX_PRED ? 1 : ptx_type_bytes(type) * 8;
}

static uint64_t ones(uint32_t width)
{
    return width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

static bool is_signed(const PtxInst *inst)
{
    return ptx_type_kind(inst->types[0]) == PTX_KIND_SIGNED;
}

static bool is_whole(const PtxInst *inst)
{
    if (inst->type_count != 1)
        return false;
    PtxKind kind = ptx_type_kind(inst->types[0]);
    return kind == PTX_KIND_BITS || kind == PTX_KIND_UNSIGNED || kind == PTX_KIND_SIGNED ||
           inst->types[0] == PTX_PRED;
}

/* As its type says: with its sign, or without any. */
static int64_t number(const PtxInst *inst, uint64_t value)
{
    uint32_t width = width_of(inst);
    value &= ones(width);
    if (is_signed(inst) && width < 64 && value >> (width - 1) & 1)
        value |= ~ones(width);
    return (int64_t)value;
}

static bool is_less(const PtxInst *inst, uint64_t a, uint64_t b)
{
    int64_t first = number(inst, a), second = number(inst, b);
    return is_signed(inst) ? first < second : (uint64_t)first < (uint64_t)second;
}

static bool compare(const PtxInst *inst, uint64_t a, uint64_t b, uint64_t *out)
{
    if (ptx_has(inst, PTX_MOD_EQ))
        *out = number(inst, a) == number(inst, b);
    else if (ptx_has(inst, PTX_MOD_NE))
        *out = number(inst, a) != number(inst, b);
    else if (ptx_has(inst, PTX_MOD_LT) || ptx_has(inst, PTX_MOD_LO))
        *out = is_less(inst, a, b);
    else if (ptx_has(inst, PTX_MOD_LE) || ptx_has(inst, PTX_MOD_LS))
        *out = !is_less(inst, b, a);
    else if (ptx_has(inst, PTX_MOD_GT) || ptx_has(inst, PTX_MOD_HI))
        *out = is_less(inst, b, a);
    else if (ptx_has(inst, PTX_MOD_GE) || ptx_has(inst, PTX_MOD_HS))
        *out = !is_less(inst, a, b);
    else
        return false;
    return true;
}

static bool shift(const PtxInst *inst, uint64_t value, uint64_t by, uint64_t *out)
{
    uint32_t width = width_of(inst);
    by &= UINT32_MAX;
    if (inst->op == PTX_OP_SHL) {
        *out = by >= width ? 0 : value << by;
        return true;
    }
    if (is_signed(inst))
        *out = (uint64_t)(number(inst, value) >> (by >= width ? width - 1 : by));
    else
        *out = by >= width ? 0 : (value & ones(width)) >> by;
    return true;
}

bool fate_is_plain(const PtxInst *inst)
{
    switch (inst->op) {
    case PTX_OP_MOV:
    case PTX_OP_CVT:
    case PTX_OP_ADD:
    case PTX_OP_SUB:
    case PTX_OP_MUL:
    case PTX_OP_MAD:
    case PTX_OP_FMA:
    case PTX_OP_NEG:
    case PTX_OP_ABS:
    case PTX_OP_MIN:
    case PTX_OP_MAX:
    case PTX_OP_AND:
    case PTX_OP_OR:
    case PTX_OP_XOR:
    case PTX_OP_NOT:
    case PTX_OP_SHL:
    case PTX_OP_SHR:
    case PTX_OP_SETP:
    case PTX_OP_SELP:
        return true;
    default:
        return false;
    }
}

bool fate_value(const PtxInst *inst, const uint64_t *from, uint32_t count, uint64_t *out)
{
    if ((inst->op == PTX_OP_MOV && count == 1) || (inst->op == PTX_OP_SELP && count == 3)) {
        *out = from[count == 3 && !(from[2] & 1)];
        return true;
    }
    if (!count || !is_whole(inst) || ptx_has(inst, PTX_MOD_SAT) || ptx_has(inst, PTX_MOD_CC))
        return false;
    switch (inst->op) {
    case PTX_OP_NOT:
        *out = ~from[0] & ones(width_of(inst));
        return true;
    case PTX_OP_SETP:
        return count == 2 && compare(inst, from[0], from[1], out);
    default:
        break;
    }
    if (count != 2)
        return false;
    switch (inst->op) {
    case PTX_OP_ADD:
        *out = from[0] + from[1];
        return true;
    case PTX_OP_SUB:
        *out = from[0] - from[1];
        return true;
    case PTX_OP_MUL:
        *out = from[0] * from[1];
        return ptx_has(inst, PTX_MOD_LO);
    case PTX_OP_AND:
        *out = from[0] & from[1];
        return true;
    case PTX_OP_OR:
        *out = from[0] | from[1];
        return true;
    case PTX_OP_XOR:
        *out = from[0] ^ from[1];
        return true;
    case PTX_OP_SHL:
    case PTX_OP_SHR:
        return shift(inst, from[0], from[1], out);
    case PTX_OP_MIN:
        *out = is_less(inst, from[0], from[1]) ? from[0] : from[1];
        return true;
    case PTX_OP_MAX:
        *out = is_less(inst, from[0], from[1]) ? from[1] : from[0];
        return true;
    default:
        return false;
    }
}
