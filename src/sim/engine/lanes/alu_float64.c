/* Double-precision arithmetic (ISA 9.7.3). NaN sources come through, so every result that is NaN is
 * chosen here and not left to the host. */
#include "sim/engine/lanes/lane_double.h"
#include "sim/engine/lanes/lane_macros.h"

#define ONE(NAME, EXPR) LANE_1(NAME, f64, f64, EXPR)
#define TWO(NAME, EXPR) LANE_2(NAME, f64, f64, f64, EXPR)
#define THREE(NAME, EXPR) LANE_3(NAME, f64, f64, f64, f64, EXPR)

TWO(add_rn, nan_of_2(a + b, b, a))
TWO(sub_rn, nan_of_2(a - b, b, a))
TWO(mul_rn, nan_of_2(a *b, b, a))
THREE(fma_rn, nan_of_3(__builtin_fma(a, b, c), a, b, c))
TWO(div_rn, nan_of_2(a / b, a, b))
ONE(rcp_rn, nan_of_1(1.0 / a, a))
ONE(sqrt_rn, nan_of_1(__builtin_sqrt(a), a))

/* Rounded otherwise: the host's rounding mode is changed for the loop only. Volatile sources and
 * results keep the operation between the two calls. */
static int host_rounding(const SimInst *inst)
{
    static const int modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};
    return modes[inst->aux >> 8 & 3];
}

