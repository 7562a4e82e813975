/* What one lane computes in the integer instructions, where an expression is not enough. Every
 * function is defined for all bits: shifts past the width, division by zero, overflow. */
#ifndef CULAB_SIM_ENGINE_LANES_LANE_INTEGER_H
#define CULAB_SIM_ENGINE_LANES_LANE_INTEGER_H

#include "sim/engine/lanes/lane_macros.h"

static inline int32_t saturate_s32(int64_t x)
{
    return (int32_t)(x > INT32_MAX ? INT32_MAX : x < INT32_MIN ? INT32_MIN : x);
}

static inline int32_t not_negative(int32_t x)
{
    return x < 0 ? 0 : x;
}

static inline uint32_t min_u(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static inline uint32_t max_u(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

static inline int32_t min_s(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static inline int32_t max_s(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

static inline uint32_t halves(uint32_t low, uint32_t high)
{
    return (low & 0xffff) | high << 16;
}

/* products */

static inline uint64_t high_u64(uint64_t a, uint64_t b)
{
    return (uint64_t)((unsigned __int128)a * b >> 64);
}

static inline uint64_t high_s64(uint64_t a, uint64_t b)
{
    return (uint64_t)((__int128)(int64_t)a * (int64_t)b >> 64);
}

static inline uint32_t high_u32(uint32_t a, uint32_t b)
{
    return (uint32_t)((uint64_t)a * b >> 32);
}

static inline uint64_t product24_u32(uint32_t a, uint32_t b)
{
    return (uint64_t)(a & 0xffffff) * (b & 0xffffff);
}

static inline int64_t product24_s32(uint32_t a, uint32_t b)
{
    return (int64_t)((int32_t)(a << 8) >> 8) * ((int32_t)(b << 8) >> 8);
}

/* Division. By zero both quotient and remainder are all ones, as on NVIDIA's hardware (the ISA
 * leaves it open). A 32-bit quotient is exact in double and is vectorised that way.
 */

static inline double exact_u32(uint32_t x)
{
    return (double)(int32_t)(x ^ 0x80000000u) + 2147483648.0;
}

static inline uint32_t quotient_u32(uint32_t a, uint32_t b)
{
    double q = exact_u32(a) / exact_u32(b ? b : 1);
    uint32_t high = q >= 2147483648.0 ? 0x80000000u : 0;
    uint32_t quotient = (uint32_t)(int32_t)(q - (high ? 2147483648.0 : 0.0)) + high;
    return b ? quotient : UINT32_MAX;
}

static inline int32_t quotient_s32(int32_t a, int32_t b)
{
    int32_t safe = b == 0 || b == -1 ? 1 : b;
    int32_t quotient = (int32_t)((double)a / (double)safe);
    uint32_t negated = 0u - (uint32_t)a;
    return b == 0 ? -1 : b == -1 ? (int32_t)negated : quotient;
}

static inline uint32_t remainder_u32(uint32_t a, uint32_t b)
{
    return b ? a - quotient_u32(a, b) * b : UINT32_MAX;
}

static inline int32_t remainder_s32(int32_t a, int32_t b)
{
    return b ? (int32_t)((uint32_t)a - (uint32_t)quotient_s32(a, b) * (uint32_t)b) : -1;
}

static inline uint16_t quotient_u16(uint16_t a, uint16_t b)
{
    return (uint16_t)(b ? quotient_s32(a, b) : UINT16_MAX);
}

static inline int16_t quotient_s16(int16_t a, int16_t b)
{
    return (int16_t)(b ? quotient_s32(a, b) : -1);
}

static inline uint16_t remainder_u16(uint16_t a, uint16_t b)
{
    return (uint16_t)remainder_s32(a, b);
}

static inline int16_t remainder_s16(int16_t a, int16_t b)
{
    return (int16_t)remainder_s32(a, b);
}

static inline uint64_t quotient_u64(uint64_t a, uint64_t b)
{
    return b ? a / b : UINT64_MAX;
}

static inline int64_t quotient_s64(int64_t a, int64_t b)
{
    return b == 0 ? -1 : b == -1 ? (int64_t)(0 - (uint64_t)a) : a / b;
}

static inline uint64_t remainder_u64(uint64_t a, uint64_t b)
{
    return b ? a % b : UINT64_MAX;
}

static inline int64_t remainder_s64(int64_t a, int64_t b)
{
    return b == 0 ? -1 : b == -1 ? 0 : a % b;
}

/* Bits. Written without the compiler's built-ins so that they vectorise. */

static inline uint32_t count_ones(uint32_t x)
{
    x -= x >> 1 & 0x55555555u;
    x = (x & 0x33333333u) + (x >> 2 & 0x33333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0fu;
    return x * 0x01010101u >> 24;
}

/* Position of the highest 1; all ones for none. */
static inline uint32_t top_bit_u32(uint32_t x)
{
    x |= x >> 1;
    x |= x >> 2;
    x |= x >> 4;
    x |= x >> 8;
    x |= x >> 16;
    return count_ones(x) - 1;
}

static inline uint32_t top_bit_u64(uint64_t x)
{
    uint32_t high = (uint32_t)(x >> 32);
    return high ? top_bit_u32(high) + 32 : top_bit_u32((uint32_t)x);
}

static inline uint32_t shift_amount(uint32_t position, uint32_t top)
{
    return position == UINT32_MAX ? position : top - position;
}

static inline uint32_t reverse_u32(uint32_t x)
{
    x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
    x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
    x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
    x = (x >> 8 & 0x00ff00ffu) | (x & 0x00ff00ffu) << 8;
    return x >> 16 | x << 16;
}

static inline uint32_t low_bits_u32(uint32_t count)
{
    return count > 31 ? UINT32_MAX : (1u << (count & 31)) - 1;
}

static inline uint64_t low_bits_u64(uint32_t count)
{
    return count > 63 ? UINT64_MAX : (UINT64_C(1) << (count & 63)) - 1;
}

static inline uint32_t shift_left_u32(uint32_t x, uint32_t count)
{
    return count > 31 ? 0 : x << (count & 31);
}

static inline uint32_t shift_right_u32(uint32_t x, uint32_t count)
{
    return count > 31 ? 0 : x >> (count & 31);
}

static inline int32_t shift_right_s32(int32_t x, uint32_t count)
{
    return x >> (count > 31 ? 31 : count);
}

static inline uint64_t shift_left_u64(uint64_t x, uint64_t count)
{
    return count > 63 ? 0 : x << (count & 63);
}

static inline uint64_t shift_right_u64(uint64_t x, uint64_t count)
{
    return count > 63 ? 0 : x >> (count & 63);
}

static inline int64_t shift_right_s64(int64_t x, uint64_t count)
{
    return x >> (count > 63 ? 63 : count);
}

/* bfe: `length` bits from `position`; the signed ones repeat the field's top bit, or the sign when
 * the field reaches past the top. */
static inline uint32_t extract_u32(uint32_t x, uint32_t position, uint32_t length)
{
    return shift_right_u32(x, position) & low_bits_u32(length);
}

static inline int32_t extract_s32(int32_t x, uint32_t position, uint32_t length)
{
    uint32_t unused = length > 31 ? 0 : 32 - length;
    int32_t field = shift_right_s32(x, position);
    return length ? (int32_t)((uint32_t)field << (unused & 31)) >> (unused & 31) : 0;
}

static inline uint64_t extract_u64(uint64_t x, uint32_t position, uint32_t length)
{
    return shift_right_u64(x, position) & low_bits_u64(length);
}

static inline int64_t extract_s64(int64_t x, uint32_t position, uint32_t length)
{
    uint32_t unused = length > 63 ? 0 : 64 - length;
    int64_t field = shift_right_s64(x, position);
    return length ? (int64_t)((uint64_t)field << (unused & 63)) >> (unused & 63) : 0;
}

static inline uint32_t insert_u32(uint32_t field, uint32_t x, uint32_t position, uint32_t length)
{
    uint32_t bits = shift_left_u32(low_bits_u32(length), position);
    return (x & ~bits) | (shift_left_u32(field, position) & bits);
}

static inline uint64_t insert_u64(uint64_t field, uint64_t x, uint32_t position, uint32_t length)
{
    uint64_t bits = shift_left_u64(low_bits_u64(length), position);
    return (x & ~bits) | (shift_left_u64(field, position) & bits);
}

/* bmsk (ISA 9.7.1.23): ones from bit `start`, `width` of them; start and width count modulo 32 but
 * for what was clamped. */
static inline uint32_t bit_mask(uint32_t start, uint32_t width, int start_past, int width_past)
{
    uint32_t from = start & 31, end = from + (width & 31);
    uint32_t above_start = start_past ? 0 : UINT32_MAX << from;
    uint32_t above_end = end > 31 || start_past || width_past ? 0 : UINT32_MAX << (end & 31);
    return above_start & ~above_end;
}

/* szext: the low `bits` (0 to 31) of x, the top one of them repeated. */
static inline int32_t sign_extend(int32_t x, uint32_t bits)
{
    uint32_t unused = (32 - bits) & 31;
    return (bits & 31) ? (int32_t)((uint32_t)x << unused) >> unused : 0;
}

/* fns (ISA 9.7.1.17) */
static inline uint32_t find_nth_set(uint32_t bits, uint32_t base, int32_t offset)
{
    if (offset == INT32_MIN) /* has no opposite: so on an H200, whatever the others are */
        return 0;
    if (base > 31)
        return UINT32_MAX;
    if (offset == 0)
        return bits >> base & 1 ? base : UINT32_MAX;
    uint32_t count = offset < 0 ? 0u - (uint32_t)offset : (uint32_t)offset;
    int step = offset < 0 ? -1 : 1;
    for (int position = (int)base; position >= 0 && position < 32; position += step)
        if ((bits >> position & 1) && --count == 0)
            return (uint32_t)position;
    return UINT32_MAX;
}

/* Sums with carry in (0 or 1) and out; differences as a + ~b + carry, whose carry means that
 * nothing was borrowed, as NVIDIA's hardware keeps it: programs can tell when they mix subc with
 * add.cc. */
#define CARRIED_SUMS(T)                                       \
    static inline T add_carry_##T(T a, T b, T carry, T *more) \
    {                                                         \
        T sum = a + b, all = sum + carry;                     \
        *more = (sum < a) | (all < sum);                      \
        return all;                                           \
    }                                                         \
    static inline T sub_carry_##T(T a, T b, T carry, T *more) \
    {                                                         \
        return add_carry_##T(a, ~b, carry, more);             \
    }
CARRIED_SUMS(u32)
CARRIED_SUMS(u64)

#endif
