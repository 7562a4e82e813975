/* Half-precision numbers in a lane: f16 and bf16 to f32 and back. */
#ifndef CULAB_SIM_ENGINE_LANES_LANE_HALF_H
#define CULAB_SIM_ENGINE_LANES_LANE_HALF_H

#include "sim/engine/lanes/lane_float.h"

#define F16_NAN 0x7fff
#define BF16_NAN 0x7fff

/* Exact. */
static inline f32 widen_f16(u16 half)
{
    u32 sign = (u32)(half & 0x8000) << 16, magnitude = (u32)(half & 0x7fff) << 13;
    u32 rebias = 112u << 23; /* 127 - 15 */
    u32 normal = magnitude + rebias + (magnitude >= 0x0f800000u ? rebias : 0);
    u32 tiny = bits_f32((f32)(s32)(half & 0x3ff) * 0x1p-24f);
    return value_f32(sign | ((half & 0x7c00) ? normal : tiny));
}

static inline f32 widen_bf16(u16 half)
{
    return value_f32((u32)half << 16);
}

/* To nearest even. Adding and taking away a power of two 2^13 times the number's own cuts it to
 * eleven bits, or to a multiple of 2^-24. */
static inline u16 narrow_f16(f32 x)
{
    u32 bits = bits_f32(x), sign = bits >> 16 & 0x8000, magnitude = bits & ~F32_SIGN;
    u32 inside = magnitude < 0x47800000u ? magnitude : 0x47800000u; /* 2^16: infinity already */
    u32 power = inside & F32_INFINITY, least = 113u << 23;          /* 2^-14 */
    f32 cutter = value_f32((power > least ? power : least) + (13u << 23));
    f32 cut = (value_f32(inside) + cutter) - cutter;
    u32 normal = (bits_f32(cut) >> 13) - (112u << 10);
    u32 tiny = (u32)(s32)((cut < 0x1p-14f ? cut : 0.0f) * 0x1p24f);
    u32 result = cut < 0x1p-14f ? tiny : normal > 0x7c00 ? 0x7c00 : normal;
    return (u16)(magnitude > F32_INFINITY ? F16_NAN : sign | result);
}

static inline u16 narrow_bf16(f32 x)
{
    u32 bits = bits_f32(x);
    u32 rounded = (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
    return (u16)(x != x ? BF16_NAN : rounded);
}

static inline u16 flush_f16(u16 half)
{
    return half & 0x7c00 ? half : half & 0x8000;
}

static inline u16 canonical_f16(u16 half)
{
    return (half & 0x7fff) > 0x7c00 ? F16_NAN : half;
}

static inline u16 canonical_bf16(u16 half)
{
    return (half & 0x7fff) > 0x7f80 ? BF16_NAN : half;
}

static inline u16 flush_bf16(u16 half)
{
    return half & 0x7f80 ? half : half & 0x8000;
}

#endif
