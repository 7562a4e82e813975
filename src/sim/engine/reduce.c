/* Operations that change memory, for each type. */
#include "sim/engine/reduce.h"

#include <math.h>
#include <string.h>

#include "sim/engine/lanes/lane_half.h"

/* old: what lies there; value: what comes. */
#define REDUCE(NAME, T, EXPR)                                          \
    static void NAME(unsigned char *target, const unsigned char *from) \
    {                                                                  \
        T old, value;                                                  \
        memcpy(&old, target, sizeof(old));                             \
        memcpy(&value, from, sizeof(value));                           \
        T result = (T)(EXPR);                                          \
        memcpy(target, &result, sizeof(result));                       \
    }

#define INTEGERS(NAME, T)                            \
    REDUCE(min_##NAME, T, old < value ? old : value) \
    REDUCE(max_##NAME, T, old > value ? old : value)

REDUCE(add_32, uint32_t, old + value)
REDUCE(add_64, uint64_t, old + value)
REDUCE(and_32, uint32_t, old &value)
REDUCE(and_64, uint64_t, old &value)
REDUCE(or_32, uint32_t, old | value)
REDUCE(or_64, uint64_t, old | value)
REDUCE(xor_32, uint32_t, old ^ value)
REDUCE(xor_64, uint64_t, old ^ value)
REDUCE(inc_32, uint32_t, old >= value ? 0 : old + 1)
REDUCE(dec_32, uint32_t, old == 0 || old > value ? value : old - 1)
INTEGERS(u32, uint32_t)
INTEGERS(s32, int32_t)
INTEGERS(u64, uint64_t)
INTEGERS(s64, int64_t)

static float least(float a, float b)
{
    return isnan(a) ? b : isnan(b) ? a : a < b || (a == b && signbit(a)) ? a : b;
}
static float greatest(float a, float b)
{
    return isnan(a) ? b : isnan(b) ? a : a > b || (a == b && !signbit(a)) ? a : b;
}
/* A NaN is the one that instructions give. */
static float add_single(float a, float b)
{
    float sum = a + b;
    return isnan(sum) ? value_f32(0x7fffffff) : sum;
}

/* Unlike those of atom and red, sums of copies keep subnormals. */
REDUCE(add_f32, float, add_single(old, value))
REDUCE(add_f64, double, old + value)
REDUCE(add_f16, u16, narrow_f16(widen_f16(old) + widen_f16(value)))
REDUCE(min_f16, u16, narrow_f16(least(widen_f16(old), widen_f16(value))))
REDUCE(max_f16, u16, narrow_f16(greatest(widen_f16(old), widen_f16(value))))
REDUCE(add_bf16, u16, narrow_bf16(widen_bf16(old) + widen_bf16(value)))
REDUCE(min_bf16, u16, narrow_bf16(least(widen_bf16(old), widen_bf16(value))))
REDUCE(max_bf16, u16, narrow_bf16(greatest(widen_bf16(old), widen_bf16(value))))

#define ROW(OPERATION, TYPE, NAME, BYTES)            \
    {                                                \
        PTX_MOD_##OPERATION, PTX_##TYPE, BYTES, NAME \
    }
static const Reduction reductions[] = {
    ROW(ADD, U32, add_32, 4),  ROW(ADD, S32, add_32, 4),    ROW(ADD, U64, add_64, 8),
    ROW(ADD, S64, add_64, 8),  ROW(ADD, F32, add_f32, 4),   ROW(ADD, F64, add_f64, 8),
    ROW(ADD, F16, add_f16, 2), ROW(ADD, BF16, add_bf16, 2), ROW(MIN, U32, min_u32, 4),
    ROW(MIN, S32, min_s32, 4), ROW(MIN, U64, min_u64, 8),   ROW(MIN, S64, min_s64, 8),
    ROW(MIN, F16, min_f16, 2), ROW(MIN, BF16, min_bf16, 2), ROW(MAX, U32, max_u32, 4),
    ROW(MAX, S32, max_s32, 4), ROW(MAX, U64, max_u64, 8),   ROW(MAX, S64, max_s64, 8),
    ROW(MAX, F16, max_f16, 2), ROW(MAX, BF16, max_bf16, 2), ROW(INC, U32, inc_32, 4),
    ROW(DEC, U32, dec_32, 4),  ROW(AND, B32, and_32, 4),    ROW(AND, B64, and_64, 8),
    ROW(OR, B32, or_32, 4),    ROW(OR, B64, or_64, 8),      ROW(XOR, B32, xor_32, 4),
    ROW(XOR, B64, xor_64, 8),
};

const Reduction *reduction_find(PtxMod operation, PtxType type)
{
    for (size_t i = 0; i < sizeof(reductions) / sizeof(*reductions); i++)
        if (reductions[i].operation == operation && reductions[i].type == type)
            return &reductions[i];
    return NULL;
}

void reduction_apply(const Reduction *reduction, unsigned char *target, const unsigned char *values,
                     uint64_t bytes)
{
    for (uint64_t at = 0; at + reduction->bytes <= bytes; at += reduction->bytes)
        reduction->apply(target + at, values + at);
}
