/* Names that a module uses and nobody defines. */
#include "ptx/undefined.h"

static bool is_undefined_variable(const PtxSymbol *symbol)
{
    return symbol && symbol->linkage == PTX_LINK_EXTERN &&
           (symbol->space == PTX_SPACE_GLOBAL || symbol->space == PTX_SPACE_CONST);
}

static bool is_undefined_function(const PtxFunction *function, PtxKnown *known)
{
    return function && !function->has_body && function->name.size && !known(function->name);
}

static View undefined_in(const PtxOperand *operands, uint32_t count, PtxKnown *known)
{
    for (uint32_t i = 0; i < count; i++) {
        const PtxOperand *operand = &operands[i];
        if (is_undefined_variable(operand->symbol))
            return operand->symbol->name;
        if (is_undefined_function(operand->function, known))
            return operand->function->name;
        View name = undefined_in(operand->items, operand->item_count, known);
        if (name.size)
            return name;
    }
    return (View){0};
}

View ptx_undefined_name(const PtxModule *module, PtxKnown *known)
{
    for (uint32_t f = 0; f < module->function_count; f++) {
        const PtxFunction *function = module->functions[f];
        for (uint32_t i = 0; i < function->inst_count; i++) {
            View name =
                undefined_in(function->insts[i].operands, function->insts[i].operand_count, known);
            if (name.size)
                return name;
        }
    }
    return (View){0};
}
