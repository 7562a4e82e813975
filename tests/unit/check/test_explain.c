/* Causes of differences: only what a further run proves. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "check/explain.h"

enum { COUNT = 5 };

static const float cpu[COUNT] = {1, 2, 3, 4, 5}, sim[COUNT] = {1, 2.5f, 3.5f, 4.5f, 5.5f},
                   unfused[COUNT] = {1, 2, 3.25f, 4.25f, 5.25f},
                   precise[COUNT] = {1, 2.5f, 3, 4.5f, 5.5f},
                   order[COUNT] = {1, 2.5f, 3.5f, 4, 5.5f},
                   gpu[COUNT] = {1, 2.5f, 3.5f, 4.5f, 5.75f};

#define BYTES(values) (const unsigned char *)(values)

static void causes_are_told_apart(void **state)
{
    (void)state;
    ValueSources sources = {.type = ELEMENT_F32,
                            .count = COUNT,
                            .cpu = BYTES(cpu),
                            .gpu = BYTES(gpu),
                            .sim = BYTES(sim),
                            .unfused = BYTES(unfused),
                            .precise = BYTES(precise),
                            .orders = {BYTES(sim), BYTES(order)}};
    Explanation out = {.argument = 3};
    StrBuf words = {0};
    explain_values(&sources, &out);
    assert_int_equal(out.argument, 3);
    assert_int_equal(out.differ, 4);
    assert_int_equal(out.causes[CAUSE_FUSED], 1);
    assert_int_equal(out.causes[CAUSE_PRECISE], 1);
    assert_int_equal(out.causes[CAUSE_ORDER], 1);
    assert_int_equal(out.causes[CAUSE_UNKNOWN], 1); /* GPU and simulator differ: no proof of that */
    assert_int_equal(out.rows.data[0].cause, CAUSE_FUSED);
    assert_true(out.rows.data[3].gpu_sim > 0 && out.most_gpu_sim == out.rows.data[3].gpu_sim);
    explain_add_words(&out, &words);
    assert_non_null(strstr(strbuf_text(&words), "proven of 1: fused multiply-add"));
    assert_non_null(strstr(strbuf_text(&words), "1 not explained"));
    strbuf_free(&words);
    explanation_free(&out);
}

static void devices_differ_by_approximate_instructions(void **state)
{
    (void)state;
    ValueSources sources = {.type = ELEMENT_F32,
                            .count = COUNT,
                            .gpu = BYTES(gpu),
                            .sim = BYTES(sim),
                            .nudged = {BYTES(precise)}};
    Explanation out = {0};
    explain_values(&sources, &out);
    assert_int_equal(out.differ, 1);
    assert_int_equal(out.causes[CAUSE_UNKNOWN], 1); /* turning bits does not change the last one */
    explanation_free(&out);
    sources.nudged[1] = BYTES(cpu);
    explain_values(&sources, &out);
    assert_int_equal(out.causes[CAUSE_APPROXIMATE], 1);
    explanation_free(&out);
}

static void nothing_is_said_without_a_further_run(void **state)
{
    (void)state;
    ValueSources sources = {
        .type = ELEMENT_F32, .count = COUNT, .cpu = BYTES(cpu), .sim = BYTES(sim)};
    Explanation out = {0};
    explain_values(&sources, &out);
    assert_int_equal(out.causes[CAUSE_UNKNOWN], 4);
    assert_true(isnan(out.most_gpu_cpu) && isnan(out.rows.data[0].gpu_sim));
    explanation_free(&out);
}

static void equal_bits_are_told(void **state)
{
    (void)state;
    ValueSources sources = {
        .type = ELEMENT_F32, .count = COUNT, .gpu = BYTES(sim), .sim = BYTES(sim)};
    Explanation out = {0};
    StrBuf words = {0};
    explain_values(&sources, &out);
    explain_add_words(&out, &words);
    assert_string_equal(strbuf_text(&words),
                        "GPU and simulator give the same bits in all 5 elements\n");
    strbuf_free(&words);
    explanation_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(causes_are_told_apart),
        cmocka_unit_test(devices_differ_by_approximate_instructions),
        cmocka_unit_test(nothing_is_said_without_a_further_run),
        cmocka_unit_test(equal_bits_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
