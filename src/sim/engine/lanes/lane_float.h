/* What one lane computes in floating point: bits and values, flushing, canonical NaNs. Every
 * function is branch-free, so that loops over it vectorise. */
#ifndef CULAB_SIM_ENGINE_LANES_LANE_FLOAT_H
#define CULAB_SIM_ENGINE_LANES_LANE_FLOAT_H

#include "sim/engine/lanes/lane_macros.h"

static inline u32 bits_f32(f32 x)
{
    u32 bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline f32 value_f32(u32 bits)
{
    f32 x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static inline u64 bits_f64(f64 x)
{
    u64 bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline f64 value_f64(u64 bits)
{
    f64 x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

#define F32_SIGN 0x80000000u
#define F32_INFINITY 0x7f800000u
#define F32_NAN 0x7fffffffu /* the one NaN that single-precision instructions make */
#define F64_SIGN UINT64_C(0x8000000000000000)
#define F64_INFINITY UINT64_C(0x7ff0000000000000)

static inline int is_nan_f32(f32 x)
{
    return x != x;
}

static inline int is_nan_f64(f64 x)
{
    return x != x;
}

/* .ftz: subnormal numbers count as zero of their sign. */
static inline f32 flush_f32(f32 x)
{
    u32 bits = bits_f32(x);
    return value_f32(bits & F32_INFINITY ? bits : bits & F32_SIGN);
}

static inline f32 canonical_f32(f32 x)
{
    return x != x ? value_f32(F32_NAN) : x;
}

/* .sat: to [0, 1]; NaN and -0 become +0. */
static inline f32 saturate_f32(f32 x)
{
    return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f;
}

static inline f64 saturate_f64(f64 x)
{
    return x > 0.0 ? (x < 1.0 ? x : 1.0) : 0.0;
}

#endif
