/* Generators and the argument forms of culab run. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "check/check.h"
#include "check/store.h"

static void fill(GeneratorKind kind, uint64_t seed, double from, double to, ElementType type,
                 uint64_t count, void *out)
{
    Generator generator = {.kind = kind, .seed = seed, .from = from, .to = to};
    Error error = {0};
    if (!generator_fill(&generator, NULL, type, count, out, &error))
        fail_msg("%s", error.text);
}

static void random_is_the_same_everywhere(void **state)
{
    (void)state;
    int32_t whole[4];
    float real[4], again[2];
    fill(GENERATE_RANDOM, 7, 0, 0, ELEMENT_I32, 4, whole);
    fill(GENERATE_RANDOM, 7, 0, 0, ELEMENT_F32, 4, real);
    fill(GENERATE_RANDOM, 7, 0, 0, ELEMENT_F32, 2, again);
    assert_memory_equal(real, again, sizeof again);
    /* By the formula of generator.c, computed apart from it. */
    const int32_t expected_whole[4] = {831, 738, 841, 278};
    const float expected_real[4] = {5.296875f, 3.796875f, 5.453125f, -3.546875f};
    assert_memory_equal(whole, expected_whole, sizeof whole);
    assert_memory_equal(real, expected_real, sizeof real);
}

static void random_is_not_uniform(void **state)
{
    (void)state;
    enum { COUNT = 1000 };
    unsigned char bytes[8 * COUNT];
    for (int type = 0; type < ELEMENT_COUNT; type++) {
        size_t size = element_bytes((ElementType)type);
        int equal = 0;
        double low = INFINITY, high = -INFINITY;
        fill(GENERATE_RANDOM, 1, 0, 0, (ElementType)type, COUNT, bytes);
        for (size_t i = 0; i < COUNT; i++) {
            double value = element_value((ElementType)type, bytes + i * size);
            low = value < low ? value : low;
            high = value > high ? value : high;
            equal += i > 0 && memcmp(bytes + i * size, bytes + (i - 1) * size, size) == 0;
        }
        assert_true(equal < 20);
        if (element_is_float((ElementType)type))
            assert_true(low >= -8 && low < -7 && high > 7 && high < 8);
        else
            assert_true(high > 100);
    }
}

static void random_keeps_its_bounds(void **state)
{
    (void)state;
    int32_t whole[1000];
    bool seen[5] = {false};
    fill(GENERATE_RANDOM, 3, -2, 3, ELEMENT_I32, 1000, whole);
    for (int i = 0; i < 1000; i++) {
        assert_in_range(whole[i] + 2, 0, 4);
        seen[whole[i] + 2] = true;
    }
    for (int i = 0; i < 5; i++)
        assert_true(seen[i]);
    Generator empty = {.kind = GENERATE_RANDOM, .from = 3, .to = 3};
    Error error = {0};
    assert_false(generator_fill(&empty, NULL, ELEMENT_I32, 1, (unsigned char *)whole, &error));
}

static void ramps(void **state)
{
    (void)state;
    float real[3];
    uint8_t bytes[300];
    uint16_t halves[2049];
    fill(GENERATE_RAMP, 0, 1.5, 2, ELEMENT_F32, 3, real);
    assert_true(real[0] == 1.5f && real[1] == 3.5f && real[2] == 5.5f);
    fill(GENERATE_RAMP, 0, 0, 1, ELEMENT_U8, 300, bytes);
    assert_int_equal(bytes[255], 255);
    assert_int_equal(bytes[256], 0);
    fill(GENERATE_RAMP, 0, 0, 1, ELEMENT_F16, 2049, halves);
    assert_true(element_value(ELEMENT_F16, &halves[2047]) == 2047);
    assert_true(element_value(ELEMENT_F16, &halves[2048]) == 0);
}

static void halves_round_to_even(void **state)
{
    (void)state;
    for (int bits = 0; bits < 0x7c00; bits++) {
        uint16_t half = (uint16_t)bits;
        assert_int_equal(half_of(element_value(ELEMENT_F16, &half)), bits);
    }
    assert_int_equal(half_of(2049), 0x6800); /* between 2048 and 2050: to even */
    assert_int_equal(half_of(2051), 0x6802); /* between 2050 and 2052 */
    assert_int_equal(half_of(65519), 0x7bff);
    assert_int_equal(half_of(65520), 0x7c00);
    assert_int_equal(half_of(-0.0), 0x8000);
    assert_int_equal(half_of(1.9999), 0x4000);
    assert_int_equal(half_of(0x1p-25), 0);
    assert_int_equal(half_of(0x1.8p-25), 1);
}

static void stores_texts_in_range(void **state)
{
    (void)state;
    unsigned char at[8] = {0};
    assert_true(element_store_text(ELEMENT_I8, VIEW("-128"), at));
    assert_int_equal(at[0], 0x80);
    assert_false(element_store_text(ELEMENT_I8, VIEW("128"), at));
    assert_false(element_store_text(ELEMENT_U8, VIEW("256"), at));
    assert_false(element_store_text(ELEMENT_U32, VIEW("-1"), at));
    assert_true(element_store_text(ELEMENT_U64, VIEW("18446744073709551615"), at));
    assert_false(element_store_text(ELEMENT_I32, VIEW("2.5"), at));
}

