/* A number taken apart: the way of the rare conversions, lane by lane, between any two types.
 *
 * A source is taken apart exactly, then put together in the destination's format with its rounding.
 * The common conversions have handlers of their own that vectorise. */
#ifndef CULAB_SIM_ENGINE_LANES_LANE_NUMBER_H
#define CULAB_SIM_ENGINE_LANES_LANE_NUMBER_H

#include "sim/engine/lanes/lane_macros.h"

typedef enum NumberKind { NUMBER_FINITE, NUMBER_INFINITE, NUMBER_NAN } NumberKind;

/* (-1)^negative * magnitude * 2^exponent; of a NaN the magnitude is its mantissa, from the top bit
 * on.
 */
typedef struct Number {
    NumberKind kind;
    bool negative;
    u64 magnitude;
    int exponent;
} Number;

/* A binary floating-point format. `largest` is the biggest finite number's bits. */
typedef struct FloatFormat {
    int mantissa_bits, bias, bits;
    u64 largest, infinity, nan; /* infinity is 0 in formats that have none */
} FloatFormat;

enum { NUMBER_RN, NUMBER_RZ, NUMBER_RM, NUMBER_RP, NUMBER_RNA };

static const FloatFormat format_f16 __attribute__((unused)) = {10, 15, 16, 0x7bff, 0x7c00, 0x7fff};
static const FloatFormat format_bf16 __attribute__((unused)) = {7, 127, 16, 0x7f7f, 0x7f80, 0x7fff};
static const FloatFormat format_tf32
    __attribute__((unused)) = {10, 127, 19, 0x3fbff, 0x3fc00, 0x3ffff};
static const FloatFormat format_e4m3 __attribute__((unused)) = {3, 7, 8, 0x7e, 0, 0x7f};
static const FloatFormat format_e5m2 __attribute__((unused)) = {2, 15, 8, 0x7b, 0x7c, 0x7f};
/* No NaN and no infinity: what is none of their numbers becomes the greatest one. */
static const FloatFormat format_e2m3 __attribute__((unused)) = {3, 1, 6, 0x1f, 0, 0x1f};
static const FloatFormat format_e3m2 __attribute__((unused)) = {2, 3, 6, 0x1f, 0, 0x1f};
static const FloatFormat format_e2m1 __attribute__((unused)) = {1, 1, 4, 0x07, 0, 0x07};
static const FloatFormat format_f32
    __attribute__((unused)) = {23, 127, 32, 0x7f7fffff, 0x7f800000, 0x7fffffff};
static const FloatFormat format_f64 __attribute__((unused)) = {52,
                                                               1023,
                                                               64,
                                                               UINT64_C(0x7fefffffffffffff),
                                                               UINT64_C(0x7ff0000000000000),
                                                               UINT64_C(0xfff8000000000000)};

static inline Number number_of_float(u64 bits, const FloatFormat *format)
{
    u64 magnitude = bits & ((UINT64_C(1) << (format->bits - 1)) - 1);
    u64 field = magnitude >> format->mantissa_bits;
    u64 mantissa = magnitude & ((UINT64_C(1) << format->mantissa_bits) - 1);
    Number x = {NUMBER_FINITE, bits >> (format->bits - 1) & 1, mantissa,
                1 - format->bias - format->mantissa_bits};
    if (magnitude > format->largest) {
        x.kind = magnitude == format->infinity ? NUMBER_INFINITE : NUMBER_NAN;
        x.magnitude = mantissa << (64 - format->mantissa_bits);
    } else if (field) {
        x.magnitude |= UINT64_C(1) << format->mantissa_bits;
        x.exponent += (int)field - 1;
    }
    return x;
}

static inline Number number_of_integer(u64 bits, bool is_signed)
{
    bool negative = is_signed && (s64)bits < 0;
    return (Number){NUMBER_FINITE, negative, negative ? 0 - bits : bits, 0};
}

/* Whether `kept` goes up, where `half` is the first bit dropped and `rest` whether more follow. */
static inline bool rounds_up(int rounding, bool negative, u64 kept, bool half, bool rest)
{
    switch (rounding) {
    case NUMBER_RN:
        return half && (rest || (kept & 1));
    case NUMBER_RNA:
        return half;
    case NUMBER_RM:
        return negative && (half || rest);
    case NUMBER_RP:
        return !negative && (half || rest);
    default:
        return false;
    }
}

/* magnitude / 2^drop, rounded to an integer. */
static inline u64 shift_rounded(u64 magnitude, int drop, int rounding, bool negative)
{
    if (drop <= 0)
        return magnitude << -drop;
    u64 kept = drop < 64 ? magnitude >> drop : 0;
    bool half = drop <= 64 && (magnitude >> (drop - 1) & 1);
    bool rest = drop > 64 ? magnitude != 0 : (magnitude & ((UINT64_C(1) << (drop - 1)) - 1)) != 0;
    return kept + rounds_up(rounding, negative, kept, half, rest);
}

/* Bits past the largest finite number: infinity, or that number where the rounding is inward or the
 * format asks for it. */
static inline u64 overflow_bits(const FloatFormat *format, int rounding, bool negative,
                                bool satfinite)
{
    bool inward = rounding == NUMBER_RZ || (rounding == NUMBER_RM && !negative) ||
                  (rounding == NUMBER_RP && negative);
    return satfinite || inward || !format->infinity ? format->largest : format->infinity;
}

/* A NaN that keeps its sign and as much of its mantissa as there is room for, made quiet. */
static inline u64 nan_of_number(Number x, const FloatFormat *format)
{
    u64 quiet = (x.magnitude | UINT64_C(1) << 63) >> (64 - format->mantissa_bits);
    return (u64)x.negative << (format->bits - 1) | format->infinity | quiet;
}

static inline u64 float_of_number(Number x, const FloatFormat *format, int rounding, bool satfinite)
{
    u64 sign = (u64)x.negative << (format->bits - 1);
    if (x.kind == NUMBER_NAN)
        return format->nan;
    if (x.kind == NUMBER_INFINITE)
        return sign | (satfinite || !format->infinity ? format->largest : format->infinity);
    if (x.magnitude == 0)
        return sign;
    int zeros = __builtin_clzll(x.magnitude), exponent = x.exponent - zeros + 63;
    int drop = 63 - format->mantissa_bits, least = 1 - format->bias;
    u64 base = 0;
    if (exponent < least)
        drop += least - exponent;
    else
        base = (u64)(exponent - least) << format->mantissa_bits;
    u64 bits = base + shift_rounded(x.magnitude << zeros, drop, rounding, x.negative);
    if (bits > format->largest)
        bits = overflow_bits(format, rounding, x.negative, satfinite);
    return sign | bits;
}

/* To an integer of `width` bits, clamped to its range; NaN gives `nan`. */
static inline u64 integer_of_number(Number x, int width, bool is_signed, int rounding, u64 nan)
{
    u64 top = UINT64_C(1) << (width - 1), all = top | (top - 1);
    u64 positive = is_signed ? top - 1 : all, negative = is_signed ? top : 0;
    u64 limit = x.negative ? negative : positive, magnitude;
    if (x.kind == NUMBER_NAN)
        return nan;
    if (x.kind == NUMBER_INFINITE || (x.magnitude && x.exponent > 63))
        magnitude = limit;
    else if (x.exponent > 0 && x.magnitude >> (64 - x.exponent))
        magnitude = limit;
    else
        magnitude = shift_rounded(x.magnitude, -x.exponent, rounding, x.negative);
    magnitude = magnitude > limit ? limit : magnitude;
    return x.negative ? 0 - magnitude : magnitude;
}

#endif
