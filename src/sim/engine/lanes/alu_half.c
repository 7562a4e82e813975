/* Half-precision arithmetic (ISA 9.7.4): f16, bf16 and their pairs.
 *
 * A pair's register is 64 halves side by side, so the same loops run over 32 or 64 of them.
 * Arithmetic goes by way of singles, in separate loops that vectorise: the sources are widened, the
 * operation is done and rounded, and the result is rounded once more. That is exact where the wider
 * format has twice the digits and two more, else the first rounding is to odd. */
#ifdef __F16C__
#include <immintrin.h>
#endif

#include <math.h>

#include "sim/engine/lanes/lane_approx.h"
#include "sim/engine/lanes/lane_half.h"
#include "sim/engine/lanes/lane_macros.h"
#include "sim/engine/lanes/lane_round.h"

#define H16_SIGN 0x8000
#define H16_ONE_F16 0x3c00
#define H16_ONE_BF16 0x3f80

/* .sat to [0, 1], .relu to [0, ...; all with masks of 16 bits. */
static inline u16 limit_half(u16 x, u16 infinity, u16 one, u32 options)
{
    u16 nan = (x & 0x7fff) > infinity ? 0xffff : 0, negative = x & H16_SIGN ? 0xffff : 0;
    u16 smaller = (u16)((x > one ? one : x) & ~negative & ~nan);
    u16 positive = (u16)(x & (u16)(~negative | nan));
    return options & LANE_SAT ? smaller : options & LANE_RELU ? positive : x;
}

/* What the options make of a single and the half that it was rounded to. .ftz: what is below 2^-14
 * after rounding to eleven bits with no limit to the exponent. */
static inline u16 give_f16(f32 x, u16 half, u32 options)
{
    u32 least = options & LANE_FTZ ? 0x387ff000u : 0; /* 2^-14 - 2^-26 */
    u16 kept = (bits_f32(x) & ~F32_SIGN) < least ? H16_SIGN : 0xffff;
    return limit_half(half & kept, 0x7c00, H16_ONE_F16, options);
}

static inline u16 give_bf16(f32 x, u16 half, u32 options)
{
    (void)x;
    u16 flushed = options & LANE_FTZ ? flush_bf16(half) : half;
    return limit_half(flushed, 0x7f80, H16_ONE_BF16, options);
}

/* a * b and a * b + c as singles whose last bit shows when they are not exact. A product of f16 is
 * a single; what a sum of singles lacks is one, too. */
static inline f32 odd_mul_f16(f32 a, f32 b)
{
    return a * b;
}

static inline f32 odd_fma_f16(f32 a, f32 b, f32 c)
{
    f32 product = a * b, sum = product + c, back = sum - product;
    f32 rest = (product - (sum - back)) + (c - back);
    u32 bits = bits_f32(sum);
    u32 moved = (rest > 0) == (sum > 0) ? bits + 1 : bits - 1;
    return value_f32(((rest > 0) | (rest < 0)) && !(bits & 1) ? moved : bits);
}

/* To the single beside it whose last bit is set, where it is none. */
static inline f32 odd_f32(f64 x)
{
    f32 near = (f32)x;
    u32 bits = bits_f32(near);
    int inexact = ((f64)near < x) | ((f64)near > x), beyond = fabs((f64)near) > fabs(x);
    u32 moved = beyond ? bits - 1 : bits + 1;
    return value_f32(inexact && !(bits & 1) ? moved : bits);
}

static inline f32 odd_mul_bf16(f32 a, f32 b)
{
    return odd_f32((f64)a * (f64)b);
}

/* The product is a double; what a sum of doubles lacks is one, too. */
static inline f32 odd_fma_bf16(f32 a, f32 b, f32 c)
{
    f64 product = (f64)a * (f64)b, addend = (f64)c, sum = product + addend, back = sum - product;
    f64 rest = (product - (sum - back)) + (addend - back);
    u64 bits = bits_f64(sum);
    u64 moved = (rest > 0) == (sum > 0) ? bits + 1 : bits - 1;
    return odd_f32(value_f64(((rest > 0) | (rest < 0)) && !(bits & 1) ? moved : bits));
}

/* Results to the halves whose lanes are in the mask. */
static void write_halves(u16 *restrict out, const u16 *restrict results, int count, uint32_t mask)
{
    u32 words[SIM_LANES];
    u16 *written = (u16 *)words;
    if (count == SIM_LANES) {
        LANE_LOOP written[i] = mask & lane_bit[i] ? 0xffff : 0;
    } else {
        LANE_LOOP words[i] = mask & lane_bit[i] ? UINT32_MAX : 0;
    }
    LANE_LOOP_OF(count) out[i] = (u16)((results[i] & written[i]) | (out[i] & ~written[i]));
}

