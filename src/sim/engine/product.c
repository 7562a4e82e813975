/* Sums of products as tensor cores make them. */
#include "sim/engine/product.h"

#include <math.h>
#include <string.h>

#include "sim/engine/fragment.h"
#include "sim/engine/lanes/lane_half.h"

enum {
    KEPT_BITS = 25,  /* behind the point of the largest exponent */
    SHORT_BITS = 13, /* the same where sums are short */
    LEAST = -100000  /* below the exponent of any number */
};

typedef enum PartKind { PART_ZERO, PART_FINITE, PART_INFINITE, PART_NAN } PartKind;

/* significand / 2^bits * 2^exponent; the exponent is the one that the format has written down. */
typedef struct Part {
    int32_t significand;
    int16_t exponent;
    uint8_t kind;
    bool negative;
} Part;

typedef struct Format {
    int fraction, exponent_bits, drop; /* drop: bits below that are not looked at */
} Format;

static Format format_of(PtxType type)
{
    switch (type) {
    case PTX_F16:
        return (Format){10, 5, 0};
    case PTX_BF16:
        return (Format){7, 8, 0};
    case PTX_TF32:
        return (Format){10, 8, 13};
    case PTX_E4M3:
        return (Format){3, 4, 0};
    case PTX_E5M2:
        return (Format){2, 5, 0};
    default:
        return (Format){23, 8, 0};
    }
}

/* e4m3 has no infinity, and of its greatest exponent only the last number is a NaN. */
static bool has_numbers_at_the_top(const Format *format)
{
    return format->fraction == 3;
}

static Part part_of(uint64_t bits, const Format *format)
{
    uint32_t raw = (uint32_t)bits >> format->drop;
    uint32_t most = (1u << format->exponent_bits) - 1;
    uint32_t fraction = raw & ((1u << format->fraction) - 1);
    uint32_t exponent = raw >> format->fraction & most;
    Part part = {.kind = PART_FINITE,
                 .negative = raw >> (format->fraction + format->exponent_bits) & 1};
    if (exponent == most && has_numbers_at_the_top(format))
        part.kind = fraction == (1u << format->fraction) - 1 ? PART_NAN : PART_FINITE;
    else if (exponent == most)
        part.kind = fraction ? PART_NAN : PART_INFINITE;
    else if (exponent == 0 && fraction == 0)
        part.kind = PART_ZERO;
    part.significand = (int32_t)(exponent ? fraction | 1u << format->fraction : fraction);
    part.exponent = (int16_t)((int)(exponent ? exponent : 1) - (int)(most >> 1));
    return part;
}

/* One sum: what has come together so far. */
typedef struct Sum {
    int64_t terms[33];
    int exponents[33];
    uint32_t count;
    int largest;
    int kept; /* bits behind the point of the largest exponent */
    bool is_nan, plus_infinite, minus_infinite;
} Sum;

static void add_infinite(Sum *sum, bool negative)
{
    sum->plus_infinite |= !negative;
    sum->minus_infinite |= negative;
}

/* `term` has as many bits behind its point as are kept. */
static void add_term(Sum *sum, int64_t term, int exponent, bool negative)
{
    sum->terms[sum->count] = negative ? -term : term;
    sum->exponents[sum->count++] = exponent;
    if (exponent > sum->largest)
        sum->largest = exponent;
}

/* `fraction`: bits behind the points of both together. */
static void add_product(Sum *sum, const Part *a, const Part *b, int fraction)
{
    bool negative = a->negative != b->negative;
    if (a->kind == PART_FINITE && b->kind == PART_FINITE) {
        int64_t term = (int64_t)a->significand * b->significand << (sum->kept - fraction);
        add_term(sum, term, a->exponent + b->exponent, negative);
    } else if (a->kind == PART_NAN || b->kind == PART_NAN) {
        sum->is_nan = true;
    } else if (a->kind == PART_INFINITE || b->kind == PART_INFINITE) {
        if (a->kind == PART_ZERO || b->kind == PART_ZERO)
            sum->is_nan = true;
        else
            add_infinite(sum, negative);
    }
}

