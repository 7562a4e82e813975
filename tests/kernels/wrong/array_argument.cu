// A function gets an array and a number of elements that is one too many.
// launch: --grid 1 --block 32
// arg: in:i32[40]=ramp
// arg: out:i32[32]
// wrong: out-of-bounds
// variable: near[4]
// only: debug information
__device__ __noinline__ int sum_of(const int *values, int count)
{
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += values[i]; // <--
    return sum;
}
extern "C" __global__ void k(const int *in, int *out)
{
    int near[4], far[8], t = threadIdx.x;
    for (int i = 0; i < 8; i++)
        far[i] = in[t + i];
    for (int i = 0; i < 4; i++)
        near[i] = in[t] - i;
    out[t] = sum_of(far, 8) + sum_of(near, 5);
}