#define DIRECTED(NAME, EXPR, NAN_EXPR)                                          \
    LANE_HANDLER(NAME##_directed)                                               \
    {                                                                           \
        f64 *out = LANE_SLOT(f64, inst->d);                                     \
        const f64 *as = LANE_SLOT(f64, inst->a), *bs = LANE_SLOT(f64, inst->b); \
        const f64 *cs = LANE_SLOT(f64, inst->c);                                \
        int before = fegetround();                                              \
        fesetround(host_rounding(inst));                                        \
        for (int i = 0; i < SIM_LANES; i++) {                                   \
            volatile f64 a = as[i], b = bs[i], c = cs[i], result;               \
            if (!(mask & lane_bit[i]))                                          \
                continue;                                                       \
            (void)b, (void)c;                                                   \
            result = EXPR;                                                      \
            out[i] = NAN_EXPR;                                                  \
        }                                                                       \
        fesetround(before);                                                     \
        return inst + 1;                                                        \
    }
DIRECTED(add, a + b, nan_of_2(result, b, a))
DIRECTED(sub, a - b, nan_of_2(result, b, a))
DIRECTED(mul, a *b, nan_of_2(result, b, a))
DIRECTED(fma, fma(a, b, c), nan_of_3(result, a, b, c))
DIRECTED(div, a / b, nan_of_2(result, a, b))
DIRECTED(rcp, 1.0 / a, nan_of_1(result, a))
DIRECTED(sqrt, sqrt(a), nan_of_1(result, a))

ONE(rcp_approx_ftz, upper_nan(flush_f64(rounded_upper_half(1.0 / upper_half(flush_f64(a))))))
ONE(rsqrt_approx, nan_of_1(1.0 / __builtin_sqrt(a), a))
ONE(rsqrt_approx_ftz, upper_nan(rounded_upper_half(1.0 / __builtin_sqrt(upper_half(flush_f64(a))))))

/* a NaN keeps its sign */
ONE(abs, a != a ? quiet_f64(a) : value_f64(bits_f64(a) & ~F64_SIGN))
ONE(neg, a != a ? quiet_f64(a) : -a)
LANE_2(copysign, u64, u64, u64, (a & F64_SIGN) | (b & ~F64_SIGN))

/* -0 is less than +0; of a number and a NaN, the number. */
static inline f64 lesser(f64 a, f64 b)
{
    f64 equal = value_f64(bits_f64(a) | bits_f64(b));
    f64 less = a < b ? a : b < a ? b : equal;
    return a != a ? (b != b ? quiet_f64(b) : b) : b != b ? a : less;
}

static inline f64 greater(f64 a, f64 b)
{
    f64 equal = value_f64(bits_f64(a) & bits_f64(b));
    f64 more = a > b ? a : b > a ? b : equal;
    return a != a ? (b != b ? quiet_f64(b) : b) : b != b ? a : more;
}
TWO(min, lesser(a, b))
TWO(max, greater(a, b))

#define TEST(NAME, EXPR)                                   \
    LANE_HANDLER(testp_##NAME)                             \
    {                                                      \
        const u64 *as = LANE_SLOT(u64, inst->a);           \
        uint32_t set = 0, *out = &LANE_PREDICATE(inst->d); \
        LANE_LOOP                                          \
        {                                                  \
            u64 a = as[i] & ~F64_SIGN;                     \
            set |= (EXPR) ? lane_bit[i] : 0;               \
        }                                                  \
        *out = (*out & ~mask) | (set & mask);              \
        return inst + 1;                                   \
    }
#define F64_NORMAL UINT64_C(0x0010000000000000)
TEST(finite, a < F64_INFINITY)
TEST(infinite, a == F64_INFINITY)
TEST(number, a <= F64_INFINITY)
TEST(notanumber, a > F64_INFINITY)
TEST(normal, a == 0 || (a >= F64_NORMAL && a < F64_INFINITY)) /* zero is, the ISA says */
TEST(subnormal, a > 0 && a < F64_NORMAL)

#define M LANE_MOD
#define FORM(OP, SHAPE, HANDLER, OPTIONS, ...) \
    LANE_FORM_OPT(OP, F64, SHAPE, HANDLER, OPTIONS, __VA_ARGS__)
#define DIRECTED_FORM(OP, SHAPE, HANDLER, MODE, MOD)                                       \
    {                                                                                      \
        .op = PTX_OP_##OP, .types = {PTX_F64}, .shape = SHAPE, .full = HANDLER##_directed, \
        .partial = HANDLER##_directed, .aux = (MODE), .mods = {                            \
            M(MOD)                                                                         \
        }                                                                                  \
    }
#define DIRECTED_FORMS(OP, SHAPE, HANDLER)                                              \
    DIRECTED_FORM(OP, SHAPE, HANDLER, 1, RZ), DIRECTED_FORM(OP, SHAPE, HANDLER, 2, RM), \
        DIRECTED_FORM(OP, SHAPE, HANDLER, 3, RP)
/* .rn may be left out of add, sub and mul, and of no other. */
#define DEFAULT_NEAREST(OP, SHAPE, HANDLER) \
    FORM(OP, SHAPE, HANDLER##_rn, LANE_RN), DIRECTED_FORMS(OP, SHAPE, HANDLER)
#define WRITTEN_NEAREST(OP, SHAPE, HANDLER) \
    FORM(OP, SHAPE, HANDLER##_rn, 0, M(RN)), DIRECTED_FORMS(OP, SHAPE, HANDLER)
#define TEST_FORM(NAME, MOD)                                                          \
    {                                                                                 \
        .op = PTX_OP_TESTP, .types = {PTX_F64}, .shape = "p=t", .full = testp_##NAME, \
        .partial = testp_##NAME, .mods = {                                            \
            M(MOD)                                                                    \
        }                                                                             \
    }

static const LaneForm forms[] = {
    DEFAULT_NEAREST(ADD, "t=tt", add),
    DEFAULT_NEAREST(SUB, "t=tt", sub),
    DEFAULT_NEAREST(MUL, "t=tt", mul),
    WRITTEN_NEAREST(FMA, "t=ttt", fma),
    WRITTEN_NEAREST(MAD, "t=ttt", fma),
    WRITTEN_NEAREST(DIV, "t=tt", div),
    WRITTEN_NEAREST(RCP, "t=t", rcp),
    WRITTEN_NEAREST(SQRT, "t=t", sqrt),
    FORM(RCP, "t=t", rcp_approx_ftz, 0, M(APPROX), M(FTZ)),
    FORM(RSQRT, "t=t", rsqrt_approx, 0, M(APPROX)),
    FORM(RSQRT, "t=t", rsqrt_approx_ftz, 0, M(APPROX), M(FTZ)),
    FORM(ABS, "t=t", abs, 0),
    FORM(NEG, "t=t", neg, 0),
    FORM(MIN, "t=tt", min, 0),
    FORM(MAX, "t=tt", max, 0),
    FORM(COPYSIGN, "t=tt", copysign, 0),
    TEST_FORM(finite, FINITE),
    TEST_FORM(infinite, INFINITE),
    TEST_FORM(number, NUMBER),
    TEST_FORM(notanumber, NOTANUMBER),
    TEST_FORM(normal, NORMAL),
    TEST_FORM(subnormal, SUBNORMAL),
};

static bool decode_float64(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    if (!lane_form_decode(decoder, inst, out, forms, LANE_COUNT(forms)))
        return false;
    /* the directed handlers read three sources whatever the instruction has */
    if (inst->operand_count < 3)
        out->b = out->a;
    if (inst->operand_count < 4)
        out->c = out->b;
    return true;
}

#define DOUBLE SIM_TYPE(PTX_F64)

const DecodeRow SIM_VARIANT(rows_float64)[] = {
    {PTX_OP_ADD, DOUBLE, decode_float64},   {PTX_OP_SUB, DOUBLE, decode_float64},
    {PTX_OP_MUL, DOUBLE, decode_float64},   {PTX_OP_FMA, DOUBLE, decode_float64},
    {PTX_OP_MAD, DOUBLE, decode_float64},   {PTX_OP_DIV, DOUBLE, decode_float64},
    {PTX_OP_RCP, DOUBLE, decode_float64},   {PTX_OP_SQRT, DOUBLE, decode_float64},
    {PTX_OP_RSQRT, DOUBLE, decode_float64}, {PTX_OP_ABS, DOUBLE, decode_float64},
    {PTX_OP_NEG, DOUBLE, decode_float64},   {PTX_OP_MIN, DOUBLE, decode_float64},
    {PTX_OP_MAX, DOUBLE, decode_float64},   {PTX_OP_COPYSIGN, DOUBLE, decode_float64},
    {PTX_OP_TESTP, DOUBLE, decode_float64}, {PTX_OP_COUNT, 0, NULL},
};
