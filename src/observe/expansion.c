/* Divisions, reciprocals and roots, found by compiling each. */
#include "observe/expansion.h"

#include "ptx/words.h"

/* By a float's reciprocal, on the way there and back. */
#define INTEGER(op, type, around)                              \
    {                                                          \
        PTX_OP_##op, PTX_##type,                               \
        {                                                      \
            .conversions = 2, .singles = 1, .branches = around \
        }                                                      \
    }

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
    INTEGER(DIV, S32, 0),
    INTEGER(DIV, U32, 0),
    INTEGER(REM, S32, 0),
    INTEGER(REM, U32, 0),
    INTEGER(DIV, S64, 1),
    INTEGER(DIV, U64, 1),
    INTEGER(REM, S64, 1),
    INTEGER(REM, U64, 1),
};
#undef INTEGER

const Expansion *expansion_of(const PtxInst *inst)
{
    bool integer = inst->type_count && inst->types[0] != PTX_F32 && inst->types[0] != PTX_F64;
    bool number = inst->operand_count > 2 && inst->operands[2].kind == PTX_OPERAND_IMM;
    /* approximate ones are single instructions, and by a number that is known they are products */
    if (integer ? number : !ptx_has(inst, PTX_MOD_RN))
        return NULL;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].op == inst->op && inst->type_count && rows[i].type == inst->types[0])
            return &rows[i].of;
    return NULL;
}
