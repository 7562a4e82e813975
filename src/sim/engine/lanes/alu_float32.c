/* Single-precision arithmetic (ISA 9.7.3). Results that are NaN are 0x7fffffff. */
#include "sim/engine/lanes/lane_approx.h"
#include "sim/engine/lanes/lane_float.h"
#include "sim/engine/lanes/lane_half.h"
#include "sim/engine/lanes/lane_macros.h"
#include "sim/engine/lanes/lane_round.h"

/* Sources and result of an instruction whose .ftz and .sat are known only from inst->aux. The
 * result is given as an exact number, and for .rn rounded to nearest too. */
static inline f32 take(f32 x, u32 options)
{
    return options & LANE_FTZ ? flush_f32(x) : x;
}

static inline f32 limit(f32 x, u32 options)
{
    return options & LANE_SAT ? saturate_f32(x) : x;
}

static inline f32 give(LaneExact x, LaneRounding rounding, f32 nearest, u32 options)
{
    f32 rounded = rounding == ROUND_RN ? nearest : round_f32(x, rounding);
    f32 result = options & LANE_FTZ ? flush_rounded(rounded, x, rounding) : rounded;
    return limit(canonical_f32(result), options);
}

#define T(x) take(x, inst->aux)
#define ONE(NAME, EXPR) LANE_1(NAME, f32, f32, EXPR)
#define TWO(NAME, EXPR) LANE_2(NAME, f32, f32, f32, EXPR)
#define THREE(NAME, EXPR) LANE_3(NAME, f32, f32, f32, f32, EXPR)