static void add_part(Sum *sum, const Part *c, int fraction)
{
    int more = sum->kept - fraction;
    int64_t term = more >= 0 ? (int64_t)c->significand << more : c->significand >> -more;
    if (c->kind == PART_FINITE)
        add_term(sum, term, c->exponent, c->negative);
    else if (c->kind == PART_INFINITE)
        add_infinite(sum, c->negative);
    else if (c->kind == PART_NAN)
        sum->is_nan = true;
}

static int64_t cut_towards_zero(int64_t term, int bits)
{
    int64_t size = term < 0 ? -term : term;
    size = bits < 63 ? size >> bits : 0;
    return term < 0 ? -size : size;
}

static uint64_t round_total(uint64_t total, int drop, bool nearest)
{
    if (drop <= 0)
        return drop > -64 ? total << -drop : 0;
    if (drop >= 64)
        return 0;
    uint64_t kept = total >> drop, rest = total & ((UINT64_C(1) << drop) - 1);
    uint64_t half = UINT64_C(1) << (drop - 1);
    return kept + (nearest && (rest > half || (rest == half && (kept & 1))));
}

static uint64_t sum_finish(const Sum *sum, PtxType type)
{
    Format format = format_of(type);
    int bits = format.fraction + format.exponent_bits;
    uint64_t infinity = ((UINT64_C(1) << format.exponent_bits) - 1) << format.fraction;
    if (sum->is_nan || (sum->plus_infinite && sum->minus_infinite))
        return (UINT64_C(1) << bits) - 1;
    if (sum->plus_infinite || sum->minus_infinite)
        return infinity | (uint64_t)sum->minus_infinite << bits;
    int64_t total = 0;
    for (uint32_t i = 0; i < sum->count; i++)
        total += cut_towards_zero(sum->terms[i], sum->largest - sum->exponents[i]);
    if (total == 0)
        return 0;
    uint64_t size = total < 0 ? 0 - (uint64_t)total : (uint64_t)total;
    int bias = (1 << (format.exponent_bits - 1)) - 1, unit = sum->largest - sum->kept;
    int exponent = 63 - __builtin_clzll(size) + unit, least = 1 - bias;
    int lowest = (exponent > least ? exponent : least) - format.fraction;
    int cut = exponent - sum->kept - unit; /* what a short f32 does not have */
    if (sum->kept == SHORT_BITS && type == PTX_F32 && cut > 0)
        size = size >> cut << cut;
    uint64_t kept = round_total(size, lowest - unit, type == PTX_F16);
    uint64_t result =
        exponent < least ? kept : ((uint64_t)(exponent + bias - 1) << format.fraction) + kept;
    return (result > infinity ? infinity : result) | (uint64_t)(total < 0) << bits;
}

/* a + b as an instruction of its own. */
static uint64_t add_rounded(uint64_t a, uint64_t b, PtxType type)
{
    if (type == PTX_F16)
        return narrow_f16(widen_f16((u16)a) + widen_f16((u16)b));
    f32 sum = value_f32((u32)a) + value_f32((u32)b);
    return sum == sum ? bits_f32(sum) : 0x7fffffff;
}

/* Which of k comes as the i-th. */
static uint32_t order_of(const Product *product, uint32_t i)
{
    uint32_t half = product->k / 2, at = i % half;
    return product->by_halves ? at / 2 * 4 + at % 2 + i / half * 2 : i;
}

static void compute_floats(const Product *product, const uint64_t *a, const uint64_t *b,
                           const uint64_t *c, uint64_t *d)
{
    Part left[MATRIX_ELEMENTS], right[MATRIX_ELEMENTS];
    Format format = format_of(product->a), other = format_of(product->b),
           summand = format_of(product->c), result = format_of(product->d);
    for (uint32_t i = 0; i < product->m * product->k; i++)
        left[i] = part_of(a[i], &format);
    for (uint32_t i = 0; i < product->k * product->n; i++)
        right[i] = part_of(b[i], &other);
    for (uint32_t row = 0; row < product->m; row++)
        for (uint32_t column = 0; column < product->n; column++) {
            uint64_t given = c[row * product->n + column];
            uint64_t total = product->by_halves ? 0 : given;
            const Format *with = product->by_halves ? &result : &summand;
            for (uint32_t from = 0; from < product->k; from += product->together) {
                Sum sum = {.largest = LEAST, .kept = product->is_short ? SHORT_BITS : KEPT_BITS};
                Part part = part_of(total, with);
                add_part(&sum, &part, with->fraction);
                for (uint32_t i = from; i < from + product->together; i++) {
                    uint32_t k = order_of(product, i);
                    add_product(&sum, &left[row * product->k + k], &right[k * product->n + column],
                                format.fraction + other.fraction);
                }
                total = sum_finish(&sum, product->d);
                with = &result;
            }
            d[row * product->n + column] =
                product->by_halves ? add_rounded(given, total, product->d) : total;
        }
}

