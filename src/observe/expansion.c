/* Divisions, reciprocals and roots, found by compiling each. */
#include "observe/expansion.h"

#include "ptx/words.h"

static const struct {
    PtxOp op;
    PtxType type;
    Expansion of;
} rows[] = {
    {PTX_OP_DIV, PTX_F32, {.flops = {[FLOP_FMA] = 5}, .branches = 1}},
    {PTX_OP_RCP, PTX_F32, {.flops = {[FLOP_ADD] = 1, [FLOP_FMA] = 2}, .branches = 1}},
    {PTX_OP_SQRT, PTX_F32, {.flops = {[FLOP_MUL] = 2, [FLOP_FMA] = 2}, .branches = 1}},
    {PTX_OP_DIV,
     PTX_F64,
     {.flops = {[FLOP_MUL] = 1, [FLOP_FMA] = 7}, .single_fmas = 1, .branches = 1}},
    {PTX_OP_RCP, PTX_F64, {.flops = {[FLOP_FMA] = 5}, .branches = 1}},
    {PTX_OP_SQRT, PTX_F64, {.flops = {[FLOP_MUL] = 3, [FLOP_FMA] = 5}, .branches = 1}},
    {PTX_OP_DIV, PTX_S64, {.branches = 1}},
    {PTX_OP_DIV, PTX_U64, {.branches = 1}},
    {PTX_OP_REM, PTX_S64, {.branches = 1}},
    {PTX_OP_REM, PTX_U64, {.branches = 1}},
};

const Expansion *expansion_of(const PtxInst *inst)
{
    bool integer = inst->op == PTX_OP_REM ||
                   (inst->type_count && (inst->types[0] == PTX_S64 || inst->types[0] == PTX_U64));
    bool number = inst->operand_count > 2 && inst->operands[2].kind == PTX_OPERAND_IMM;
    /* approximate ones are single instructions, and by a number that is known they are products */
    if (integer ? number : !ptx_has(inst, PTX_MOD_RN))
        return NULL;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].op == inst->op && inst->type_count && rows[i].type == inst->types[0])
            return &rows[i].of;
    return NULL;
}
