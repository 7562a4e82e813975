// Counters in a local array that nobody set to zero.
// launch: --grid 1 --block 32
// arg: in:i32[32]=ramp
// arg: out:i32[32]
// wrong: uninitialised-local
extern "C" __global__ void k(const int *in, int *out)
{
    int t = threadIdx.x, count[16];
    for (int i = 0; i < 32; i++)
        count[in[i] % 16]++; // <--
    out[t] = count[t % 16]; // <--
}