static PreparedArgument parsed(const char *text, char **save_to)
{
    PreparedArgument argument;
    Error error = {0};
    if (!argument_parse(text, &argument, save_to, &error))
        fail_msg("%s", error.text);
    return argument;
}

static void parses_scalars(void **state)
{
    (void)state;
    char *save_to;
    PreparedArgument argument = parsed("i32=5", &save_to);
    assert_false(argument.is_buffer);
    assert_int_equal(argument.type, ELEMENT_I32);
    assert_int_equal(argument.scalar[0], 5);
    prepared_argument_free(&argument);
    argument = parsed("u64=16777216", &save_to);
    assert_int_equal(argument.scalar[3], 1);
    prepared_argument_free(&argument);
    argument = parsed("f32=2.5", &save_to);
    assert_true(element_value(ELEMENT_F32, argument.scalar) == 2.5);
    prepared_argument_free(&argument);
}

static void parses_buffers(void **state)
{
    (void)state;
    char *save_to;
    PreparedArgument argument = parsed("in:f32[1000]=ramp", &save_to);
    assert_true(argument.is_buffer && argument.role == ROLE_IN && argument.count == 1000);
    assert_true(element_value(ELEMENT_F32, argument.bytes + 4 * 999) == 999);
    prepared_argument_free(&argument);
    argument = parsed("in:i32[640x480]=random:7,0,10", &save_to);
    assert_int_equal(argument.shape[0], 640);
    assert_int_equal(argument.shape[1], 480);
    assert_int_equal(argument.shape[2], 1);
    assert_int_equal(argument.count, 640 * 480);
    prepared_argument_free(&argument);
    argument = parsed("inout:u8[16]=constant:3>new.bin", &save_to);
    assert_int_equal(argument.role, ROLE_INOUT);
    assert_int_equal(argument.bytes[15], 3);
    assert_string_equal(save_to, "new.bin");
    free(save_to);
    prepared_argument_free(&argument);
    argument = parsed("out:f32[1000]>o=u:t.bin", &save_to);
    assert_null(argument.bytes);
    assert_string_equal(save_to, "o=u:t.bin");
    free(save_to);
    prepared_argument_free(&argument);
}

static void reads_files(void **state)
{
    (void)state;
    char path[] = "/tmp/culab-argument-XXXXXX", text[128], *save_to;
    int fd = mkstemp(path);
    assert_int_equal(write(fd, "abcd", 4), 4);
    close(fd);
    snprintf(text, sizeof text, "in:u8[4]=@%s", path);
    PreparedArgument argument = parsed(text, &save_to);
    assert_memory_equal(argument.bytes, "abcd", 4);
    prepared_argument_free(&argument);
    Error error = {0};
    snprintf(text, sizeof text, "in:u8[5]=@%s", path);
    assert_false(argument_parse(text, &argument, &save_to, &error));
    assert_non_null(strstr(error.text, "has 4 bytes, 5 are needed"));
    unlink(path);
}

static void refuses_other_forms(void **state)
{
    (void)state;
    static const char *const wrong[] = {"",
                                        "5",
                                        "i32",
                                        "i32=",
                                        "i32=2.5",
                                        "i32=99999999999",
                                        "f31=2",
                                        "f32=x",
                                        "f32[10]=ramp",
                                        "in:f32[10]",
                                        "in:f32=ramp",
                                        "in:f32[]=ramp",
                                        "in:f32[0]=ramp",
                                        "in:f32[-1]=ramp",
                                        "in:f32[1x]=ramp",
                                        "in:f32[1x2x3x4]=ramp",
                                        "in:f32[99999999999]=ramp",
                                        "in:f32[4294967296x4294967296]=ramp",
                                        "in:f32[10]=ramps",
                                        "in:f32[10]=random",
                                        "in:f32[10]=random:x",
                                        "in:f32[10]=random:1,2",
                                        "in:f32[10]=constant",
                                        "in:f32[10]=@",
                                        "in:f32[10]=@/no/such/file",
                                        "out:f32[10]=ramp",
                                        "out:f32[10]>",
                                        "in:f32[10]=ramp>f",
                                        "inout:f32[10]",
                                        "on:f32[10]=ramp",
                                        "in:f32]10[=ramp",
                                        "out:f32[10]x",
                                        ":f32[10]"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        PreparedArgument argument;
        char *save_to;
        Error error = {0};
        if (argument_parse(wrong[i], &argument, &save_to, &error))
            fail_msg("\"%s\" was taken", wrong[i]);
        assert_int_not_equal(error.kind, ERROR_NONE);
        assert_null(argument.bytes);
        assert_null(save_to);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_is_the_same_everywhere),
        cmocka_unit_test(random_is_not_uniform),
        cmocka_unit_test(random_keeps_its_bounds),
        cmocka_unit_test(ramps),
        cmocka_unit_test(halves_round_to_even),
        cmocka_unit_test(stores_texts_in_range),
        cmocka_unit_test(parses_scalars),
        cmocka_unit_test(parses_buffers),
        cmocka_unit_test(reads_files),
        cmocka_unit_test(refuses_other_forms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
