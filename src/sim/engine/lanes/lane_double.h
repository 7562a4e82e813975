/* Double precision in the four roundings, and what its NaNs become. */
#ifndef CULAB_SIM_ENGINE_LANES_LANE_DOUBLE_H
#define CULAB_SIM_ENGINE_LANES_LANE_DOUBLE_H

#include <fenv.h>
#include <math.h>

#include "sim/engine/lanes/lane_float.h"

#define F64_NAN UINT64_C(0xfff8000000000000) /* of an invalid operation */
#define F64_QUIET UINT64_C(0x0008000000000000)

/* A NaN source comes through, quiet; the first one wins. */
static inline f64 quiet_f64(f64 x)
{
    return value_f64(bits_f64(x) | F64_QUIET);
}

static inline f64 nan_of_1(f64 result, f64 a)
{
    return result == result ? result : a != a ? quiet_f64(a) : value_f64(F64_NAN);
}

static inline f64 nan_of_2(f64 result, f64 a, f64 b)
{
    f64 made = a != a ? quiet_f64(a) : b != b ? quiet_f64(b) : value_f64(F64_NAN);
    return result == result ? result : made;
}

static inline f64 nan_of_3(f64 result, f64 a, f64 b, f64 c)
{
    f64 made = a != a   ? quiet_f64(a)
               : b != b ? quiet_f64(b)
               : c != c ? quiet_f64(c)
                        : value_f64(F64_NAN);
    return result == result ? result : made;
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
