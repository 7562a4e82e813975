// A loop writes one element more than the array has, into the array beside it.
// launch: --grid 1 --block 32
// arg: in:i32[32]=ramp
// arg: out:i32[32]
// wrong: out-of-bounds
// variable: sums[4]
// only: debug information
extern "C" __global__ void k(const int *in, int *out)
{
    int sums[4], last[4], t = threadIdx.x;
    for (int i = 0; i < 4; i++)
        last[i] = in[t] + i;
    for (int i = 0; i <= 4; i++)
        sums[i] = in[t] * i; // <--
    out[t] = sums[in[t] & 3] + last[in[t] & 3];
}
