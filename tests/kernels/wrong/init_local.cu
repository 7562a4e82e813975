// A local array of which only the first half is filled.
// launch: --grid 1 --block 32
// arg: in:i32[32]=ramp
// arg: out:i32[32]
// wrong: uninitialised-local
// variable: bins[4]
extern "C" __global__ void k(const int *in, int *out)
{
    int t = threadIdx.x, bins[8];
    for (int i = 0; i < 4; i++)
        bins[(in[t] + i) % 4] = i;
    out[t] = bins[in[t] % 8]; // <--
}
