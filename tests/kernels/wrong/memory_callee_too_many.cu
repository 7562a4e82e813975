// A function is told of one element too many.
// launch: --grid 1 --block 1
// arg: in:i32[10]=ramp
// arg: out:i32[1]
// wrong: out-of-bounds
// only: own target
// says: in[10]: in has 10 elements
__device__ __noinline__ int sum_of(const int *from, int n)
{
    int sum = 0;
    while (n--)
        sum += *from++; // <--
    return sum;
}
extern "C" __global__ void k(const int *in, int *out)
{
    out[0] = sum_of(in, 11);
}
