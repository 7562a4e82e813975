/* Single precision rounded toward zero, down or up, and fused multiply-add where the processor has
 * none: by computing in double with the error kept exactly, so that no rounding mode is changed. */
#ifndef CULAB_SIM_ENGINE_LANES_LANE_ROUND_H
#define CULAB_SIM_ENGINE_LANES_LANE_ROUND_H

#include "sim/engine/lanes/lane_float.h"

typedef enum LaneRounding { ROUND_RN, ROUND_RZ, ROUND_RM, ROUND_RP } LaneRounding;

/* A number as the double next to it, and what is missing: |rest| is at most half its last place. */
typedef struct LaneExact {
    f64 near, rest;
    u32 signs; /* of the two addends, or-ed: the sign of an exact zero when rounding down */
} LaneExact;

/* Knuth's sum of two: exact for all that singles and their products can be. */
static inline LaneExact exact_sum(f64 x, f64 y)
{
    f64 sum = x + y, back = sum - x;
    f64 rest = (x - (sum - back)) + (y - back);
    return (LaneExact){sum, rest, (u32)((bits_f64(x) | bits_f64(y)) >> 32) & F32_SIGN};
}

/* A product of singles fits in a double. A quotient or root of singles that is not a single differs
 * from every single by more than double's rounding error, so its double lies on the right side. */
static inline LaneExact exact_value(f64 x)
{
    return (LaneExact){x, 0, (u32)(bits_f64(x) >> 32) & F32_SIGN};
}

static inline f32 round_f32(LaneExact x, LaneRounding rounding)
{
    f32 nearest = (f32)x.near;
    f64 over = x.near - (f64)nearest; /* exact; -+infinity on overflow, NaN for infinities */
    int above = (over > 0) | ((over == 0) & (x.rest > 0)); /* the number is above `nearest` */
    int below = (over < 0) | ((over == 0) & (x.rest < 0));
    u32 bits = bits_f32(nearest), negative = bits >> 31;
    u32 step = 0; /* to the magnitude */
    if (rounding == ROUND_RZ)
        step = (negative ? above : below) ? UINT32_MAX : 0;
    else if (rounding == ROUND_RP)
        step = above ? (negative ? UINT32_MAX : 1) : 0;
    else if (rounding == ROUND_RM)
        step = below ? (negative ? 1 : UINT32_MAX) : 0;
    u32 zero = rounding == ROUND_RM && x.near == 0 ? x.signs : bits + step;
    return value_f32(x.near == 0 ? zero | (bits & F32_SIGN) : bits + step);
}

/* The double on whose last bit it shows that it is not exact: it can be rounded once more. */
static inline f64 round_to_odd(LaneExact x)
{
    u64 bits = bits_f64(x.near);
    int inexact = (x.rest > 0) | (x.rest < 0), outward = (x.rest > 0) == (x.near > 0);
    u64 moved = outward ? bits + 1 : bits - 1;
    return value_f64(inexact && !(bits & 1) ? moved : bits);
}

/* .ftz of a result: a number is subnormal when it is so after rounding to 24 bits with no limit to
 * the exponent (seen on GPUs). So one just below 2^-126 that rounds up to it stays. */
static inline f32 flush_rounded(f32 result, LaneExact x, LaneRounding rounding)
{
    LaneExact scaled = {x.near * 0x1p24, x.rest * 0x1p24, x.signs};
    f32 free = rounding == ROUND_RN ? (f32)round_to_odd(scaled) : round_f32(scaled, rounding);
    u32 tiny = (bits_f32(free) & ~F32_SIGN) < 0x0c800000u; /* 2^-102 */
    return value_f32(tiny ? bits_f32(result) & F32_SIGN : bits_f32(result));
}

static inline f32 fma_f32(f32 a, f32 b, f32 c)
{
#ifdef __FMA__
    return __builtin_fmaf(a, b, c);
#else
    return (f32)round_to_odd(exact_sum((f64)a * (f64)b, (f64)c));
#endif
}

#endif