/* -- integers */

static int64_t integer_of(uint64_t bits, PtxType type)
{
    return type == PTX_U8   ? (int64_t)(uint8_t)bits
           : type == PTX_S8 ? (int64_t)(int8_t)bits
           : type == PTX_U4 ? (int64_t)(bits & 15)
           : type == PTX_S4 ? (int64_t)(bits & 15) - (int64_t)((bits & 8) << 1)
                            : (int64_t)(int32_t)bits;
}

static uint64_t integer_finish(int64_t sum, bool saturates)
{
    if (saturates && sum > INT32_MAX)
        sum = INT32_MAX;
    if (saturates && sum < INT32_MIN)
        sum = INT32_MIN;
    return (uint32_t)sum;
}

static void compute_integers(const Product *product, const uint64_t *a, const uint64_t *b,
                             const uint64_t *c, uint64_t *d)
{
    for (uint32_t row = 0; row < product->m; row++)
        for (uint32_t column = 0; column < product->n; column++) {
            int64_t sum = integer_of(c[row * product->n + column], PTX_S32);
            for (uint32_t i = 0; i < product->k; i++)
                sum += integer_of(a[row * product->k + i], product->a) *
                       integer_of(b[i * product->n + column], product->b);
            d[row * product->n + column] = integer_finish(sum, product->saturates);
        }
}

static void compute_bits(const Product *product, const uint64_t *a, const uint64_t *b,
                         const uint64_t *c, uint64_t *d)
{
    for (uint32_t row = 0; row < product->m; row++)
        for (uint32_t column = 0; column < product->n; column++) {
            uint32_t sum = (uint32_t)c[row * product->n + column];
            for (uint32_t i = 0; i < product->k; i++) {
                uint32_t x = (uint32_t)a[row * product->k + i];
                uint32_t y = (uint32_t)b[i * product->n + column];
                sum += (uint32_t)__builtin_popcount(product->anded ? x & y : x ^ y);
            }
            d[row * product->n + column] = sum;
        }
}

/* -- f64 */

static double double_of(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof(value));
    return value;
}

/* A NaN comes through, made quiet: the first of b, c, a, as of the scalar instruction. */
static double multiply_add(double a, double b, double c)
{
    double sum = fma(a, b, c);
    if (!isnan(sum))
        return sum;
    const double *from = isnan(b) ? &b : isnan(c) ? &c : isnan(a) ? &a : NULL;
    uint64_t bits = UINT64_C(0xfff0000000000000);
    if (from)
        memcpy(&bits, from, sizeof(bits));
    return double_of(bits | UINT64_C(0x0008000000000000));
}

static void compute_doubles(const Product *product, const uint64_t *a, const uint64_t *b,
                            const uint64_t *c, uint64_t *d)
{
    for (uint32_t row = 0; row < product->m; row++)
        for (uint32_t column = 0; column < product->n; column++) {
            double sum = double_of(c[row * product->n + column]);
            for (uint32_t i = 0; i < product->k; i++)
                sum = multiply_add(double_of(a[row * product->k + i]),
                                   double_of(b[i * product->n + column]), sum);
            memcpy(&d[row * product->n + column], &sum, sizeof(sum));
        }
}

void product_compute(const Product *product, const uint64_t *a, const uint64_t *b,
                     const uint64_t *c, uint64_t *d)
{
    if (product->a == PTX_F64)
        compute_doubles(product, a, b, c, d);
    else if (product->a == PTX_B1)
        compute_bits(product, a, b, c, d);
    else if (ptx_type_kind(product->a) == PTX_KIND_FLOAT)
        compute_floats(product, a, b, c, d);
    else
        compute_integers(product, a, b, c, d);
}