/* -- many at once; `count` is a multiple of eight */

#ifdef __F16C__
/* The processor's own: exact, and to nearest even; but its NaN are not ours. */
static void widen_all_f16(f32 *restrict out, const u16 *restrict halves, int count)
{
    for (int i = 0; i < count; i += 8) {
        __m128i eight = _mm_loadu_si128((const __m128i *)(const void *)(halves + i));
        _mm256_storeu_ps(out + i, _mm256_cvtph_ps(eight));
    }
}

static void narrow_all_f16(u16 *restrict out, const f32 *restrict singles, int count)
{
    for (int i = 0; i < count; i += 8) {
        __m256 eight = _mm256_loadu_ps(singles + i);
        _mm_storeu_si128((__m128i *)(void *)(out + i),
                         _mm256_cvtps_ph(eight, _MM_FROUND_TO_NEAREST_INT));
    }
    LANE_LOOP_OF(count) out[i] = canonical_f16(out[i]);
}
#else
static void widen_all_f16(f32 *restrict out, const u16 *restrict halves, int count)
{
    LANE_LOOP_OF(count) out[i] = widen_f16(halves[i]);
}

static void narrow_all_f16(u16 *restrict out, const f32 *restrict singles, int count)
{
    LANE_LOOP_OF(count) out[i] = narrow_f16(singles[i]);
}
#endif

static void widen_all_bf16(f32 *restrict out, const u16 *restrict halves, int count)
{
    LANE_LOOP_OF(count) out[i] = widen_bf16(halves[i]);
}

static void narrow_all_bf16(u16 *restrict out, const f32 *restrict singles, int count)
{
    LANE_LOOP_OF(count) out[i] = narrow_bf16(singles[i]);
}

/* Everything below is made for both formats F. */
#define FUNCTIONS(F)                                                                    \
    static void take_all_##F(f32 *restrict out, const u16 *restrict halves, int count,  \
                             u32 options)                                               \
    {                                                                                   \
        u16 flushed[2 * SIM_LANES];                                                     \
        if (options & LANE_FTZ) {                                                       \
            LANE_LOOP_OF(count) flushed[i] = flush_##F(halves[i]);                      \
            halves = flushed;                                                           \
        }                                                                               \
        widen_all_##F(out, halves, count);                                              \
    }                                                                                   \
    static void give_all_##F(u16 *restrict out, const f32 *restrict singles, int count, \
                             u32 options)                                               \
    {                                                                                   \
        narrow_all_##F(out, singles, count);                                            \
        if (options & (LANE_FTZ | LANE_SAT | LANE_RELU)) {                              \
            LANE_LOOP_OF(count) out[i] = give_##F(singles[i], out[i], options);         \
        }                                                                               \
    }                                                                                   \
    static inline u16 abs_##F(u16 a, u32 o)                                             \
    {                                                                                   \
        u16 x = o & LANE_FTZ ? flush_##F(a) : a;                                        \
        return canonical_##F(x & ~H16_SIGN);                                            \
    }                                                                                   \
    static inline u16 neg_##F(u16 a, u32 o)                                             \
    {                                                                                   \
        u16 x = o & LANE_FTZ ? flush_##F(a) : a;                                        \
        return canonical_##F(x ^ H16_SIGN);                                             \
    }                                                                                   \
    static inline u16 extreme_##F(u16 a, u16 b, u32 o, int want_max)                    \
    {                                                                                   \
        u16 x = o & LANE_FTZ ? flush_##F(a) : a, y = o & LANE_FTZ ? flush_##F(b) : b;   \
        f32 p = widen_##F(x), q = widen_##F(y);                                         \
        u16 equal = want_max ? x & y : x | y;                                           \
        int first = want_max ? p > q : p < q, second = want_max ? q > p : q < p;        \
        u16 chosen = first ? x : second ? y : equal;                                    \
        u16 number = p != p ? (q != q ? F16_NAN : y) : q != q ? x : chosen;             \
        return (o & LANE_NAN) && (p != p || q != q) ? F16_NAN : number;                 \
    }                                                                                   \
    static inline u16 xorsign_##F(u16 a, u16 b, u32 o, int want_max)                    \
    {                                                                                   \
        u16 chosen = extreme_##F(a & ~H16_SIGN, b & ~H16_SIGN, o, want_max);            \
        f32 value = widen_##F(chosen);                                                  \
        return value != value ? chosen : chosen | ((a ^ b) & H16_SIGN);                 \
    }
FUNCTIONS(f16)
FUNCTIONS(bf16)

#define O (inst->aux & 255)

