/* What an instruction's operands hold: registers, indices, dimensions, addresses of variables. */
#include "sim/engine/apart_state.h"
#include "sim/engine/program.h"

bool apart_type(PtxType type, uint32_t *bits, bool *is_signed)
{
    switch (type) {
    case PTX_B8:
    case PTX_U8:
    case PTX_S8:
    case PTX_B16:
    case PTX_U16:
    case PTX_S16:
    case PTX_B32:
    case PTX_U32:
    case PTX_S32:
    case PTX_B64:
    case PTX_U64:
    case PTX_S64:
        *bits = 8 * ptx_type_bytes(type);
        *is_signed = ptx_type_kind(type) == PTX_KIND_SIGNED;
        return true;
    default:
        return false;
    }
}

static uint32_t component_of(SimDim dim, uint32_t component)
{
    return component == 0 ? dim.x : component == 1 ? dim.y : dim.z;
}

static Form special(const Apart *apart, const PtxOperand *operand)
{
    const EngineLaunch *launch = apart->launch;
    const uint32_t component = operand->component;
    if (component >= FORM_BLOCK_VARS)
        return form_unknown();
    switch (operand->special) {
    case PTX_SPECIAL_CTAID:
        return form_var(component);
    case PTX_SPECIAL_TID:
        return form_var(FORM_BLOCK_VARS + component);
    case PTX_SPECIAL_NTID:
        return form_of(component_of(launch->block, component));
    case PTX_SPECIAL_NCTAID:
        return form_of(component_of(launch->grid, component));
    default:
        return form_unknown();
    }
}

static Form symbol_address(const Apart *apart, const PtxOperand *operand)
{
    const PtxSymbol *symbol = operand->symbol;
    if (!symbol || (symbol->space != PTX_SPACE_GLOBAL && symbol->space != PTX_SPACE_CONST))
        return form_unknown();
    const uint64_t address = module_symbol_address(apart->launch->module, symbol);
    return address ? form_of((int64_t)(address + (uint64_t)operand->imm)) : form_unknown();
}

Form apart_operand(const Apart *apart, const PtxOperand *operand)
{
    switch (operand->kind) {
    case PTX_OPERAND_REG:
        return apart_is_defined(apart, operand->reg, apart->at) ? apart->forms[operand->reg]
                                                                : form_unknown();
    case PTX_OPERAND_IMM:
        return operand->is_f32 || operand->is_f64 ? form_unknown() : form_of(operand->imm);
    case PTX_OPERAND_SPECIAL:
        return special(apart, operand);
    case PTX_OPERAND_SYMBOL:
        return symbol_address(apart, operand);
    default:
        return form_unknown();
    }
}
