/* The common conversions: loops that vectorise, and the table that finds them. */
#ifndef CULAB_SIM_ENGINE_LANES_LANE_CONVERT_H
#define CULAB_SIM_ENGINE_LANES_LANE_CONVERT_H

#include "sim/engine/lanes/lane_float.h"
#include "sim/engine/lanes/lane_half.h"
#include "sim/engine/lanes/lane_macros.h"

/* Integers: to registers of 16, 32 and 64 bits, cut or extended as the source type says. */
#define FROM_INTEGER(T)        \
    LANE_1(b16_##T, u16, T, a) \
    LANE_1(b32_##T, u32, T, a) \
    LANE_1(b64_##T, u64, T, a)
FROM_INTEGER(u16)
FROM_INTEGER(s16)
FROM_INTEGER(u32)
FROM_INTEGER(s32)
FROM_INTEGER(u64)
FROM_INTEGER(s64)
/* bytes in registers of 16 and 32 bits */
LANE_1(b16_u8, u16, u16, (u8)a)
LANE_1(b16_s8, u16, u16, (s8)a)
LANE_1(b32_u8, u32, u16, (u8)a)
LANE_1(b32_s8, u32, u16, (s8)a)
LANE_1(b32_u8_b32, u32, u32, (u8)a)
LANE_1(b32_s8_b32, u32, u32, (s8)a)

/* To floating point, to nearest. */
static inline f64 exact_u32_f64(u32 x)
{
    return (f64)(s32)(x ^ F32_SIGN) + 0x1p31;
}
LANE_1(f32_u16, f32, u16, (s32)a)
LANE_1(f32_s16, f32, s16, a)
LANE_1(f32_u32, f32, u32, exact_u32_f64(a))
LANE_1(f32_s32, f32, s32, a)
LANE_1(f32_u64, f32, u64, a)
LANE_1(f32_s64, f32, s64, a)
LANE_1(f64_u16, f64, u16, (s32)a)
LANE_1(f64_s16, f64, s16, a)
LANE_1(f64_u32, f64, u32, exact_u32_f64(a))
LANE_1(f64_s32, f64, s32, a)
LANE_1(f64_u64, f64, u64, a)
LANE_1(f64_s64, f64, s64, a)

/* To integers: clamped; NaN gives 0, but the top bit where either type has 64 bits. `x` is rounded
 * to an integer already. */
static inline s32 clamp_s32(f64 x, s32 nan)
{
    s32 inside = (s32)(x > -0x1p31 && x < 0x1p31 ? x : 0);
    s32 outside = x > 0 ? INT32_MAX : INT32_MIN;
    s32 result = x > -0x1p31 && x < 0x1p31 ? inside : outside;
    return x != x ? nan : result;
}

static inline u32 clamp_u32(f64 x, u32 nan)
{
    f64 inside = x > 0 && x < 0x1p32 ? x : 0;
    u32 result = (u32)(s32)(inside - 0x1p31) ^ F32_SIGN;
    return x != x ? nan : x >= 0x1p32 ? UINT32_MAX : result;
}

static inline u64 clamp_s64(f64 x)
{
    s64 inside = (s64)(x >= -0x1p63 && x < 0x1p63 ? x : 0);
    return x != x ? F64_SIGN : x >= 0x1p63 ? ~F64_SIGN : x < -0x1p63 ? F64_SIGN : (u64)inside;
}

static inline u64 clamp_u64(f64 x)
{
    u64 inside = (u64)(x > 0 && x < 0x1p64 ? x : 0);
    return x != x ? F64_SIGN : x >= 0x1p64 ? UINT64_MAX : inside;
}

#define TO_INTEGER(MODE, ROUND)                                      \
    LANE_1(s32_f32_##MODE, s32, f32, clamp_s32((f64)ROUND##f(a), 0)) \
    LANE_1(u32_f32_##MODE, u32, f32, clamp_u32((f64)ROUND##f(a), 0)) \
    LANE_1(s64_f32_##MODE, u64, f32, clamp_s64((f64)ROUND##f(a)))    \
    LANE_1(u64_f32_##MODE, u64, f32, clamp_u64((f64)ROUND##f(a)))    \
    LANE_1(s32_f64_##MODE, s32, f64, clamp_s32(ROUND(a), INT32_MIN)) \
    LANE_1(u32_f64_##MODE, u32, f64, clamp_u32(ROUND(a), F32_SIGN))  \
    LANE_1(s64_f64_##MODE, u64, f64, clamp_s64(ROUND(a)))            \
    LANE_1(u64_f64_##MODE, u64, f64, clamp_u64(ROUND(a)))            \
    LANE_1(f32_f32_##MODE, f32, f32, canonical_f32(ROUND##f(a)))     \
    LANE_1(f64_f64_##MODE, f64, f64, ROUND(a))
TO_INTEGER(rni, __builtin_rint)
TO_INTEGER(rzi, __builtin_trunc)
TO_INTEGER(rmi, __builtin_floor)
TO_INTEGER(rpi, __builtin_ceil)

/* Between floating-point types. NaNs keep their bits where a double is involved, not elsewhere. */
LANE_1(f64_f32, f64, f32, a)
LANE_1(f32_f64, f32, f64, (f32)a)
LANE_1(f32_f32_sat, f32, f32, saturate_f32(a))
LANE_1(f32_f16, f32, u16, canonical_f32(widen_f16(a)))
LANE_1(f32_bf16, f32, u16, widen_bf16(a))
LANE_1(f16_f32, u16, f32, narrow_f16(a))
LANE_1(bf16_f32, u16, f32, narrow_bf16(a))
LANE_2(f16x2_f32, u32, f32, f32, (u32)narrow_f16(a) << 16 | narrow_f16(b))
LANE_2(bf16x2_f32, u32, f32, f32, (u32)narrow_bf16(a) << 16 | narrow_bf16(b))

typedef struct QuickForm {
    uint8_t to, from, to_bytes, from_bytes; /* types; widths of the registers */
    uint16_t rounding;                      /* PtxMod, or PTX_MOD_COUNT for none */
    bool sat;
    SimHandler full, partial;
} QuickForm;

#define NO_ROUNDING PTX_MOD_COUNT
#define QUICK(TO, FROM, TO_BYTES, FROM_BYTES, ROUNDING, HANDLER)                     \
    {                                                                                \
        PTX_##TO, PTX_##FROM, TO_BYTES, FROM_BYTES, ROUNDING, false, HANDLER##_full, \
            HANDLER##_part                                                           \
    }
#define QUICK_INTEGER(FROM, BYTES, NAME)                     \
    QUICK(U16, FROM, 2, BYTES, NO_ROUNDING, b16_##NAME),     \
        QUICK(S16, FROM, 2, BYTES, NO_ROUNDING, b16_##NAME), \
        QUICK(U32, FROM, 4, BYTES, NO_ROUNDING, b32_##NAME), \
        QUICK(S32, FROM, 4, BYTES, NO_ROUNDING, b32_##NAME), \
        QUICK(U64, FROM, 8, BYTES, NO_ROUNDING, b64_##NAME), \
        QUICK(S64, FROM, 8, BYTES, NO_ROUNDING, b64_##NAME)
#define QUICK_BYTE(FROM, NAME)                                 \
    QUICK(U16, FROM, 2, 2, NO_ROUNDING, b16_##NAME),           \
        QUICK(S16, FROM, 2, 2, NO_ROUNDING, b16_##NAME),       \
        QUICK(U32, FROM, 4, 2, NO_ROUNDING, b32_##NAME),       \
        QUICK(S32, FROM, 4, 2, NO_ROUNDING, b32_##NAME),       \
        QUICK(U32, FROM, 4, 4, NO_ROUNDING, b32_##NAME##_b32), \
        QUICK(S32, FROM, 4, 4, NO_ROUNDING, b32_##NAME##_b32)
#define QUICK_FLOAT(FROM, BYTES, NAME)                  \
    QUICK(F32, FROM, 4, BYTES, PTX_MOD_RN, f32_##NAME), \
        QUICK(F64, FROM, 8, BYTES, PTX_MOD_RN, f64_##NAME)
#define QUICK_ROUND(MOD, MODE)                                                                  \
    QUICK(S32, F32, 4, 4, MOD, s32_f32_##MODE), QUICK(U32, F32, 4, 4, MOD, u32_f32_##MODE),     \
        QUICK(S64, F32, 8, 4, MOD, s64_f32_##MODE), QUICK(U64, F32, 8, 4, MOD, u64_f32_##MODE), \
        QUICK(S32, F64, 4, 8, MOD, s32_f64_##MODE), QUICK(U32, F64, 4, 8, MOD, u32_f64_##MODE), \
        QUICK(S64, F64, 8, 8, MOD, s64_f64_##MODE), QUICK(U64, F64, 8, 8, MOD, u64_f64_##MODE), \
        QUICK(F32, F32, 4, 4, MOD, f32_f32_##MODE), QUICK(F64, F64, 8, 8, MOD, f64_f64_##MODE)

/* Without .ftz, .relu and .satfinite. */
static const QuickForm quick[] = {
    QUICK_INTEGER(U16, 2, u16),
    QUICK_INTEGER(S16, 2, s16),
    QUICK_INTEGER(U32, 4, u32),
    QUICK_INTEGER(S32, 4, s32),
    QUICK_INTEGER(U64, 8, u64),
    QUICK_INTEGER(S64, 8, s64),
    QUICK_BYTE(U8, u8),
    QUICK_BYTE(S8, s8),
    QUICK_FLOAT(U16, 2, u16),
    QUICK_FLOAT(S16, 2, s16),
    QUICK_FLOAT(U32, 4, u32),
    QUICK_FLOAT(S32, 4, s32),
    QUICK_FLOAT(U64, 8, u64),
    QUICK_FLOAT(S64, 8, s64),
    QUICK_ROUND(PTX_MOD_RNI, rni),
    QUICK_ROUND(PTX_MOD_RZI, rzi),
    QUICK_ROUND(PTX_MOD_RMI, rmi),
    QUICK_ROUND(PTX_MOD_RPI, rpi),
    QUICK(F64, F32, 8, 4, NO_ROUNDING, f64_f32),
    QUICK(F32, F32, 4, 4, NO_ROUNDING, b32_u32),
    QUICK(F64, F64, 8, 8, NO_ROUNDING, b64_u64),
    QUICK(F32, F64, 4, 8, PTX_MOD_RN, f32_f64),
    {PTX_F32, PTX_F32, 4, 4, NO_ROUNDING, true, f32_f32_sat_full, f32_f32_sat_part},
    QUICK(F32, F16, 4, 2, NO_ROUNDING, f32_f16),
    QUICK(F32, BF16, 4, 2, NO_ROUNDING, f32_bf16),
    QUICK(F16, F32, 2, 4, PTX_MOD_RN, f16_f32),
    QUICK(BF16, F32, 2, 4, PTX_MOD_RN, bf16_f32),
    QUICK(F16X2, F32, 4, 4, PTX_MOD_RN, f16x2_f32),
    QUICK(BF16X2, F32, 4, 4, PTX_MOD_RN, bf16x2_f32),
};

#endif
