/* What stands for divisions and roots in machine code. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "observe/expansion.h"

static const Expansion *of(PtxOp op, PtxType type, int mod, PtxOperandKind second)
{
    static PtxOperand operands[3];
    static PtxInst inst;
    operands[2].kind = second;
    inst = (PtxInst){.op = op, .type_count = 1, .operands = operands, .operand_count = 3};
    inst.types[0] = (uint8_t)type;
    inst.mods[mod / 64] |= UINT64_C(1) << mod % 64;
    return expansion_of(&inst);
}

static void those_that_round_are_many(void **state)
{
    (void)state;
    const Expansion *single = of(PTX_OP_DIV, PTX_F32, PTX_MOD_RN, PTX_OPERAND_REG);
    const Expansion *twofold = of(PTX_OP_DIV, PTX_F64, PTX_MOD_RN, PTX_OPERAND_REG);
    assert_non_null(single);
    assert_int_equal(single->flops[FLOP_FMA], 5);
    assert_int_equal(single->branches, 1);
    assert_non_null(twofold);
    assert_int_equal(twofold->flops[FLOP_FMA], 7);
    assert_int_equal(twofold->single_fmas, 1);
    assert_int_equal(of(PTX_OP_DIV, PTX_S64, PTX_MOD_WIDE, PTX_OPERAND_REG)->branches, 1);
}

static void integers_go_by_a_float(void **state)
{
    (void)state;
    const Expansion *rest = of(PTX_OP_REM, PTX_U32, PTX_MOD_WIDE, PTX_OPERAND_REG);
    assert_non_null(rest);
    assert_int_equal(rest->conversions, 2);
    assert_int_equal(rest->singles, 1);
    assert_int_equal(rest->branches, 0);
}

static void others_are_one(void **state)
{
    (void)state;
    assert_null(of(PTX_OP_DIV, PTX_F32, PTX_MOD_APPROX, PTX_OPERAND_REG));
    assert_null(of(PTX_OP_DIV, PTX_S32, PTX_MOD_WIDE, PTX_OPERAND_IMM));
    assert_null(of(PTX_OP_REM, PTX_U32, PTX_MOD_WIDE, PTX_OPERAND_IMM));
    assert_null(of(PTX_OP_DIV, PTX_U64, PTX_MOD_WIDE, PTX_OPERAND_IMM));
    assert_null(of(PTX_OP_ADD, PTX_F32, PTX_MOD_RN, PTX_OPERAND_REG));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(those_that_round_are_many),
        cmocka_unit_test(integers_go_by_a_float),
        cmocka_unit_test(others_are_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
