/* Views: slicing, splitting, numbers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/view.h"

static void splits_to_the_end(void **state)
{
    (void)state;
    View rest = VIEW("a,,b"), piece;
    assert_true(view_split(&rest, ',', &piece) && view_equal_text(piece, "a"));
    assert_true(view_split(&rest, ',', &piece) && piece.size == 0);
    assert_true(view_split(&rest, ',', &piece) && view_equal_text(piece, "b"));
    assert_false(view_split(&rest, ',', &piece));
}

static void numbers_are_whole_texts(void **state)
{
    (void)state;
    int64_t i;
    uint64_t u;
    double f;
    assert_true(view_to_i64(VIEW("-12"), &i) && i == -12);
    assert_true(view_to_i64(VIEW("010"), &i) && i == 10);
    assert_true(view_to_u64(VIEW("0xff"), &u) && u == 255);
    assert_false(view_to_u64(VIEW("-1"), &u));
    assert_false(view_to_i64(VIEW("1x"), &i));
    assert_false(view_to_i64(VIEW("99999999999999999999"), &i));
    assert_false(view_to_i64(VIEW(""), &i));
    assert_true(view_to_f64(VIEW("2.5"), &f) && f == 2.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(splits_to_the_end),
        cmocka_unit_test(numbers_are_whole_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
