/* Atomic operations that leave memory as it is. */
#include "observe/atomic_idle.h"

#include <string.h>

#include "observe/lane_value.h"

enum { LANES = 32 };

/* False: it isn't known. */
static bool operand_value(const SimWarpInfo *warp, const PtxOperand *operand, uint32_t lane,
                          uint32_t bytes, uint64_t *out)
{
    const uint64_t ones = bytes < 8 ? (UINT64_C(1) << (8 * bytes)) - 1 : UINT64_MAX;
    if (operand->kind == PTX_OPERAND_IMM) {
        *out = (uint64_t)operand->imm & ones;
        return true;
    }
    const void *lanes =
        operand->kind == PTX_OPERAND_REG ? warp->lanes(warp->frame, operand->reg) : NULL;
    if (lanes)
        *out = lane_value(warp->function, lanes, operand->reg, lane) & ones;
    return lanes != NULL;
}

/* Lanes come in their order: where one has swapped, the next one finds what it put there. */
static uint32_t failing_lanes(const SimWarpInfo *warp, const SimAccess *access)
{
    const PtxOperand *o = access->inst->operands;
    uint64_t found[LANES], expected, swapped;
    uint32_t idle = 0;
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
        if (!operand_value(warp, &o[2], lane, access->bytes, &expected) ||
            !operand_value(warp, &o[3], lane, access->bytes, &swapped))
            return 0;
        if (found[lane] != expected)
            idle |= UINT32_C(1) << lane;
        else
            found[lane] = swapped;
    }
    return idle;
}

static uint32_t zero_lanes(const SimWarpInfo *warp, const SimAccess *access,
                           const PtxOperand *operand)
{
    uint32_t idle = 0;
    for (uint32_t left = access->mask; left; left &= left - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(left);
        uint64_t value;
        if (operand_value(warp, operand, lane, access->bytes, &value) && value == 0)
            idle |= UINT32_C(1) << lane;
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
    if (inst->operand_count > at && inst->operands[at].kind != PTX_OPERAND_VECTOR &&
        (ptx_has(inst, PTX_MOD_ADD) || ptx_has(inst, PTX_MOD_OR) || ptx_has(inst, PTX_MOD_XOR)))
        return zero_lanes(warp, access, &inst->operands[at]);
    return 0;
}
