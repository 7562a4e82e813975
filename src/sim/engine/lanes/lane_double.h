/* Double precision in the four roundings, and what its NaNs become. */
#ifndef CULAB_SIM_ENGINE_LANES_LANE_DOUBLE_H
#define CULAB_SIM_ENGINE_LANES_LANE_DOUBLE_H

#include <fenv.h>
#include <math.h>

#include "sim/engine/lanes/lane_float.h"

#define F64_NAN UINT64_C(0xfff8000000000000) /* of an invalid operation */
#define F64_QUIET UINT64_C(0x0008000000000000)

static inline f64 quiet_f64(f64 x)
{
    return value_f64(bits_f64(x) | F64_QUIET);
}

/* A NaN source comes through, made quiet. Which one of several was seen on GPUs: of a * b + c the
 * first of b, c, a; a sum is a * 1 + b, a product a * b + 0; of a / b the first of a, b. */
static inline f64 nan_of_1(f64 result, f64 a)
{
    return result == result ? result : a != a ? quiet_f64(a) : value_f64(F64_NAN);
}

static inline f64 nan_of_2(f64 result, f64 first, f64 second)
{
    f64 made = second != second ? quiet_f64(second) : value_f64(F64_NAN);
    return result == result ? result : first != first ? quiet_f64(first) : made;
}

static inline f64 nan_of_3(f64 result, f64 a, f64 b, f64 c)
{
    f64 one = c != c ? quiet_f64(c) : a != a ? quiet_f64(a) : value_f64(F64_NAN);
    return result == result ? result : b != b ? quiet_f64(b) : one;
}

/* The reciprocals below treat a NaN as single precision does. */
static inline f64 upper_nan(f64 result)
{
    return result == result ? result : value_f64(UINT64_C(0x7fffffff00000000));
}

static inline f64 flush_f64(f64 x)
{
    u64 bits = bits_f64(x);
    return value_f64(bits & F64_INFINITY ? bits : bits & F64_SIGN);
}

/* The reciprocals that look at the upper half of a double only and make only that half. */
static inline f64 upper_half(f64 x)
{
    return value_f64(bits_f64(x) & UINT64_C(0xffffffff00000000));
}

static inline f64 rounded_upper_half(f64 x)
{
    u64 bits = bits_f64(x), half = bits & UINT64_C(0x80000000);
    return x - x == 0 ? upper_half(value_f64(bits + half)) : x;
}

#endif
