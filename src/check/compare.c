/* Comparing whole arrays. A block of elements is first counted by a loop that the compiler
 * vectorises; only a block with something wrong in it is looked at one by one. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check/check.h"
#include "check/store.h"

enum { BLOCK = 1024 };

/* Bits of a floating-point number as an integer that grows with it by 1 for each next number;
 * both zeros are 0. */
static inline int64_t order_f32(float value)
{
    int32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits < 0 ? (int64_t)INT32_MIN - bits : bits;
}

static inline int64_t order_f64(double value)
{
    int64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits < 0 ? INT64_MIN - bits : bits;
}

/* Distance in numbers; saturates where it would overflow. */
static inline double distance_f64(double a, double b)
{
    return fabs((double)order_f64(a) - (double)order_f64(b));
}

static inline bool right_f32(ToleranceKind kind, double limit, float expected, float got)
{
    double difference = fabs((double)got - (double)expected);
    switch (kind) {
    case TOLERANCE_EXACT:
        return expected == got;
    case TOLERANCE_ABSOLUTE:
        return (expected == got) | (difference <= limit);
    case TOLERANCE_RELATIVE:
        return (expected == got) |
               ((difference <= limit * fabs((double)expected)) & (difference < INFINITY));
    case TOLERANCE_ULP:
        return (fabs((double)(order_f32(expected) - order_f32(got))) <= limit) &
               (expected == expected) & (got == got);
    }
    return false;
}

static inline bool right_f64(ToleranceKind kind, double limit, double expected, double got)
{
    double difference = fabs(got - expected);
    switch (kind) {
    case TOLERANCE_EXACT:
        return expected == got;
    case TOLERANCE_ABSOLUTE:
        return (expected == got) | (difference <= limit);
    case TOLERANCE_RELATIVE:
        return (expected == got) |
               ((difference <= limit * fabs(expected)) & (difference < INFINITY));
    case TOLERANCE_ULP:
        return (distance_f64(expected, got) <= limit) & (expected == expected) & (got == got);
    }
    return false;
}

#define COUNT_LOOP(kind)                               \
    for (size_t i = 0; i < count; i++) {               \
        memcpy(&e, expected + i * sizeof e, sizeof e); \
        memcpy(&g, got + i * sizeof g, sizeof g);      \
        wrong += !right(kind, limit, e, g);            \
    }                                                  \
    return wrong

/* One loop for each kind of tolerance, so that the kind is not asked for every element. */
#define COUNT_WRONG(name, type, right_function)                                           \
    static uint32_t name(ToleranceKind kind, double limit, const unsigned char *expected, \
                         const unsigned char *got, size_t count)                          \
    {                                                                                     \
        bool (*const right)(ToleranceKind, double, type, type) = right_function;          \
        uint32_t wrong = 0;                                                               \
        type e, g;                                                                        \
        if (kind == TOLERANCE_EXACT) {                                                    \
            COUNT_LOOP(TOLERANCE_EXACT);                                                  \
        } else if (kind == TOLERANCE_ABSOLUTE) {                                          \
            COUNT_LOOP(TOLERANCE_ABSOLUTE);                                               \
        } else if (kind == TOLERANCE_RELATIVE) {                                          \
            COUNT_LOOP(TOLERANCE_RELATIVE);                                               \
        } else {                                                                          \
            COUNT_LOOP(TOLERANCE_ULP);                                                    \
        }                                                                                 \
    }
COUNT_WRONG(count_wrong_f32, float, right_f32)
COUNT_WRONG(count_wrong_f64, double, right_f64)

/* Half-precision numbers in units in the last place: their order is that of their bits. */
static int order_f16(const unsigned char *at)
{
    int bits = at[0] | at[1] << 8;
    return bits & 0x8000 ? 0x8000 - bits : bits;
}

static bool right_f16(ToleranceKind kind, double limit, const unsigned char *expected,
                      const unsigned char *got)
{
    double e = element_value(ELEMENT_F16, expected), g = element_value(ELEMENT_F16, got);
    if (kind == TOLERANCE_ULP)
        return !isnan(e) && !isnan(g) && abs(order_f16(expected) - order_f16(got)) <= limit;
    return right_f64(kind, limit, e, g);
}

static double integer_difference(ElementType type, const unsigned char *a, const unsigned char *b)
{
    uint64_t left = 0, right = 0;
    size_t size = element_bytes(type);
    memcpy(&left, a, size);
    memcpy(&right, b, size);
    if (type == ELEMENT_U64)
        return left >= right ? (double)(left - right) : -(double)(right - left);
    if (type != ELEMENT_I64)
        return element_value(type, a) - element_value(type, b);
    __int128 difference = (__int128)(int64_t)left - (int64_t)right;
    return (double)difference;
}

