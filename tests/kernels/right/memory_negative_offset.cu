// Negative indexes from the middle of a buffer, in signed and unsigned arithmetic.
// launch: --grid 1 --block 16
// arg: in:i32[33]=ramp
// arg: out:i32[16]
// out 1 = [32 - 2 * t for t in range(16)]
// only: own target
extern "C" __global__ void k(const int *in, int *out)
{
    const int *middle = in + 16;
    int t = threadIdx.x;
    out[t] = middle[-t] + *(middle - (unsigned long long)t);
}
