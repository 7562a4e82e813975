/* Words to numbers and back. */
#include "ptx_test.h"

#include "ptx/lookup.h"

static void test_every_word_is_found_again(void **state)
{
    (void)state;
    for (unsigned i = 1; i < PTX_TYPE_COUNT; i++) {
        Word word = lookup_word(view_of(ptx_type_text((PtxType)i)));
        assert_int_equal(word.kind, WORD_TYPE);
        assert_int_equal(word.value, i);
    }
    for (unsigned i = 1; i < PTX_SPACE_COUNT; i++) {
        Word word = lookup_word(view_of(ptx_space_text((PtxSpace)i)));
        assert_int_equal(word.kind, WORD_SPACE);
        assert_int_equal(word.value, i);
    }
    for (unsigned i = 0; i < PTX_MOD_COUNT; i++) {
        Word word = lookup_word(view_of(ptx_mod_text((PtxMod)i)));
        assert_int_equal(word.kind, WORD_MOD);
        assert_int_equal(word.value, i);
    }
    for (unsigned i = 0; i < PTX_OP_COUNT; i++) {
        PtxOp op;
        assert_true(lookup_op(view_of(ptx_op_text((PtxOp)i)), &op));
        assert_int_equal(op, i);
    }
    for (unsigned i = 0; i < PTX_SPECIAL_COUNT; i++) {
        PtxSpecial special;
        assert_true(lookup_special(view_of(ptx_special_text((PtxSpecial)i)), &special));
        assert_int_equal(special, i);
    }
}

static void test_other_words(void **state)
{
    (void)state;
    PtxOp op;
    assert_int_equal(lookup_word(VIEW("v4")).kind, WORD_VECTOR);
    assert_int_equal(lookup_word(VIEW("v4")).value, 4);
    assert_int_equal(lookup_word(VIEW("NaN")).value, PTX_MOD_NAN);
    assert_int_equal(lookup_word(VIEW("frob")).kind, WORD_NONE);
    assert_int_equal(lookup_word(VIEW("")).kind, WORD_NONE);
    assert_false(lookup_op(VIEW("ad"), &op));
    assert_string_equal(ptx_type_text((PtxType)9999), "?");
    assert_int_equal(ptx_type_bytes(PTX_F16X2), 4);
    assert_int_equal(ptx_special_components(PTX_SPECIAL_TID), 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_word_is_found_again),
        cmocka_unit_test(test_other_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
