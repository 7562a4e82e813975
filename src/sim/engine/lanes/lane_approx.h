/* The approximate functions of single precision (ISA 9.7.3: rcp, sqrt, rsqrt, sin, cos, lg2, ex2,
 * tanh), computed in double far inside the error that the ISA allows, by polynomials so that loops
 * vectorise. Special values come out as the ISA's tables say. */
#ifndef CULAB_SIM_ENGINE_LANES_LANE_APPROX_H
#define CULAB_SIM_ENGINE_LANES_LANE_APPROX_H

#include "sim/engine/lanes/lane_float.h"

/* 2^x. The error of the ninth-degree series of e^y, |y| <= ln(2)/2, is 7e-12. */
static inline f64 power_of_two(f64 x)
{
    f64 inside = x < -400 ? -400 : x > 400 ? 400 : x; /* still 0 or infinity in single precision */
    f64 whole = __builtin_rint(inside), y = (inside - whole) * 0x1.62e42fefa39efp-1;
    f64 series = 1 + y * (1.0 / 9);
    series = 1 + y * (1.0 / 8) * series;
    series = 1 + y * (1.0 / 7) * series;
    series = 1 + y * (1.0 / 6) * series;
    series = 1 + y * (1.0 / 5) * series;
    series = 1 + y * (1.0 / 4) * series;
    series = 1 + y * (1.0 / 3) * series;
    series = 1 + y * (1.0 / 2) * series;
    series = 1 + y * series;
    /* 1.5 * 2^52 + n has n in its low bits */
    u64 exponent = bits_f64(whole + 0x1.8p52) - bits_f64(0x1.8p52);
    return value_f64(bits_f64(series) + (exponent << 52));
}

static inline f32 ex2_f32(f32 x)
{
    return x != x ? x : (f32)power_of_two((f64)x);
}

/* log2(2^e * m), m in [sqrt(1/2), sqrt(2)): by the series of atanh((m - 1) / (m + 1)). */
static inline f32 lg2_f32(f32 x)
{
    u64 bits = bits_f64((f64)x), steps = bits - UINT64_C(0x3fe6a09e667f3bcd); /* sqrt(1/2) */
    s32 exponent = (s32)(steps >> 32) >> 20;
    f64 m = value_f64(bits - ((u64)(u32)exponent << 52)), s = (m - 1) / (m + 1), z = s * s;
    f64 series =
        1 + z * (1.0 / 3 +
                 z * (1.0 / 5 + z * (1.0 / 7 + z * (1.0 / 9 + z * (1.0 / 11 + z * (1.0 / 13))))));
    f32 result = (f32)((f64)exponent + s * series * 0x1.71547652b82fep+1); /* 2 / ln(2) */
    f32 special = x == 0.0f ? -__builtin_inff() : x < 0.0f ? value_f32(F32_NAN) : x;
    return x > 0.0f && x < __builtin_inff() ? result : special;
}

/* sin(2*pi*t) for any t: folded into [-1/4, 1/4]; the error of the series is 6e-12. */
static inline f64 sine_of_turns(f64 t)
{
    f64 part = t - __builtin_rint(t);
    f64 folded = part > 0.25 ? 0.5 - part : part < -0.25 ? -0.5 - part : part;
    f64 y = folded * 0x1.921fb54442d18p+2, z = y * y;
    f64 series = 1 - z * (1.0 / (16 * 17));
    series = 1 - z * (1.0 / (14 * 15)) * series;
    series = 1 - z * (1.0 / (12 * 13)) * series;
    series = 1 - z * (1.0 / (10 * 11)) * series;
    series = 1 - z * (1.0 / (8 * 9)) * series;
    series = 1 - z * (1.0 / (6 * 7)) * series;
    series = 1 - z * (1.0 / (4 * 5)) * series;
    series = 1 - z * (1.0 / (2 * 3)) * series;
    return y * series;
}

#define TURNS_PER_RADIAN 0x1.45f306dc9c883p-3

static inline f32 sin_f32(f32 x)
{
    f32 sine = (f32)sine_of_turns((f64)x * TURNS_PER_RADIAN);
    return x == 0.0f ? x : sine;
}

static inline f32 cos_f32(f32 x)
{
    f64 turns = (f64)x * TURNS_PER_RADIAN;
    return (f32)sine_of_turns(turns - __builtin_rint(turns) + 0.25);
}

/* Of an angle in turns: sin.approx.2pi, cos.approx.2pi. */
static inline f32 sin_turns_f32(f32 x)
{
    f32 sine = (f32)sine_of_turns(x);
    return x == 0.0f ? x : sine;
}

static inline f32 cos_turns_f32(f32 x)
{
    f64 turns = x;
    return (f32)sine_of_turns(turns - __builtin_rint(turns) + 0.25);
}

static inline f32 tanh_f32(f32 x)
{
    f64 y = (f64)x, z = y * y;
    f64 power = power_of_two(y * 0x1.71547652b82fep+1); /* e^2x */
    f64 far = x > 20.0f ? 1 : x < -20.0f ? -1 : (power - 1) / (power + 1);
    f64 close = y - y * z * (1.0 / 3) + y * z * z * (2.0 / 15);
    f32 result = (f32)(z < 0.001 ? close : far);
    return x != x ? x : x == 0.0f ? x : result;
}

static inline f32 rsqrt_f32(f32 x)
{
    return (f32)(1.0 / __builtin_sqrt((f64)x));
}

/* div.approx: above 2^126 the reciprocal of the divisor counts as zero. */
static inline f32 div_approx_f32(f32 a, f32 b)
{
    u32 magnitude = bits_f32(b) & ~F32_SIGN;
    f32 zero = a * value_f32(bits_f32(b) & F32_SIGN);
    return magnitude > 0x7e800000u && magnitude < F32_INFINITY ? zero : a / b;
}

#endif
