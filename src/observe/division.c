/* Divisions of integers by zero. */
#include "observe/division.h"

#include <stdio.h>
#include <string.h>

static bool is_integer(PtxType type)
{
    PtxKind kind = ptx_type_kind(type);
    return kind == PTX_KIND_UNSIGNED || kind == PTX_KIND_SIGNED;
}

bool division_is(const PtxInst *inst)
{
    if ((inst->op != PTX_OP_DIV && inst->op != PTX_OP_REM) || inst->operand_count < 3 ||
        !is_integer(inst->types[0]))
        return false;
    const PtxOperand *divisor = &inst->operands[2];
    return divisor->kind == PTX_OPERAND_REG ||
           (divisor->kind == PTX_OPERAND_IMM && divisor->imm == 0);
}

/* A source operand of one lane, in the instruction's own width. */
static uint64_t value_of(const SimWarpInfo *warp, const PtxInst *inst, uint32_t operand,
                         uint32_t lane)
{
    const PtxOperand *from = &inst->operands[operand];
    if (from->kind != PTX_OPERAND_REG)
        return (uint64_t)from->imm;
    uint32_t bytes = ptx_type_bytes(inst->types[0]);
    uint32_t stride = ptx_type_bytes(warp->function->regs[from->reg].type);
    const unsigned char *lanes = warp->lanes(warp->frame, from->reg);
    uint64_t value = 0;
    if (lanes)
        memcpy(&value, lanes + (size_t)lane * stride, bytes < stride ? bytes : stride);
    return value;
}

uint32_t division_zero_lanes(const SimWarpInfo *warp, const PtxInst *inst, uint32_t mask)
{
    const PtxOperand *divisor = &inst->operands[2];
    const uint32_t *words = NULL;
    uint32_t zero = 0;
    if (divisor->kind == PTX_OPERAND_REG) {
        words = warp->lanes(warp->frame, divisor->reg);
        if (!words)
            return 0;
    }
    if (words && ptx_type_bytes(inst->types[0]) == 4 &&
        ptx_type_bytes(warp->function->regs[divisor->reg].type) == 4) {
        for (uint32_t lane = 0; lane < 32; lane++)
            zero |= (uint32_t)(words[lane] == 0) << lane;
        return zero & mask;
    }
    for (uint32_t left = mask; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        zero |= (uint32_t)(value_of(warp, inst, 2, lane) == 0) << lane;
    }
    return zero;
}

static struct Division *kept_of(const Divisions *divisions, const PtxInst *inst)
{
    for (uint32_t i = 0; i < DIVISIONS_KEPT; i++)
        if (divisions->kept[i].inst == inst)
            return (struct Division *)&divisions->kept[i];
    return NULL;
}

void division_note(Divisions *divisions, const SimWarpInfo *warp, const PtxInst *inst,
                   uint32_t lanes)
{
    struct Division *kept = kept_of(divisions, inst);
    if (!kept)
        kept = &divisions->kept[divisions->next++ % DIVISIONS_KEPT];
    kept->inst = inst;
    kept->block = warp->block_linear;
    kept->warp = warp->warp;
    kept->mask = lanes;
    for (uint32_t left = lanes; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        kept->dividend[lane] = value_of(warp, inst, 1, lane);
    }
}

static void say_number(char *out, size_t size, PtxType type, uint64_t value)
{
    uint32_t bits = 8 * ptx_type_bytes(type);
    if (ptx_type_kind(type) == PTX_KIND_SIGNED)
        snprintf(out, size, "%lld", (long long)(value << (64 - bits)) >> (64 - bits));
    else
        snprintf(out, size, "%llu", (unsigned long long)value);
}

void division_say(const Divisions *divisions, const SimWarpInfo *warp, const PtxInst *inst,
                  uint32_t lane, char *out, size_t size)
{
    const struct Division *kept = kept_of(divisions, inst);
    bool known = kept && kept->block == warp->block_linear && kept->warp == warp->warp &&
                 kept->mask >> lane & 1;
    char number[32] = "";
    if (known)
        say_number(number, sizeof number, inst->types[0], kept->dividend[lane]);
    if (inst->op == PTX_OP_REM)
        snprintf(out, size, known ? "computes %s %% 0" : "computes a remainder%s modulo 0", number);
    else
        snprintf(out, size, known ? "divides %s by 0" : "divides%s by 0", number);
}
