/* What index computations may come to in a launch. */
#include "observe/index_range.h"

#include <string.h>

#include "observe/index_step.h"

static bool special_range(const SimLaunchInfo *launch, const PtxOperand *operand, IndexRange *out)
{
    const SimDim *dim = operand->special == PTX_SPECIAL_TID || operand->special == PTX_SPECIAL_NTID
                            ? &launch->block
                            : &launch->grid;
    uint32_t most = operand->component == 0 ? dim->x : operand->component == 1 ? dim->y : dim->z;
    switch (operand->special) {
    case PTX_SPECIAL_TID:
    case PTX_SPECIAL_CTAID:
        *out = (IndexRange){0, most ? most - 1 : 0};
        return true;
    case PTX_SPECIAL_NTID:
    case PTX_SPECIAL_NCTAID:
        *out = (IndexRange){most, most};
        return true;
    case PTX_SPECIAL_LANEID:
    case PTX_SPECIAL_WARPID:
        *out = (IndexRange){0, 31};
        return true;
    default:
        return false;
    }
}

static bool param_value(const SimLaunchInfo *launch, const PtxInst *load, IndexRange *out)
{
    const PtxOperand *from = &load->operands[1];
    int32_t value;
    if (!launch->params || from->kind != PTX_OPERAND_ADDRESS || from->reg != PTX_NO_REG ||
        !from->symbol || from->symbol->space != PTX_SPACE_PARAM || from->symbol->function ||
        load->vector > 1)
        return false;
    const PtxFunction *kernel = launch->kernel;
    for (uint32_t i = 0; i < kernel->param_count; i++) {
        uint64_t at = from->symbol->offset + (uint64_t)from->imm;
        if (kernel->params[i] != from->symbol || at > kernel->param_size ||
            kernel->param_size - at < sizeof value)
            continue;
        memcpy(&value, (const char *)launch->params + at, sizeof value);
        *out = (IndexRange){value, value};
        return true;
    }
    return false;
}

bool index_leaf_range(const Flow *flow, const SimLaunchInfo *launch, uint32_t reg, IndexRange *out)
{
    const PtxInst *inst = flow_definition(flow, reg);
    if (!inst || inst->operand_count < 2)
        return false;
    const PtxOperand *last = &inst->operands[inst->operand_count - 1];
    switch (inst->op) {
    case PTX_OP_MOV:
        if (last->kind == PTX_OPERAND_IMM)
            *out = (IndexRange){(int32_t)last->imm, (int32_t)last->imm};
        return last->kind == PTX_OPERAND_IMM ||
               (last->kind == PTX_OPERAND_SPECIAL && special_range(launch, last, out));
    case PTX_OP_LD:
        if (ptx_type_bytes(inst->types[0]) < 4) {
            *out = (IndexRange){-32768, 65535};
            return true;
        }
        return ptx_type_bytes(inst->types[0]) == 4 && param_value(launch, inst, out);
    case PTX_OP_AND:
        *out = (IndexRange){0, last->imm};
        return last->kind == PTX_OPERAND_IMM && last->imm >= 0 && last->imm <= INT32_MAX;
    case PTX_OP_SHR:
        *out = (IndexRange){0, UINT32_MAX >> (last->imm & 31)};
        return last->kind == PTX_OPERAND_IMM && last->imm > 0 && last->imm < 32 &&
               inst->types[0] != PTX_S32;
    case PTX_OP_REM:
        *out = (IndexRange){-last->imm, last->imm};
        return last->kind == PTX_OPERAND_IMM && last->imm > 0;
    default:
        return false;
    }
}

/* By less than nothing and by more than a register's width nobody shifts on purpose. */
static IndexRange shift_range(IndexRange by)
{
    const int64_t most = 31;
    return (IndexRange){by.low < 0      ? 0
                        : by.low > most ? most
                                        : by.low,
                        by.high < 0      ? 0
                        : by.high > most ? most
                                         : by.high};
}

bool index_range_of(const Flow *flow, const SimLaunchInfo *launch, const PtxOperand *operand,
                    IndexRange unknown, uint32_t depth, IndexRange *out)
{
    if (operand->kind == PTX_OPERAND_IMM) {
        *out = (IndexRange){(int32_t)operand->imm, (int32_t)operand->imm};
        return true;
    }
    if (operand->kind != PTX_OPERAND_REG)
        return false;
    const PtxInst *step = depth ? index_step_of(flow, operand->reg) : NULL;
    if (!step) {
        if (!index_leaf_range(flow, launch, operand->reg, out))
            *out = unknown;
        return true;
    }
    IndexRange part[3] = {{0, 0}, {0, 0}, {0, 0}};
    for (uint32_t i = 1; i < step->operand_count && i < 4; i++)
        if (!index_range_of(flow, launch, &step->operands[i], unknown, depth - 1, &part[i - 1]))
            return false;
    if (step->op == PTX_OP_SHL)
        part[1] = shift_range(part[1]);
    *out = (IndexRange){INT64_MAX, INT64_MIN};
    for (int corner = 0; corner < 8; corner++) {
        int64_t value;
        if (!index_step_value(step, corner & 1 ? part[0].high : part[0].low,
                              corner & 2 ? part[1].high : part[1].low,
                              corner & 4 ? part[2].high : part[2].low, &value))
            return false;
        out->low = value < out->low ? value : out->low;
        out->high = value > out->high ? value : out->high;
    }
    return true;
}

bool index_range_fits(IndexRange range, bool is_signed)
{
    return is_signed ? range.low >= INT32_MIN && range.high <= INT32_MAX
                     : range.low >= 0 && range.high <= UINT32_MAX;
}
