/* Put into a source to see what the compiler otherwise keeps to itself. */
#pragma once

/* Of a shared variable of a function's debug information tells nothing, but of this its type. */
#define culab_shared(name) decltype(name) *culab_shared_##name

/* An index that the compiler doesn't know, so that the code shows which array it goes into. In
 * constant expressions, such as an array's size, it is the number itself. */

static __device__ __noinline__ long long culab_unknown(long long value)
{
    asm("" : "+l"(value));
    return value;
}
template <typename Number>
static __host__ __device__ __noinline__ constexpr Number culab_index(Number value)
{
    return __builtin_is_constant_evaluated() ? value : (Number)culab_unknown(value);
}