static bool right_integer(const Tolerance *tolerance, ElementType type,
                          const unsigned char *expected, const unsigned char *got)
{
    if (tolerance->kind == TOLERANCE_EXACT)
        return memcmp(expected, got, element_bytes(type)) == 0;
    double limit = tolerance->limit;
    if (tolerance->kind == TOLERANCE_RELATIVE)
        limit *= fabs(element_value(type, expected));
    return fabs(integer_difference(type, got, expected)) <= limit;
}

static bool is_right(ElementType type, const Tolerance *tolerance, const unsigned char *expected,
                     const unsigned char *got)
{
    if (type == ELEMENT_F16)
        return right_f16(tolerance->kind, tolerance->limit, expected, got);
    if (type == ELEMENT_F32)
        return right_f32(tolerance->kind, tolerance->limit, (float)element_value(type, expected),
                         (float)element_value(type, got));
    if (type == ELEMENT_F64)
        return right_f64(tolerance->kind, tolerance->limit, element_value(type, expected),
                         element_value(type, got));
    return right_integer(tolerance, type, expected, got);
}

/* Equal bits are right unless they are NaN. */
static bool same_f16(const unsigned char *expected, const unsigned char *got, size_t count)
{
    uint32_t odd = 0;
    for (size_t i = 0; i < count; i++) {
        uint16_t e, g;
        memcpy(&e, expected + 2 * i, sizeof e);
        memcpy(&g, got + 2 * i, sizeof g);
        odd += (e != g) | ((e & 0x7fff) > 0x7c00);
    }
    return odd == 0;
}

/* True when the whole block is surely right. Mostly it is so to the bit, which is quick to ask. */
static bool block_right(ElementType type, const Tolerance *tolerance, const unsigned char *expected,
                        const unsigned char *got, size_t count)
{
    if (type == ELEMENT_F32)
        return count_wrong_f32(TOLERANCE_EXACT, 0, expected, got, count) == 0 ||
               count_wrong_f32(tolerance->kind, tolerance->limit, expected, got, count) == 0;
    if (type == ELEMENT_F64)
        return count_wrong_f64(TOLERANCE_EXACT, 0, expected, got, count) == 0 ||
               count_wrong_f64(tolerance->kind, tolerance->limit, expected, got, count) == 0;
    if (type == ELEMENT_F16)
        return same_f16(expected, got, count);
    return memcmp(expected, got, count * element_bytes(type)) == 0;
}

double element_ulp(ElementType type, const void *expected, const void *got)
{
    double e = element_value(type, expected), g = element_value(type, got);
    if (!element_is_float(type) || isnan(e) || isnan(g))
        return NAN;
    if (type == ELEMENT_F16)
        return abs(order_f16(expected) - order_f16(got));
    if (type == ELEMENT_F32)
        return fabs((double)(order_f32((float)e) - order_f32((float)g)));
    return distance_f64(e, g);
}

static void keep(ElementType type, uint64_t index, const unsigned char *expected,
                 const unsigned char *got, Comparison *out)
{
    if (out->wrong++ == 0)
        out->first_wrong = index;
    out->wrong_bits[index / 8] |= (unsigned char)(1 << index % 8);
    if (out->mismatches.size >= MISMATCHES_KEPT)
        return;
    Mismatch mismatch = {.index = index};
    mismatch.difference = element_is_float(type)
                              ? element_value(type, got) - element_value(type, expected)
                              : integer_difference(type, got, expected);
    mismatch.ulp = element_ulp(type, expected, got);
    memcpy(mismatch.expected, expected, element_bytes(type));
    memcpy(mismatch.got, got, element_bytes(type));
    vec_push(&out->mismatches, mismatch);
}

void comparison_make(ElementType type, const Tolerance *tolerance, const void *expected,
                     const void *got, uint64_t count, Comparison *out)
{
    size_t size = element_bytes(type), argument = out->argument;
    *out = (Comparison){.argument = argument, .count = count};
    out->wrong_bits = memory_alloc(count / 8 + 1);
    for (uint64_t start = 0; start < count; start += BLOCK) {
        const unsigned char *e = (const unsigned char *)expected + start * size;
        const unsigned char *g = (const unsigned char *)got + start * size;
        size_t length = count - start < BLOCK ? (size_t)(count - start) : BLOCK;
        if (block_right(type, tolerance, e, g, length))
            continue;
        for (size_t i = 0; i < length; i++)
            if (!is_right(type, tolerance, e + i * size, g + i * size))
                keep(type, start + i, e + i * size, g + i * size, out);
    }
}

void comparison_free(Comparison *comparison)
{
    for (size_t i = 0; i < comparison->mismatches.size; i++)
        writer_free(&comparison->mismatches.data[i].writer);
    free(comparison->wrong_bits);
    vec_free(&comparison->mismatches);
    *comparison = (Comparison){0};
}
