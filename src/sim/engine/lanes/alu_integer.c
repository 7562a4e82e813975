/* Integer arithmetic (ISA 9.7.1) and multi-word arithmetic with the carry flag (ISA 9.7.2). */
#include "sim/engine/lanes/lane_integer.h"
#include "sim/engine/lanes/lane_macros.h"

/* add, sub, mul, mad */
#define WRAPPING(W)                                            \
    LANE_2(add_b##W, u##W, u##W, u##W, a + b)                  \
    LANE_2(sub_b##W, u##W, u##W, u##W, a - b)                  \
    LANE_2(mul_lo_b##W, u##W, u##W, u##W, (u64)a *b)           \
    LANE_3(mad_lo_b##W, u##W, u##W, u##W, u##W, (u64)a *b + c) \
    LANE_1(neg_s##W, u##W, u##W, 0u - a)                       \
    LANE_1(abs_s##W, u##W, s##W, a < 0 ? 0u - (u##W)a : (u##W)a)
WRAPPING(16)
WRAPPING(64)
LANE_2(add_b32, u32, u32, u32, a + b)
LANE_2(sub_b32, u32, u32, u32, a - b)
LANE_2(mul_lo_b32, u32, u32, u32, a *b)
LANE_3(mad_lo_b32, u32, u32, u32, u32, a *b + c)
LANE_1(neg_s32, u32, u32, 0u - a)
LANE_1(abs_s32, u32, s32, a < 0 ? 0u - (u32)a : (u32)a)
LANE_2(add_sat_s32, s32, s32, s32, saturate_s32((s64)a + b))
LANE_2(sub_sat_s32, s32, s32, s32, saturate_s32((s64)a - b))

LANE_2(mul_hi_u16, u16, u16, u16, (u32)a *b >> 16)
LANE_2(mul_hi_s16, s16, s16, s16, a *b >> 16)
LANE_2(mul_hi_u32, u32, u32, u32, (u64)a *b >> 32)
LANE_2(mul_hi_s32, s32, s32, s32, (s64)a *b >> 32)
LANE_2(mul_hi_u64, u64, u64, u64, high_u64(a, b))
LANE_2(mul_hi_s64, u64, u64, u64, high_s64(a, b))
LANE_2(mul_wide_u16, u32, u16, u16, (u32)a *b)
LANE_2(mul_wide_s16, s32, s16, s16, a *b)
LANE_2(mul_wide_u32, u64, u32, u32, (u64)a *b)
LANE_2(mul_wide_s32, s64, s32, s32, (s64)a *b)

LANE_3(mad_hi_u16, u16, u16, u16, u16, ((u32)a * b >> 16) + c)
LANE_3(mad_hi_s16, s16, s16, s16, s16, (a * b >> 16) + c)
LANE_3(mad_hi_u32, u32, u32, u32, u32, ((u64)a * b >> 32) + c)
LANE_3(mad_hi_s32, u32, s32, s32, u32, ((u64)((s64)a * b) >> 32) + c)
LANE_3(mad_hi_u64, u64, u64, u64, u64, high_u64(a, b) + c)
LANE_3(mad_hi_s64, u64, u64, u64, u64, high_s64(a, b) + c)
LANE_3(mad_hi_sat_s32, s32, s32, s32, s32, saturate_s32(((s64)a * b >> 32) + c))
LANE_3(mad_wide_u16, u32, u16, u16, u32, (u32)a *b + c)
LANE_3(mad_wide_s16, u32, s16, s16, u32, (u32)(a *b) + c)
LANE_3(mad_wide_u32, u64, u32, u32, u64, (u64)a *b + c)
LANE_3(mad_wide_s32, u64, s32, s32, u64, (u64)((s64)a *b) + c)

/* 24-bit products: their low 32 bits, or bits 16 to 47 */
LANE_2(mul24_lo_u32, u32, u32, u32, product24_u32(a, b))
LANE_2(mul24_hi_u32, u32, u32, u32, product24_u32(a, b) >> 16)
LANE_2(mul24_lo_s32, u32, u32, u32, product24_s32(a, b))
LANE_2(mul24_hi_s32, u32, u32, u32, product24_s32(a, b) >> 16)
LANE_3(mad24_lo_u32, u32, u32, u32, u32, product24_u32(a, b) + c)
LANE_3(mad24_hi_u32, u32, u32, u32, u32, (product24_u32(a, b) >> 16) + c)
LANE_3(mad24_lo_s32, u32, u32, u32, u32, (u64)product24_s32(a, b) + c)
LANE_3(mad24_hi_s32, u32, u32, u32, u32, (u64)(product24_s32(a, b) >> 16) + c)
LANE_3(mad24_hi_sat_s32, s32, u32, u32, s32, saturate_s32((product24_s32(a, b) >> 16) + c))

#define ORDERED(T, U)                       \
    LANE_2(min_##T, T, T, T, a < b ? a : b) \
    LANE_2(max_##T, T, T, T, a > b ? a : b) \
    LANE_3(sad_##T, U, T, T, U, (U)(a < b ? (U)b - (U)a : (U)a - (U)b) + c)
ORDERED(u16, u16)
ORDERED(s16, u16)
ORDERED(u32, u32)
ORDERED(s32, u32)
ORDERED(u64, u64)
ORDERED(s64, u64)
LANE_2(min_relu_s32, s32, s32, s32, not_negative(a < b ? a : b))
LANE_2(max_relu_s32, s32, s32, s32, not_negative(a > b ? a : b))

#define DIVIDING(T)                              \
    LANE_2(div_##T, T, T, T, quotient_##T(a, b)) \
    LANE_2(rem_##T, T, T, T, remainder_##T(a, b))
DIVIDING(u16)
DIVIDING(s16)
DIVIDING(u32)
DIVIDING(s32)
DIVIDING(u64)
DIVIDING(s64)

/* two 16-bit halves */
LANE_2(add_b16x2, u32, u32, u32, halves(a + b, (a >> 16) + (b >> 16)))
LANE_2(min_u16x2, u32, u32, u32, halves(min_u((u16)a, (u16)b), min_u(a >> 16, b >> 16)))
LANE_2(max_u16x2, u32, u32, u32, halves(max_u((u16)a, (u16)b), max_u(a >> 16, b >> 16)))
LANE_2(min_s16x2, u32, u32, u32, halves(min_s((s16)a, (s16)b), min_s((s32)a >> 16, (s32)b >> 16)))
LANE_2(max_s16x2, u32, u32, u32, halves(max_s((s16)a, (s16)b), max_s((s32)a >> 16, (s32)b >> 16)))
LANE_2(min_relu_s16x2, u32, u32, u32,
       halves(not_negative(min_s((s16)a, (s16)b)), not_negative(min_s((s32)a >> 16, (s32)b >> 16))))
LANE_2(max_relu_s16x2, u32, u32, u32,
       halves(not_negative(max_s((s16)a, (s16)b)), not_negative(max_s((s32)a >> 16, (s32)b >> 16))))

/* bits */
LANE_1(popc_b32, u32, u32, count_ones(a))
LANE_1(popc_b64, u32, u64, count_ones((u32)a) + count_ones((u32)(a >> 32)))
LANE_1(clz_b32, u32, u32, 31 - top_bit_u32(a))
LANE_1(clz_b64, u32, u64, 63 - top_bit_u64(a))
LANE_1(brev_b32, u32, u32, reverse_u32(a))
LANE_1(brev_b64, u64, u64, (u64)reverse_u32((u32)a) << 32 | reverse_u32((u32)(a >> 32)))
LANE_1(bfind_u32, u32, u32, top_bit_u32(a))
LANE_1(bfind_s32, u32, s32, top_bit_u32(a < 0 ? ~a : a))
LANE_1(bfind_u64, u32, u64, top_bit_u64(a))
LANE_1(bfind_s64, u32, s64, top_bit_u64(a < 0 ? ~a : a))
LANE_1(bfind_shiftamt_u32, u32, u32, shift_amount(top_bit_u32(a), 31))
LANE_1(bfind_shiftamt_s32, u32, s32, shift_amount(top_bit_u32(a < 0 ? ~a : a), 31))
LANE_1(bfind_shiftamt_u64, u32, u64, shift_amount(top_bit_u64(a), 63))
LANE_1(bfind_shiftamt_s64, u32, s64, shift_amount(top_bit_u64(a < 0 ? ~a : a), 63))
LANE_3(fns_b32, u32, u32, u32, s32, find_nth_set(a, b, c))
/* position and length: of 32 bits modulo 256, as the ISA says; of 64 bits as hardware does */
LANE_3(bfe_u32, u32, u32, u32, u32, extract_u32(a, b & 255, c & 255))
LANE_3(bfe_s32, s32, s32, u32, u32, extract_s32(a, b & 255, c & 255))
LANE_3(bfe_u64, u64, u64, u32, u32, extract_u64(a, b, c))
LANE_3(bfe_s64, s64, s64, u32, u32, extract_s64(a, b, c))
LANE_4(bfi_b32, u32, u32, u32, u32, u32, insert_u32(a, b, c & 255, e & 255))
LANE_4(bfi_b64, u64, u64, u64, u32, u32, insert_u64(a, b, c, e))
LANE_2(bmsk_clamp, u32, u32, u32, bit_mask(a, b, a > 31, b > 31))
LANE_2(bmsk_wrap, u32, u32, u32, bit_mask(a, b, 0, 0))
LANE_2(szext_clamp_u32, u32, u32, u32, b > 31 ? a : a & low_bits_u32(b))
LANE_2(szext_wrap_u32, u32, u32, u32, a &low_bits_u32(b & 31))
LANE_2(szext_clamp_s32, s32, s32, u32, b > 31 ? a : sign_extend(a, b))
LANE_2(szext_wrap_s32, s32, s32, u32, sign_extend(a, b & 31))

/* dot products of bytes, and of halves with bytes */
#define DOT(NAME, A, B, AH, BH)                                                         \
    LANE_3(dp4a_##NAME, u32, u32, u32, u32,                                             \
           c + (u32)((A)a * (B)b) + (u32)((A)(a >> 8) * (B)(b >> 8)) +                  \
               (u32)((A)(a >> 16) * (B)(b >> 16)) + (u32)((A)(a >> 24) * (B)(b >> 24))) \
    LANE_3(dp2a_lo_##NAME, u32, u32, u32, u32,                                          \
           c + (u32)((AH)a * (B)b) + (u32)((AH)(a >> 16) * (B)(b >> 8)))                \
    LANE_3(dp2a_hi_##NAME, u32, u32, u32, u32,                                          \
           c + (u32)((AH)a * (B)(b >> 16)) + (u32)((AH)(a >> 16) * (B)(b >> 24)))
DOT(u32_u32, u8, u8, u16, u16)
DOT(u32_s32, u8, s8, u16, s16)
DOT(s32_u32, s8, u8, s16, u16)
DOT(s32_s32, s8, s8, s16, s16)

/* Multi-word arithmetic. The carry flag is the predicate slot inst->more[1]; CARRY_IN and CARRY_OUT
 * say which ends of it an instruction uses. Without CARRY_IN a sum begins with 0, a difference
 * (CARRY_ONE) with 1. */
enum { CARRY_IN = 1, CARRY_OUT = 2, CARRY_ONE = 4 };

#define CARRYING(NAME, T, SUM)                                                     \
    LANE_HANDLER(NAME##_part)                                                      \
    {                                                                              \
        T *out = LANE_SLOT(T, inst->d);                                            \
        const T *as = LANE_SLOT(T, inst->a), *bs = LANE_SLOT(T, inst->b);          \
        const T *cs = LANE_SLOT(T, inst->c);                                       \
        uint32_t *flag = &LANE_PREDICATE(inst->more[1]);                           \
        uint32_t first = inst->aux >> 8 & CARRY_ONE ? UINT32_MAX : 0, carried = 0; \
        uint32_t in = inst->aux >> 8 & CARRY_IN ? *flag : first;                   \
        for (int i = 0; i < SIM_LANES; i++) {                                      \
            T a = as[i], b = bs[i], c = cs[i];                                     \
            T carry = in >> i & 1, more = 0;                                       \
            (void)c;                                                               \
            T result = SUM(T, a, b, c, carry, &more);                              \
            out[i] = mask & lane_bit[i] ? result : out[i];                         \
            carried |= (uint32_t)more << i;                                        \
        }                                                                          \
        if (inst->aux >> 8 & CARRY_OUT)                                            \
            *flag = (*flag & ~mask) | (carried & mask);                            \
        return inst + 1;                                                           \
    }
#define SUM_ADD(T, a, b, c, carry, more) add_carry_##T(a, b, carry, more)
#define SUM_SUB(T, a, b, c, carry, more) sub_carry_##T(a, b, carry, more)
#define SUM_LO(T, a, b, c, carry, more) add_carry_##T(a *b, c, carry, more)
#define SUM_HI_U(T, a, b, c, carry, more) add_carry_##T(high_##T(a, b), c, carry, more)
#define SUM_HI_S(T, a, b, c, carry, more) add_carry_##T(HIGH_SIGNED_##T(a, b), c, carry, more)
#define HIGH_SIGNED_u32(a, b) (u32)((s64)(s32)a * (s32)b >> 32)
#define HIGH_SIGNED_u64(a, b) high_s64(a, b)

CARRYING(carry_add_b32, u32, SUM_ADD)
CARRYING(carry_add_b64, u64, SUM_ADD)
CARRYING(carry_sub_b32, u32, SUM_SUB)
CARRYING(carry_sub_b64, u64, SUM_SUB)
CARRYING(carry_mad_lo_b32, u32, SUM_LO)
CARRYING(carry_mad_lo_b64, u64, SUM_LO)
CARRYING(carry_mad_hi_u32, u32, SUM_HI_U)
CARRYING(carry_mad_hi_u64, u64, SUM_HI_U)
CARRYING(carry_mad_hi_s32, u32, SUM_HI_S)
CARRYING(carry_mad_hi_s64, u64, SUM_HI_S)

#define M LANE_MOD
#define EACH_16(OP, SHAPE, HANDLER, ...)                 \
    LANE_FORM(OP, U16, SHAPE, HANDLER##16, __VA_ARGS__), \
        LANE_FORM(OP, S16, SHAPE, HANDLER##16, __VA_ARGS__)
#define EACH_32(OP, SHAPE, HANDLER, ...)                 \
    LANE_FORM(OP, U32, SHAPE, HANDLER##32, __VA_ARGS__), \
        LANE_FORM(OP, S32, SHAPE, HANDLER##32, __VA_ARGS__)
#define EACH_64(OP, SHAPE, HANDLER, ...)                 \
    LANE_FORM(OP, U64, SHAPE, HANDLER##64, __VA_ARGS__), \
        LANE_FORM(OP, S64, SHAPE, HANDLER##64, __VA_ARGS__)
/* Signed and unsigned alike, and each for itself. */
#define ALIKE(OP, SHAPE, HANDLER, ...)                                                  \
    EACH_32(OP, SHAPE, HANDLER, __VA_ARGS__), EACH_64(OP, SHAPE, HANDLER, __VA_ARGS__), \
        EACH_16(OP, SHAPE, HANDLER, __VA_ARGS__)
#define EACH(OP, SHAPE, HANDLER, ...)                          \
    LANE_FORM(OP, U16, SHAPE, HANDLER##_u16, __VA_ARGS__),     \
        LANE_FORM(OP, S16, SHAPE, HANDLER##_s16, __VA_ARGS__), \
        LANE_FORM(OP, U32, SHAPE, HANDLER##_u32, __VA_ARGS__), \
        LANE_FORM(OP, S32, SHAPE, HANDLER##_s32, __VA_ARGS__), \
        LANE_FORM(OP, U64, SHAPE, HANDLER##_u64, __VA_ARGS__), \
        LANE_FORM(OP, S64, SHAPE, HANDLER##_s64, __VA_ARGS__)
#define WIDENING(OP, SHAPE, HANDLER)                       \
    LANE_FORM(OP, U32, SHAPE, HANDLER##_u32, M(WIDE)),     \
        LANE_FORM(OP, S32, SHAPE, HANDLER##_s32, M(WIDE)), \
        LANE_FORM(OP, U16, SHAPE, HANDLER##_u16, M(WIDE)), \
        LANE_FORM(OP, S16, SHAPE, HANDLER##_s16, M(WIDE))
#define SIGNED(OP, HANDLER)                                                             \
    LANE_FORM(OP, S32, "t=t", HANDLER##_s32), LANE_FORM(OP, S64, "t=t", HANDLER##_s64), \
        LANE_FORM(OP, S16, "t=t", HANDLER##_s16)
#define MIX24(OP, SHAPE, HANDLER)                           \
    LANE_FORM(OP, U32, SHAPE, HANDLER##_lo_u32, M(LO)),     \
        LANE_FORM(OP, S32, SHAPE, HANDLER##_lo_s32, M(LO)), \
        LANE_FORM(OP, U32, SHAPE, HANDLER##_hi_u32, M(HI)), \
        LANE_FORM(OP, S32, SHAPE, HANDLER##_hi_s32, M(HI))
#define FIND(HANDLER, ...)                                        \
    LANE_FORM(BFIND, U32, "u=t", HANDLER##_u32, __VA_ARGS__),     \
        LANE_FORM(BFIND, S32, "u=t", HANDLER##_s32, __VA_ARGS__), \
        LANE_FORM(BFIND, U64, "u=t", HANDLER##_u64, __VA_ARGS__), \
        LANE_FORM(BFIND, S64, "u=t", HANDLER##_s64, __VA_ARGS__)
#define DOTS(OP, HANDLER, ...)                                              \
    LANE_FORM_2(OP, U32, U32, "u=uuu", HANDLER##_u32_u32, __VA_ARGS__),     \
        LANE_FORM_2(OP, U32, S32, "u=uuu", HANDLER##_u32_s32, __VA_ARGS__), \
        LANE_FORM_2(OP, S32, U32, "u=uuu", HANDLER##_s32_u32, __VA_ARGS__), \
        LANE_FORM_2(OP, S32, S32, "u=uuu", HANDLER##_s32_s32, __VA_ARGS__)

static const LaneForm forms[] = {
    ALIKE(ADD, "t=tt", add_b),
    ALIKE(SUB, "t=tt", sub_b),
    LANE_FORM(ADD, S32, "t=tt", add_sat_s32, M(SAT)),
    LANE_FORM(SUB, S32, "t=tt", sub_sat_s32, M(SAT)),
    ALIKE(MUL, "t=tt", mul_lo_b, M(LO)),
    EACH(MUL, "t=tt", mul_hi, M(HI)),
    WIDENING(MUL, "w=tt", mul_wide),
    ALIKE(MAD, "t=ttt", mad_lo_b, M(LO)),
    EACH(MAD, "t=ttt", mad_hi, M(HI)),
    LANE_FORM(MAD, S32, "t=ttt", mad_hi_sat_s32, M(HI), M(SAT)),
    WIDENING(MAD, "w=ttw", mad_wide),
    MIX24(MUL24, "t=tt", mul24),
    MIX24(MAD24, "t=ttt", mad24),
    LANE_FORM(MAD24, S32, "t=ttt", mad24_hi_sat_s32, M(HI), M(SAT)),
    EACH(SAD, "t=ttt", sad),
    EACH(DIV, "t=tt", div),
    EACH(REM, "t=tt", rem),
    SIGNED(ABS, abs),
    SIGNED(NEG, neg),
    EACH(MIN, "t=tt", min),
    EACH(MAX, "t=tt", max),
    LANE_FORM(MIN, S32, "t=tt", min_relu_s32, M(RELU)),
    LANE_FORM(MAX, S32, "t=tt", max_relu_s32, M(RELU)),
    LANE_FORM(ADD, U16X2, "t=tt", add_b16x2),
    LANE_FORM(ADD, S16X2, "t=tt", add_b16x2),
    LANE_FORM(MIN, U16X2, "t=tt", min_u16x2),
    LANE_FORM(MIN, S16X2, "t=tt", min_s16x2),
    LANE_FORM(MIN, S16X2, "t=tt", min_relu_s16x2, M(RELU)),
    LANE_FORM(MAX, U16X2, "t=tt", max_u16x2),
    LANE_FORM(MAX, S16X2, "t=tt", max_s16x2),
    LANE_FORM(MAX, S16X2, "t=tt", max_relu_s16x2, M(RELU)),
    LANE_FORM(POPC, B32, "u=t", popc_b32),
    LANE_FORM(POPC, B64, "u=t", popc_b64),
    LANE_FORM(CLZ, B32, "u=t", clz_b32),
    LANE_FORM(CLZ, B64, "u=t", clz_b64),
    LANE_FORM(BREV, B32, "t=t", brev_b32),
    LANE_FORM(BREV, B64, "t=t", brev_b64),
    FIND(bfind),
    FIND(bfind_shiftamt, M(SHIFTAMT)),
    LANE_FORM(FNS, B32, "u=uuu", fns_b32),
    LANE_FORM(BFE, U32, "t=tuu", bfe_u32),
    LANE_FORM(BFE, S32, "t=tuu", bfe_s32),
    LANE_FORM(BFE, U64, "t=tuu", bfe_u64),
    LANE_FORM(BFE, S64, "t=tuu", bfe_s64),
    LANE_FORM(BFI, B32, "t=ttuu", bfi_b32),
    LANE_FORM(BFI, B64, "t=ttuu", bfi_b64),
    LANE_FORM(BMSK, B32, "u=uu", bmsk_clamp, M(CLAMP)),
    LANE_FORM(BMSK, B32, "u=uu", bmsk_wrap, M(WRAP)),
    LANE_FORM(SZEXT, U32, "u=uu", szext_clamp_u32, M(CLAMP)),
    LANE_FORM(SZEXT, S32, "u=uu", szext_clamp_s32, M(CLAMP)),
    LANE_FORM(SZEXT, U32, "u=uu", szext_wrap_u32, M(WRAP)),
    LANE_FORM(SZEXT, S32, "u=uu", szext_wrap_s32, M(WRAP)),
    DOTS(DP4A, dp4a),
    DOTS(DP2A, dp2a_lo, M(LO)),
    DOTS(DP2A, dp2a_hi, M(HI)),
};

#define CARRY(OP, TYPE, SHAPE, HANDLER, ENDS, ...)                                        \
    {                                                                                     \
        .op = PTX_OP_##OP, .types = {PTX_##TYPE}, .shape = SHAPE, .full = HANDLER##_part, \
        .partial = HANDLER##_part, .aux = (ENDS), .mods = {                               \
            __VA_ARGS__                                                                   \
        }                                                                                 \
    }
#define CARRY_ADDING(TYPE, W)                                                   \
    CARRY(ADD, TYPE, "t=tt", carry_add_b##W, CARRY_OUT, M(CC)),                 \
        CARRY(ADDC, TYPE, "t=tt", carry_add_b##W, CARRY_IN),                    \
        CARRY(ADDC, TYPE, "t=tt", carry_add_b##W, CARRY_IN | CARRY_OUT, M(CC)), \
        CARRY(SUB, TYPE, "t=tt", carry_sub_b##W, CARRY_OUT | CARRY_ONE, M(CC)), \
        CARRY(SUBC, TYPE, "t=tt", carry_sub_b##W, CARRY_IN),                    \
        CARRY(SUBC, TYPE, "t=tt", carry_sub_b##W, CARRY_IN | CARRY_OUT, M(CC)), \
        CARRY(MAD, TYPE, "t=ttt", carry_mad_lo_b##W, CARRY_OUT, M(LO), M(CC)),  \
        CARRY(MADC, TYPE, "t=ttt", carry_mad_lo_b##W, CARRY_IN, M(LO)),         \
        CARRY(MADC, TYPE, "t=ttt", carry_mad_lo_b##W, CARRY_IN | CARRY_OUT, M(LO), M(CC))
#define CARRY_HIGH(TYPE, HANDLER)                                \
    CARRY(MAD, TYPE, "t=ttt", HANDLER, CARRY_OUT, M(HI), M(CC)), \
        CARRY(MADC, TYPE, "t=ttt", HANDLER, CARRY_IN, M(HI)),    \
        CARRY(MADC, TYPE, "t=ttt", HANDLER, CARRY_IN | CARRY_OUT, M(HI), M(CC))

static const LaneForm carry_forms[] = {
    CARRY_ADDING(U32, 32),
    CARRY_ADDING(S32, 32),
    CARRY_ADDING(U64, 64),
    CARRY_ADDING(S64, 64),
    CARRY_HIGH(U32, carry_mad_hi_u32),
    CARRY_HIGH(S32, carry_mad_hi_s32),
    CARRY_HIGH(U64, carry_mad_hi_u64),
    CARRY_HIGH(S64, carry_mad_hi_s64),
};

static bool decode_carry(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    if (!lane_form_decode(decoder, inst, out, carry_forms, LANE_COUNT(carry_forms)))
        return false;
    if (inst->operand_count == 3)
        out->c = out->b;
    out->more[1] = decoder_carry(decoder);
    return true;
}

static bool decode_integer(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    if (ptx_has(inst, PTX_MOD_CC))
        return decode_carry(decoder, inst, out);
    return lane_form_decode(decoder, inst, out, forms, LANE_COUNT(forms));
}

#define SCALAR                                                                       \
    (SIM_TYPE(PTX_U16) | SIM_TYPE(PTX_S16) | SIM_TYPE(PTX_U32) | SIM_TYPE(PTX_S32) | \
     SIM_TYPE(PTX_U64) | SIM_TYPE(PTX_S64))
#define PACKED (SIM_TYPE(PTX_U16X2) | SIM_TYPE(PTX_S16X2))

const DecodeRow SIM_VARIANT(rows_integer)[] = {
    {PTX_OP_ADD, SCALAR | PACKED, decode_integer},
    {PTX_OP_SUB, SCALAR, decode_integer},
    {PTX_OP_MUL, SCALAR, decode_integer},
    {PTX_OP_MAD, SCALAR, decode_integer},
    {PTX_OP_MUL24, 0, decode_integer},
    {PTX_OP_MAD24, 0, decode_integer},
    {PTX_OP_SAD, 0, decode_integer},
    {PTX_OP_DIV, SCALAR, decode_integer},
    {PTX_OP_REM, 0, decode_integer},
    {PTX_OP_ABS, SCALAR, decode_integer},
    {PTX_OP_NEG, SCALAR, decode_integer},
    {PTX_OP_MIN, SCALAR | PACKED, decode_integer},
    {PTX_OP_MAX, SCALAR | PACKED, decode_integer},
    {PTX_OP_POPC, 0, decode_integer},
    {PTX_OP_CLZ, 0, decode_integer},
    {PTX_OP_BFIND, 0, decode_integer},
    {PTX_OP_FNS, 0, decode_integer},
    {PTX_OP_BREV, 0, decode_integer},
    {PTX_OP_BFE, 0, decode_integer},
    {PTX_OP_BFI, 0, decode_integer},
    {PTX_OP_BMSK, 0, decode_integer},
    {PTX_OP_SZEXT, 0, decode_integer},
    {PTX_OP_DP4A, 0, decode_integer},
    {PTX_OP_DP2A, 0, decode_integer},
    {PTX_OP_ADDC, 0, decode_carry},
    {PTX_OP_SUBC, 0, decode_carry},
    {PTX_OP_MADC, 0, decode_carry},
    {PTX_OP_COUNT, 0, NULL},
};
