/* Put into a source to see what the compiler otherwise keeps to itself. */
#pragma once

/* Of a shared variable of a function's debug information tells nothing, but of this its type. */
#define culab_shared(name) decltype(name) *culab_shared_##name

/* Something to do behind a branch or a loop, for those too whose way ends there: not to come to a
 * barrier that others come to is another thing than to have returned. */
#define culab_behind() asm volatile("{ .reg .b32 behind; mov.b32 behind, 0; }")

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