/* An operation with any modifiers: EXPR rounds to nearest, EXACT is the number. */
#define ANY_MODE(LANE, NAME, EXPR, EXACT)                    \
    LANE(NAME##_any, give(EXACT, ROUND_RN, EXPR, inst->aux)) \
    LANE(NAME##_rz, give(EXACT, ROUND_RZ, 0, inst->aux))     \
    LANE(NAME##_rm, give(EXACT, ROUND_RM, 0, inst->aux))     \
    LANE(NAME##_rp, give(EXACT, ROUND_RP, 0, inst->aux))
ANY_MODE(TWO, add, T(a) + T(b), exact_sum((f64)T(a), (f64)T(b)))
ANY_MODE(TWO, sub, T(a) - T(b), exact_sum((f64)T(a), -(f64)T(b)))
ANY_MODE(TWO, mul, T(a) * T(b), exact_value((f64)T(a) * (f64)T(b)))
ANY_MODE(THREE, fma, fma_f32(T(a), T(b), T(c)), exact_sum((f64)T(a) * (f64)T(b), (f64)T(c)))
ANY_MODE(TWO, div, T(a) / T(b), exact_value((f64)T(a) / (f64)T(b)))
ANY_MODE(ONE, rcp, 1.0f / T(a), exact_value(1.0 / (f64)T(a)))
ANY_MODE(ONE, sqrt, __builtin_sqrtf(T(a)), exact_value(__builtin_sqrt((f64)T(a))))

/* The common modes: to nearest, with .sat, with .ftz. */
TWO(add_rn, canonical_f32(a + b))
TWO(sub_rn, canonical_f32(a - b))
TWO(mul_rn, canonical_f32(a *b))
THREE(fma_rn, canonical_f32(fma_f32(a, b, c)))
TWO(div_rn, canonical_f32(a / b))
ONE(rcp_rn, canonical_f32(1.0f / a))
ONE(sqrt_rn, canonical_f32(__builtin_sqrtf(a)))
TWO(add_sat, saturate_f32(a + b))
TWO(sub_sat, saturate_f32(a - b))
TWO(mul_sat, saturate_f32(a *b))
THREE(fma_sat, saturate_f32(fma_f32(a, b, c)))
/* a sum that is subnormal is exact, a root never is subnormal */
TWO(add_ftz, flush_f32(canonical_f32(flush_f32(a) + flush_f32(b))))
TWO(sub_ftz, flush_f32(canonical_f32(flush_f32(a) - flush_f32(b))))
ONE(sqrt_ftz, canonical_f32(__builtin_sqrtf(flush_f32(a))))

/* mul and fma with .ftz: when a result is just the least normal number, which is rare, the lanes
 * are done again by the exact way. */
#define LEAST_NORMAL 0x00800000u
#define FLUSHING(NAME, EXPR)                                                      \
    LANE_HANDLER(NAME##_ftz_part)                                                 \
    {                                                                             \
        f32 *out = LANE_SLOT(f32, inst->d), results[SIM_LANES];                   \
        const f32 *as = LANE_SLOT(f32, inst->a), *bs = LANE_SLOT(f32, inst->b);   \
        const f32 *cs = LANE_SLOT(f32, inst->c);                                  \
        u32 least = 0;                                                            \
        LANE_LOOP                                                                 \
        {                                                                         \
            f32 a = flush_f32(as[i]), b = flush_f32(bs[i]), c = flush_f32(cs[i]); \
            (void)c;                                                              \
            f32 result = EXPR;                                                    \
            least |= (bits_f32(result) & ~F32_SIGN) == LEAST_NORMAL;              \
            results[i] = flush_f32(canonical_f32(result));                        \
        }                                                                         \
        if (__builtin_expect(least != 0, 0))                                      \
            return NAME##_any_part(warp, inst, mask);                             \
        LANE_LOOP                                                                 \
        {                                                                         \
            out[i] = mask & lane_bit[i] ? results[i] : out[i];                    \
        }                                                                         \
        return inst + 1;                                                          \
    }
FLUSHING(mul, a *b)
FLUSHING(fma, fma_f32(a, b, c))
#define mul_ftz_full mul_ftz_part
#define fma_ftz_full fma_ftz_part

#define APPROXIMATE(NAME, FUNCTION)                             \
    LANE_1(NAME##_approx, f32, f32, canonical_f32(FUNCTION(a))) \
    LANE_1(NAME##_approx_ftz, f32, f32, flush_f32(canonical_f32(FUNCTION(flush_f32(a)))))
APPROXIMATE(rsqrt, rsqrt_f32)
APPROXIMATE(sin, sin_f32)
APPROXIMATE(sin_turns, sin_turns_f32)
APPROXIMATE(cos_turns, cos_turns_f32)
APPROXIMATE(cos, cos_f32)
APPROXIMATE(lg2, lg2_f32)
APPROXIMATE(ex2, ex2_f32)
LANE_1(tanh_approx, f32, f32, canonical_f32(tanh_f32(a)))
LANE_2(div_approx, f32, f32, f32, canonical_f32(div_approx_f32(a, b)))
LANE_2(div_approx_ftz, f32, f32, f32,
       flush_f32(canonical_f32(div_approx_f32(flush_f32(a), flush_f32(b)))))

static inline f32 magnitude(f32 x)
{
    return value_f32(bits_f32(x) & ~F32_SIGN);
}

ONE(abs, canonical_f32(magnitude(a)))
ONE(neg, canonical_f32(-a))
ONE(abs_ftz, canonical_f32(magnitude(flush_f32(a))))
ONE(neg_ftz, canonical_f32(-flush_f32(a)))

/* -0 is less than +0; a NaN yields the other source, or with .NaN itself. */
static inline f32 lesser(f32 a, f32 b)
{
    f32 equal = value_f32(bits_f32(a) | bits_f32(b));
    f32 less = a < b ? a : b < a ? b : equal;
    return a != a ? b : b != b ? a : less;
}

static inline f32 greater(f32 a, f32 b)
{
    f32 equal = value_f32(bits_f32(a) & bits_f32(b));
    f32 more = a > b ? a : b > a ? b : equal;
    return a != a ? b : b != b ? a : more;
}

static inline f32 with_nan(f32 result, f32 a, f32 b, u32 options)
{
    f32 strict = a != a || b != b ? value_f32(F32_NAN) : result;
    return canonical_f32(options & LANE_NAN ? strict : result);
}

/* min or max of the magnitudes, with the exclusive or of the signs. */
static inline f32 xorsign(f32 result, f32 a, f32 b)
{
    u32 sign = (bits_f32(a) ^ bits_f32(b)) & F32_SIGN;
    return result != result ? result : value_f32(bits_f32(result) | sign);
}

#define EXTREME(NAME, CHOOSE)                                                                      \
    LANE_2(NAME, f32, f32, f32, canonical_f32(CHOOSE(a, b)))                                       \
    LANE_2(NAME##_any, f32, f32, f32, with_nan(CHOOSE(T(a), T(b)), a, b, inst->aux))               \
    LANE_2(NAME##_xorsign, f32, f32, f32,                                                          \
           xorsign(with_nan(CHOOSE(magnitude(T(a)), magnitude(T(b))), a, b, inst->aux), a, b))     \
    LANE_3(NAME##_three, f32, f32, f32, f32,                                                       \
           with_nan(with_nan(CHOOSE(CHOOSE(T(a), T(b)), T(c)), a, b, inst->aux), c, c, inst->aux)) \
    LANE_3(NAME##_three_abs, f32, f32, f32, f32,                                                   \
           with_nan(with_nan(CHOOSE(CHOOSE(magnitude(T(a)), magnitude(T(b))), magnitude(T(c))), a, \
                             b, inst->aux),                                                        \
                    c, c, inst->aux))
EXTREME(min, lesser)
EXTREME(max, greater)

LANE_2(copysign, u32, u32, u32, (a & F32_SIGN) | (b & ~F32_SIGN))

/* Two singles side by side in a 64-bit register: 64 lanes, whose options are read from aux. */
#define LANE_PAIRED(NAME, ROUNDING, EXPR, EXACT)                                \
    LANE_HANDLER(NAME)                                                          \
    {                                                                           \
        f32 *out = LANE_SLOT(f32, inst->d);                                     \
        const f32 *as = LANE_SLOT(f32, inst->a), *bs = LANE_SLOT(f32, inst->b); \
        const f32 *cs = LANE_SLOT(f32, inst->c);                                \
        for (int i = 0; i < 2 * SIM_LANES; i++) {                               \
            f32 a = T(as[i]), b = T(bs[i]), c = T(cs[i]);                       \
            (void)c;                                                            \
            if (mask & lane_bit[i / 2])                                         \
                out[i] = give(EXACT, ROUNDING, EXPR, inst->aux);                \
        }                                                                       \
        return inst + 1;                                                        \
    }
#define PAIRED_MODES(NAME, EXPR, EXACT)           \
    LANE_PAIRED(NAME##_rn, ROUND_RN, EXPR, EXACT) \
    LANE_PAIRED(NAME##_rz, ROUND_RZ, 0, EXACT)    \
    LANE_PAIRED(NAME##_rm, ROUND_RM, 0, EXACT)    \
    LANE_PAIRED(NAME##_rp, ROUND_RP, 0, EXACT)
PAIRED_MODES(add_pair, a + b, exact_sum((f64)a, (f64)b))
PAIRED_MODES(sub_pair, a - b, exact_sum((f64)a, -(f64)b))
PAIRED_MODES(mul_pair, a *b, exact_value((f64)a *(f64)b))
PAIRED_MODES(fma_pair, fma_f32(a, b, c), exact_sum((f64)a *(f64)b, (f64)c))

/* testp */
#define TEST(NAME, EXPR)                                   \
    LANE_HANDLER(testp_##NAME)                             \
    {                                                      \
        const u32 *as = LANE_SLOT(u32, inst->a);           \
        uint32_t set = 0, *out = &LANE_PREDICATE(inst->d); \
        LANE_LOOP                                          \
        {                                                  \
            u32 a = as[i] & ~F32_SIGN;                     \
            set |= (EXPR) ? lane_bit[i] : 0;               \
        }                                                  \
        *out = (*out & ~mask) | (set & mask);              \
        return inst + 1;                                   \
    }
TEST(finite, a < F32_INFINITY)
TEST(infinite, a == F32_INFINITY)
TEST(number, a <= F32_INFINITY)
TEST(notanumber, a > F32_INFINITY)
TEST(normal, a == 0 || (a >= LEAST_NORMAL && a < F32_INFINITY)) /* zero is, the ISA says */
TEST(subnormal, a > 0 && a < LEAST_NORMAL)

#define M LANE_MOD
#define OPT(OP, SHAPE, HANDLER, OPTIONS, ...) \
    LANE_FORM_OPT(OP, F32, SHAPE, HANDLER, OPTIONS, __VA_ARGS__)
#define ROUNDED(OP, SHAPE, HANDLER, OPTIONS)                                                    \
    OPT(OP, SHAPE, HANDLER##_rz, OPTIONS, M(RZ)), OPT(OP, SHAPE, HANDLER##_rm, OPTIONS, M(RM)), \
        OPT(OP, SHAPE, HANDLER##_rp, OPTIONS, M(RP))
/* .rn is the default and may be left out. */
#define ARITHMETIC_FORMS(OP, SHAPE, HANDLER)                                               \
    OPT(OP, SHAPE, HANDLER##_rn, LANE_RN), OPT(OP, SHAPE, HANDLER##_ftz, LANE_RN, M(FTZ)), \
        OPT(OP, SHAPE, HANDLER##_sat, LANE_RN, M(SAT)),                                    \
        OPT(OP, SHAPE, HANDLER##_any, LANE_RN | LANE_FTZ | LANE_SAT),                      \
        ROUNDED(OP, SHAPE, HANDLER, LANE_FTZ | LANE_SAT)
/* The rounding must be written. */
#define FUSED_FORMS(OP)                                                              \
    OPT(OP, "t=ttt", fma_rn, 0, M(RN)), OPT(OP, "t=ttt", fma_ftz, 0, M(RN), M(FTZ)), \
        OPT(OP, "t=ttt", fma_sat, 0, M(RN), M(SAT)),                                 \
        OPT(OP, "t=ttt", fma_any, LANE_FTZ | LANE_SAT, M(RN)),                       \
        ROUNDED(OP, "t=ttt", fma, LANE_FTZ | LANE_SAT)
#define DIVIDE_FORMS(OP, SHAPE, HANDLER)                                                    \
    OPT(OP, SHAPE, HANDLER##_rn, 0, M(RN)), OPT(OP, SHAPE, HANDLER##_any, LANE_FTZ, M(RN)), \
        ROUNDED(OP, SHAPE, HANDLER, LANE_FTZ)
#define APPROXIMATE_FORMS(OP, HANDLER) \
    OPT(OP, "t=t", HANDLER, 0, M(APPROX)), OPT(OP, "t=t", HANDLER##_ftz, 0, M(APPROX), M(FTZ))
#define TURNS_FORMS(OP, HANDLER)                      \
    OPT(OP, "t=t", HANDLER, 0, M(APPROX), M(TWO_PI)), \
        OPT(OP, "t=t", HANDLER##_ftz, 0, M(APPROX), M(TWO_PI), M(FTZ))
#define EXTREME_FORMS(OP, HANDLER)                                                    \
    OPT(OP, "t=tt", HANDLER, 0), OPT(OP, "t=tt", HANDLER##_any, LANE_FTZ | LANE_NAN), \
        OPT(OP, "t=tt", HANDLER##_xorsign, LANE_FTZ | LANE_NAN, M(XORSIGN), M(ABS))
#define PREDICATE_FORM(NAME, MOD)                                                     \
    {                                                                                 \
        .op = PTX_OP_TESTP, .types = {PTX_F32}, .shape = "p=t", .full = testp_##NAME, \
        .partial = testp_##NAME, .mods = {                                            \
            M(MOD)                                                                    \
        }                                                                             \
    }

static const LaneForm forms[] = {
    ARITHMETIC_FORMS(ADD, "t=tt", add),
    ARITHMETIC_FORMS(SUB, "t=tt", sub),
    ARITHMETIC_FORMS(MUL, "t=tt", mul),
    FUSED_FORMS(FMA),
    FUSED_FORMS(MAD),
    DIVIDE_FORMS(DIV, "t=tt", div),
    OPT(DIV, "t=tt", div_rn, 0, M(FULL)),
    OPT(DIV, "t=tt", div_any, 0, M(FULL), M(FTZ)),
    OPT(DIV, "t=tt", div_approx, 0, M(APPROX)),
    OPT(DIV, "t=tt", div_approx_ftz, 0, M(APPROX), M(FTZ)),
    DIVIDE_FORMS(RCP, "t=t", rcp),
    OPT(RCP, "t=t", rcp_rn, 0, M(APPROX)),
    OPT(RCP, "t=t", rcp_any, 0, M(APPROX), M(FTZ)),
    DIVIDE_FORMS(SQRT, "t=t", sqrt),
    OPT(SQRT, "t=t", sqrt_rn, 0, M(APPROX)),
    OPT(SQRT, "t=t", sqrt_ftz, 0, M(APPROX), M(FTZ)),
    APPROXIMATE_FORMS(RSQRT, rsqrt_approx),
    APPROXIMATE_FORMS(SIN, sin_approx),
    APPROXIMATE_FORMS(COS, cos_approx),
    TURNS_FORMS(SIN, sin_turns_approx),
    TURNS_FORMS(COS, cos_turns_approx),
    APPROXIMATE_FORMS(LG2, lg2_approx),
    APPROXIMATE_FORMS(EX2, ex2_approx),
    OPT(TANH, "t=t", tanh_approx, 0, M(APPROX)),
    OPT(ABS, "t=t", abs, 0),
    OPT(ABS, "t=t", abs_ftz, 0, M(FTZ)),
    OPT(NEG, "t=t", neg, 0),
    OPT(NEG, "t=t", neg_ftz, 0, M(FTZ)),
    EXTREME_FORMS(MIN, min),
    EXTREME_FORMS(MAX, max),
    OPT(COPYSIGN, "t=tt", copysign, 0),
    PREDICATE_FORM(finite, FINITE),
    PREDICATE_FORM(infinite, INFINITE),
    PREDICATE_FORM(number, NUMBER),
    PREDICATE_FORM(notanumber, NOTANUMBER),
    PREDICATE_FORM(normal, NORMAL),
    PREDICATE_FORM(subnormal, SUBNORMAL),
};

static const LaneForm three_forms[] = {
    OPT(MIN, "t=ttt", min_three, LANE_FTZ | LANE_NAN),
    OPT(MIN, "t=ttt", min_three_abs, LANE_FTZ | LANE_NAN, M(ABS)),
    OPT(MAX, "t=ttt", max_three, LANE_FTZ | LANE_NAN),
    OPT(MAX, "t=ttt", max_three_abs, LANE_FTZ | LANE_NAN, M(ABS)),
};

#define PAIR(OP, SHAPE, HANDLER, OPTIONS, ...)                                    \
    {                                                                             \
        .op = PTX_OP_##OP, .types = {PTX_F32X2}, .shape = SHAPE, .full = HANDLER, \
        .partial = HANDLER, .options = (OPTIONS), .mods = {                       \
            __VA_ARGS__                                                           \
        }                                                                         \
    }
#define PAIR_FORMS(OP, SHAPE, HANDLER, OPTIONS)                                                   \
    PAIR(OP, SHAPE, HANDLER##_rz, OPTIONS, M(RZ)), PAIR(OP, SHAPE, HANDLER##_rm, OPTIONS, M(RM)), \
        PAIR(OP, SHAPE, HANDLER##_rp, OPTIONS, M(RP))

static const LaneForm pair_forms[] = {
    PAIR(ADD, "t=tt", add_pair_rn, LANE_RN | LANE_FTZ),
    PAIR_FORMS(ADD, "t=tt", add_pair, LANE_FTZ),
    PAIR(SUB, "t=tt", sub_pair_rn, LANE_RN | LANE_FTZ),
    PAIR_FORMS(SUB, "t=tt", sub_pair, LANE_FTZ),
    PAIR(MUL, "t=tt", mul_pair_rn, LANE_RN | LANE_FTZ),
    PAIR_FORMS(MUL, "t=tt", mul_pair, LANE_FTZ),
    PAIR(FMA, "t=ttt", fma_pair_rn, LANE_FTZ, M(RN)),
    PAIR_FORMS(FMA, "t=ttt", fma_pair, LANE_FTZ),
};

/* add, sub and fma of an f32 with f16 or bf16 sources: these are widened, which is exact. */
typedef struct MixedForm {
    SimInst plain; /* the same of f32, which reads what was widened */
    uint32_t count, from[2], to[2];
    bool brain;
} MixedForm;

LANE_HANDLER(mixed)
{
    const MixedForm *form = inst->extra;
    for (uint32_t n = 0; n < form->count; n++) {
        const u16 *in = LANE_SLOT(u16, form->from[n]);
        f32 *out = LANE_SLOT(f32, form->to[n]);
        LANE_LOOP
        {
            out[i] = form->brain ? widen_bf16(in[i]) : widen_f16(in[i]);
        }
    }
    form->plain.partial(warp, &form->plain, mask);
    return inst + 1;
}

static bool decode_mixed(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    MixedForm *form = decoder_alloc(decoder, sizeof *form);
    PtxOperand operands[4];
    PtxInst plain = *inst;
    form->count = inst->op == PTX_OP_FMA ? 2 : 1;
    form->brain = inst->types[1] == PTX_BF16;
    if (inst->operand_count != form->count + 2)
        return decoder_refuse(decoder, inst, "takes %u operands", form->count + 2);
    memcpy(operands, inst->operands, inst->operand_count * sizeof *operands);
    plain.operands = operands;
    plain.type_count = 1;
    for (uint32_t n = 0; n < form->count; n++) {
        if (!lane_form_source(decoder, inst, &operands[1 + n], (PtxType)inst->types[1],
                              &form->from[n]))
            return false;
        form->to[n] = decoder_scratch(decoder, sizeof(f32));
        operands[1 + n] = (PtxOperand){.kind = PTX_OPERAND_IMM, .is_f32 = true, .reg = PTX_NO_REG};
    }
    if (!lane_form_decode(decoder, &plain, &form->plain, forms, LANE_COUNT(forms)))
        return false;
    form->plain.a = form->to[0];
    if (form->count == 2)
        form->plain.b = form->to[1];
    out->extra = form;
    out->full = out->partial = mixed;
    return true;
}

static bool decode_float32(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    bool extreme = inst->op == PTX_OP_MIN || inst->op == PTX_OP_MAX;
    if (inst->types[0] == PTX_F32X2) {
        if (!lane_form_decode(decoder, inst, out, pair_forms, LANE_COUNT(pair_forms)))
            return false;
        out->c = inst->operand_count == 3 ? out->b : out->c;
        return true;
    }
    bool mixes = inst->op == PTX_OP_ADD || inst->op == PTX_OP_SUB || inst->op == PTX_OP_FMA;
    if (mixes && inst->type_count == 2)
        return decode_mixed(decoder, inst, out);
    if (extreme && inst->operand_count == 4)
        return lane_form_decode(decoder, inst, out, three_forms, LANE_COUNT(three_forms));
    return lane_form_decode(decoder, inst, out, forms, LANE_COUNT(forms));
}

#define SINGLE SIM_TYPE(PTX_F32)
#define PAIRED (SIM_TYPE(PTX_F32) | SIM_TYPE(PTX_F32X2))

const DecodeRow SIM_VARIANT(rows_float32)[] = {
    {PTX_OP_ADD, PAIRED, decode_float32},
    {PTX_OP_SUB, PAIRED, decode_float32},
    {PTX_OP_MUL, PAIRED, decode_float32},
    {PTX_OP_FMA, PAIRED, decode_float32},
    {PTX_OP_MAD, SINGLE, decode_float32},
    {PTX_OP_DIV, SINGLE, decode_float32},
    {PTX_OP_RCP, SINGLE, decode_float32},
    {PTX_OP_SQRT, SINGLE, decode_float32},
    {PTX_OP_RSQRT, SINGLE, decode_float32},
    {PTX_OP_SIN, SINGLE, decode_float32},
    {PTX_OP_COS, SINGLE, decode_float32},
    {PTX_OP_LG2, SINGLE, decode_float32},
    {PTX_OP_EX2, SINGLE, decode_float32},
    {PTX_OP_TANH, SINGLE, decode_float32},
    {PTX_OP_ABS, SINGLE, decode_float32},
    {PTX_OP_NEG, SINGLE, decode_float32},
    {PTX_OP_MIN, SINGLE, decode_float32},
    {PTX_OP_MAX, SINGLE, decode_float32},
    {PTX_OP_COPYSIGN, SINGLE, decode_float32},
    {PTX_OP_TESTP, SINGLE, decode_float32},
    {PTX_OP_COUNT, 0, NULL},
};
