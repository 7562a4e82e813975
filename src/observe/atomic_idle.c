/* Atomic operations that leave memory as it is. */
#include "observe/atomic_idle.h"

#include <string.h>

#include "observe/lane_value.h"

enum { LANES = 32 };

/* False: they aren't known. */
static bool operand_values(const SimWarpInfo *warp, const SimAccess *access,
                           const PtxOperand *operand, uint64_t out[LANES])
{
    const uint64_t ones = access->bytes < 8 ? (UINT64_C(1) << (8 * access->bytes)) - 1 : UINT64_MAX;
    const bool fixed = operand->kind == PTX_OPERAND_IMM;
    const void *lanes =
        operand->kind == PTX_OPERAND_REG ? warp->lanes(warp->frame, operand->reg) : NULL;
    if (!fixed && !lanes)
        return false;
    const bool words =
        lanes && ptx_type_bytes(warp->function->regs[operand->reg].type) == sizeof(uint32_t);
    for (uint32_t lane = 0; words && lane < LANES; lane++)
        out[lane] = ((const uint32_t *)lanes)[lane] & ones;
    for (uint32_t lane = 0; !words && lane < LANES; lane++)
        out[lane] = ones & (fixed ? (uint64_t)operand->imm
                                  : lane_value(warp->function, lanes, operand->reg, lane));
    return true;
}

/* Lanes come in their order: where one has swapped, the next one finds what it put there. */
static uint32_t failing_lanes(const SimWarpInfo *warp, const SimAccess *access)
{
    const PtxOperand *o = access->inst->operands;
    uint64_t found[LANES], expected[LANES], swapped[LANES];
    uint32_t idle = 0;
    if (!operand_values(warp, access, &o[2], expected) ||
        !operand_values(warp, access, &o[3], swapped))
        return 0;
    for (uint32_t left = access->mask; left; left &= left - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(left);
        found[lane] = 0;
        memcpy(&found[lane], (const void *)(uintptr_t)access->address[lane], access->bytes);
        for (uint32_t others = access->mask & ((UINT32_C(1) << lane) - 1); others;
             others &= others - 1) {
            const uint32_t other = (uint32_t)__builtin_ctz(others);
            if (access->address[other] == access->address[lane])
                found[lane] = found[other];
        }
        if (found[lane] != expected[lane])
            idle |= UINT32_C(1) << lane;
        else
            found[lane] = swapped[lane];
    }
    return idle;
}

/* A quick look: numbers that are counted up by. */
static bool is_never_zero(const SimWarpInfo *warp, const SimAccess *access,
                          const PtxOperand *operand)
{
    if (operand->kind == PTX_OPERAND_IMM)
        return operand->imm != 0;
    const uint32_t *words =
        operand->kind == PTX_OPERAND_REG && access->bytes == sizeof *words &&
                ptx_type_bytes(warp->function->regs[operand->reg].type) == sizeof *words
            ? warp->lanes(warp->frame, operand->reg)
            : NULL;
    uint32_t zeros = words == NULL;
    for (uint32_t lane = 0; words && lane < LANES; lane++)
        zeros |= (uint32_t)(words[lane] == 0) << lane & access->mask;
    return !zeros;
}

static uint32_t zero_lanes(const SimWarpInfo *warp, const SimAccess *access,
                           const PtxOperand *operand)
{
    uint64_t values[LANES];
    uint32_t idle = 0;
    if (is_never_zero(warp, access, operand) || !operand_values(warp, access, operand, values))
        return 0;
    for (uint32_t lane = 0; lane < LANES; lane++)
        idle |= (uint32_t)(values[lane] == 0) << lane;
    return idle & access->mask;
}

static bool is_less(PtxType type, uint64_t a, uint64_t b)
{
    if (ptx_type_kind(type) != PTX_KIND_SIGNED)
        return a < b;
    return ptx_type_bytes(type) == 8 ? (int64_t)a < (int64_t)b : (int32_t)a < (int32_t)b;
}

/* What is no larger than what stands there, or no smaller, stays so whatever the others bring. */
static uint32_t outdone_lanes(const SimWarpInfo *warp, const SimAccess *access,
                              const PtxOperand *operand)
{
    const PtxType type = access->inst->types[0];
    const bool most = ptx_has(access->inst, PTX_MOD_MAX);
    uint64_t values[LANES];
    uint32_t idle = 0;
    if (ptx_type_kind(type) == PTX_KIND_FLOAT || ptx_type_bytes(type) != access->bytes ||
        access->bytes < 4 || !operand_values(warp, access, operand, values))
        return 0;
    for (uint32_t left = access->mask; left; left &= left - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(left);
        uint64_t found = 0;
        memcpy(&found, (const void *)(uintptr_t)access->address[lane], access->bytes);
        idle |= (uint32_t) !(most ? is_less(type, found, values[lane])
                                  : is_less(type, values[lane], found))
                << lane;
    }
    return idle;
}

uint32_t atomic_idle_lanes(const SimWarpInfo *warp, const SimAccess *access)
{
    const PtxInst *inst = access->inst;
    if (!inst || !warp->lanes || !warp->function || access->space != PTX_SPACE_GLOBAL ||
        access->bytes > 8 || (inst->op != PTX_OP_ATOM && inst->op != PTX_OP_RED))
        return 0;
    const uint32_t at = inst->op == PTX_OP_ATOM ? 2 : 1;
    if (ptx_has(inst, PTX_MOD_CAS))
        return inst->operand_count > 3 ? failing_lanes(warp, access) : 0;
    if (inst->operand_count <= at || inst->operands[at].kind == PTX_OPERAND_VECTOR ||
        !inst->type_count)
        return 0;
    if (ptx_has(inst, PTX_MOD_MIN) || ptx_has(inst, PTX_MOD_MAX))
        return outdone_lanes(warp, access, &inst->operands[at]);
    if (ptx_has(inst, PTX_MOD_ADD) || ptx_has(inst, PTX_MOD_OR) || ptx_has(inst, PTX_MOD_XOR))
        return zero_lanes(warp, access, &inst->operands[at]);
    return 0;
}
