/* Forms of atomic operations in machine code, found by compiling each for capabilities 7.5 to 10.0.
 */
#include "observe/atomic_form.h"

#include "observe/flow.h"
#include "observe/inst_class.h"

/* The operand after the address. */
static const PtxOperand *value_of(const PtxInst *inst)
{
    for (uint32_t i = 0; i + 1 < inst->operand_count; i++)
        if (inst->operands[i].kind == PTX_OPERAND_ADDRESS)
            return &inst->operands[i + 1];
    return NULL;
}

static bool is_number(const PtxOperand *operand, uint32_t number)
{
    return operand->kind == PTX_OPERAND_IMM && (uint32_t)operand->imm == number;
}

static PtxType type_of(const PtxInst *inst)
{
    return inst->type_count ? (PtxType)inst->types[inst->type_count - 1] : PTX_B32;
}

static bool is_integer(PtxType type)
{
    return type == PTX_U32 || type == PTX_S32 || type == PTX_B32 || type == PTX_U64 ||
           type == PTX_S64 || type == PTX_B64;
}

/* Shared memory's own operations: those of 32-bit integers, and swaps of 64 bits. */
static bool is_retried(const PtxInst *inst)
{
    PtxType type = type_of(inst);
    if (is_integer(type) && ptx_type_bytes(type) == 4)
        return false;
    return !((ptx_has(inst, PTX_MOD_EXCH) || ptx_has(inst, PTX_MOD_CAS)) &&
             ptx_type_bytes(type) == 8);
}

/* From capability 8.0 on, where nobody asks what the counter was. */
static bool is_counted(const PtxInst *inst, const PtxOperand *value, uint32_t sm)
{
    if (sm < 80 || ptx_type_bytes(type_of(inst)) != 4 || !is_integer(type_of(inst)))
        return false;
    return (ptx_has(inst, PTX_MOD_ADD) && is_number(value, 1)) ||
           (ptx_has(inst, PTX_MOD_INC) && is_number(value, UINT32_MAX));
}

/* One address for all lanes: sums of what is the same in all are a product; others are made by
 * redux, which 7.5 has not, or by shuffles, which need all lanes. */
static AtomicForm gathered(const PtxInst *inst, bool same_value, bool unused, uint32_t sm)
{
    bool adds = ptx_has(inst, PTX_MOD_ADD);
    bool joins = ptx_has(inst, PTX_MOD_MIN) || ptx_has(inst, PTX_MOD_MAX) ||
                 ptx_has(inst, PTX_MOD_AND) || ptx_has(inst, PTX_MOD_OR) ||
                 ptx_has(inst, PTX_MOD_XOR);
    if (!is_integer(type_of(inst)))
        return ATOMIC_PLAIN;
    if (adds && same_value)
        return ATOMIC_GATHERED;
    if (ptx_type_bytes(type_of(inst)) != 4 || !(adds || (joins && unused)))
        return ATOMIC_PLAIN;
    return unused && sm >= 80 ? ATOMIC_GATHERED : ATOMIC_GATHERED_ALL;
}

AtomicForm atomic_form(const PtxFunction *function, const Uniform *uniform, const PtxInst *inst,
                       PtxSpace space, uint32_t sm)
{
    const PtxOperand *value = value_of(inst), *address = flow_address_of(inst);
    bool unused = inst->op == PTX_OP_RED || inst_result_unused(function, inst);
    if ((inst->op != PTX_OP_ATOM && inst->op != PTX_OP_RED) || !value || !address)
        return ATOMIC_PLAIN;
    if (space == PTX_SPACE_SHARED && is_retried(inst))
        return ATOMIC_RETRIED;
    if (space == PTX_SPACE_SHARED && ptx_has(inst, PTX_MOD_CAS))
        return ATOMIC_COMPARED;
    if (space == PTX_SPACE_SHARED && unused && is_counted(inst, value, sm))
        return ATOMIC_COUNTED;
    if (!uniform_operand(uniform, address) || inst->vector > 1)
        return ATOMIC_PLAIN;
    return gathered(inst, uniform_operand(uniform, value), unused, sm);
}