/* EXPR sees the sources as singles a, b and c. */
#define SINGLES(NAME, F, COUNT, EXPR)                                \
    LANE_HANDLER(NAME)                                               \
    {                                                                \
        f32 as[COUNT], bs[COUNT], cs[COUNT], singles[COUNT];         \
        u16 results[COUNT];                                          \
        take_all_##F(as, LANE_SLOT(u16, inst->a), COUNT, O);         \
        take_all_##F(bs, LANE_SLOT(u16, inst->b), COUNT, O);         \
        take_all_##F(cs, LANE_SLOT(u16, inst->c), COUNT, O);         \
        LANE_LOOP_OF(COUNT)                                          \
        {                                                            \
            f32 a = as[i], b = bs[i], c = cs[i];                     \
            (void)b, (void)c;                                        \
            singles[i] = EXPR;                                       \
        }                                                            \
        give_all_##F(results, singles, COUNT, O);                    \
        write_halves(LANE_SLOT(u16, inst->d), results, COUNT, mask); \
        return inst + 1;                                             \
    }
/* a * b + c, but 0 where a or b is the NaN with which copies of tensors fill what lies outside. */
#define OOB_NAN 0x7ff7
#define FMA_OOB(NAME, F, COUNT)                                                                 \
    LANE_HANDLER(NAME)                                                                          \
    {                                                                                           \
        const u16 *x = LANE_SLOT(u16, inst->a), *y = LANE_SLOT(u16, inst->b);                   \
        const u16 *z = LANE_SLOT(u16, inst->c);                                                 \
        u16 results[COUNT];                                                                     \
        f32 singles[COUNT];                                                                     \
        LANE_LOOP_OF(COUNT)                                                                     \
        singles[i] = odd_fma_##F(widen_##F(x[i]), widen_##F(y[i]), widen_##F(z[i]));            \
        give_all_##F(results, singles, COUNT, O);                                               \
        LANE_LOOP_OF(COUNT)                                                                     \
        results[i] = (x[i] & 0x7fff) == OOB_NAN || (y[i] & 0x7fff) == OOB_NAN ? 0 : results[i]; \
        write_halves(LANE_SLOT(u16, inst->d), results, COUNT, mask);                            \
        return inst + 1;                                                                        \
    }
/* EXPR sees the sources as halves a and b. */
#define HALVES(NAME, COUNT, EXPR)                                               \
    LANE_HANDLER(NAME)                                                          \
    {                                                                           \
        const u16 *as = LANE_SLOT(u16, inst->a), *bs = LANE_SLOT(u16, inst->b); \
        u16 results[COUNT];                                                     \
        LANE_LOOP_OF(COUNT)                                                     \
        {                                                                       \
            u16 a = as[i], b = bs[i];                                           \
            (void)b;                                                            \
            results[i] = EXPR;                                                  \
        }                                                                       \
        write_halves(LANE_SLOT(u16, inst->d), results, COUNT, mask);            \
        return inst + 1;                                                        \
    }
