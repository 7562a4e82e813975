// One more digit than there is room for: it lands in a variable that another function fills in.
// launch: --grid 1 --block 32
// arg: in:i32[32]=ramp
// arg: out:i32[32]
// wrong: out-of-bounds
// only: debug information
__device__ __noinline__ void begin(int *count, int v)
{
    *count = v & 1;
}
extern "C" __global__ void k(const int *in, int *out)
{
    int digits[4], count, t = threadIdx.x;
    begin(&count, in[t]);
    for (int v = in[t] + 1000, i = 0; i < 4 + (t == 7); i++, v /= 10)
        digits[i] = v % 10; // <--
    out[t] = digits[in[t] & 3] + count;
}