#define ARITHMETIC(NAME, F, EXPR)                 \
    SINGLES(NAME##_##F##_one, F, SIM_LANES, EXPR) \
    SINGLES(NAME##_##F##_pair, F, 2 * SIM_LANES, EXPR)
#define BITWISE(NAME, F, EXPR)                \
    HALVES(NAME##_##F##_one, SIM_LANES, EXPR) \
    HALVES(NAME##_##F##_pair, 2 * SIM_LANES, EXPR)
#define HANDLERS(F)                                  \
    ARITHMETIC(add, F, a + b)                        \
    ARITHMETIC(sub, F, a - b)                        \
    ARITHMETIC(mul, F, odd_mul_##F(a, b))            \
    ARITHMETIC(fma, F, odd_fma_##F(a, b, c))         \
    ARITHMETIC(ex2, F, ex2_f32(a))                   \
    ARITHMETIC(tanh, F, tanh_f32(a))                 \
    BITWISE(abs, F, abs_##F(a, O))                   \
    BITWISE(neg, F, neg_##F(a, O))                   \
    BITWISE(min, F, extreme_##F(a, b, O, 0))         \
    BITWISE(max, F, extreme_##F(a, b, O, 1))         \
    BITWISE(min_xorsign, F, xorsign_##F(a, b, O, 0)) \
    BITWISE(max_xorsign, F, xorsign_##F(a, b, O, 1))
HANDLERS(f16)
HANDLERS(bf16)
FMA_OOB(fma_oob_f16_one, f16, SIM_LANES)
FMA_OOB(fma_oob_f16_pair, f16, 2 * SIM_LANES)
FMA_OOB(fma_oob_bf16_one, bf16, SIM_LANES)
FMA_OOB(fma_oob_bf16_pair, bf16, 2 * SIM_LANES)

#define M LANE_MOD
#define ROW(OP, TYPE, SHAPE, HANDLER, OPTIONS, ...)                                \
    {                                                                              \
        .op = PTX_OP_##OP, .types = {PTX_##TYPE}, .shape = SHAPE, .full = HANDLER, \
        .partial = HANDLER, .options = (OPTIONS), .mods = {                        \
            __VA_ARGS__                                                            \
        }                                                                          \
    }
#define BOTH(OP, TYPE, F, SHAPE, HANDLER, OPTIONS, ...)              \
    ROW(OP, TYPE, SHAPE, HANDLER##_##F##_one, OPTIONS, __VA_ARGS__), \
        ROW(OP, TYPE##X2, SHAPE, HANDLER##_##F##_pair, OPTIONS, __VA_ARGS__)
#define EXTREME(OP, TYPE, F, HANDLER, OPTIONS)   \
    BOTH(OP, TYPE, F, "t=tt", HANDLER, OPTIONS), \
        BOTH(OP, TYPE, F, "t=tt", HANDLER##_xorsign, OPTIONS, M(XORSIGN), M(ABS))

static const LaneForm forms[] = {
    BOTH(ADD, F16, f16, "t=tt", add, LANE_RN | LANE_FTZ | LANE_SAT),
    BOTH(SUB, F16, f16, "t=tt", sub, LANE_RN | LANE_FTZ | LANE_SAT),
    BOTH(MUL, F16, f16, "t=tt", mul, LANE_RN | LANE_FTZ | LANE_SAT),
    BOTH(FMA, F16, f16, "t=ttt", fma, LANE_FTZ | LANE_SAT, M(RN)),
    BOTH(FMA, F16, f16, "t=ttt", fma, LANE_FTZ | LANE_RELU, M(RN)),
    BOTH(FMA, F16, f16, "t=ttt", fma_oob, LANE_RELU, M(RN), M(OOB)),
    BOTH(ABS, F16, f16, "t=t", abs, LANE_FTZ),
    BOTH(NEG, F16, f16, "t=t", neg, LANE_FTZ),
    EXTREME(MIN, F16, f16, min, LANE_FTZ | LANE_NAN),
    EXTREME(MAX, F16, f16, max, LANE_FTZ | LANE_NAN),
    BOTH(EX2, F16, f16, "t=t", ex2, 0, M(APPROX)),
    BOTH(TANH, F16, f16, "t=t", tanh, 0, M(APPROX)),
    BOTH(ADD, BF16, bf16, "t=tt", add, LANE_RN),
    BOTH(SUB, BF16, bf16, "t=tt", sub, LANE_RN),
    BOTH(MUL, BF16, bf16, "t=tt", mul, LANE_RN),
    BOTH(FMA, BF16, bf16, "t=ttt", fma, LANE_RELU, M(RN)),
    BOTH(FMA, BF16, bf16, "t=ttt", fma_oob, LANE_RELU, M(RN), M(OOB)),
    BOTH(ABS, BF16, bf16, "t=t", abs, 0),
    BOTH(NEG, BF16, bf16, "t=t", neg, 0),
    EXTREME(MIN, BF16, bf16, min, LANE_NAN),
    EXTREME(MAX, BF16, bf16, max, LANE_NAN),
    BOTH(EX2, BF16, bf16, "t=t", ex2, 0, M(APPROX), M(FTZ)),
    BOTH(TANH, BF16, bf16, "t=t", tanh, 0, M(APPROX)),
};

static bool decode_half(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    if (!lane_form_decode(decoder, inst, out, forms, LANE_COUNT(forms)))
        return false;
    /* the handlers read three sources whatever the instruction has */
    if (inst->operand_count < 3)
        out->b = out->a;
    if (inst->operand_count < 4)
        out->c = out->b;
    return true;
}

#define HALF (SIM_TYPE(PTX_F16) | SIM_TYPE(PTX_F16X2) | SIM_TYPE(PTX_BF16) | SIM_TYPE(PTX_BF16X2))

const DecodeRow SIM_VARIANT(rows_half)[] = {
    {PTX_OP_ADD, HALF, decode_half}, {PTX_OP_SUB, HALF, decode_half},
    {PTX_OP_MUL, HALF, decode_half}, {PTX_OP_FMA, HALF, decode_half},
    {PTX_OP_ABS, HALF, decode_half}, {PTX_OP_NEG, HALF, decode_half},
    {PTX_OP_MIN, HALF, decode_half}, {PTX_OP_MAX, HALF, decode_half},
    {PTX_OP_EX2, HALF, decode_half}, {PTX_OP_TANH, HALF, decode_half},
    {PTX_OP_COUNT, 0, NULL},
};
