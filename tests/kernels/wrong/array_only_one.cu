// One element too many of the only array that there is: it leaves the thread's local memory.
// launch: --grid 1 --block 32
// arg: in:i32[40]=ramp
// arg: out:i32[32]
// wrong: out-of-bounds
// variable: last[8]
// only: debug information
extern "C" __global__ void k(const int *in, int *out)
{
    int last[8], t = threadIdx.x;
    for (int i = 0; i < 8; i++)
        last[i] = in[t + i];
    last[8 - (in[t] < 4)] = 0; // <--
    out[t] = last[in[t] & 7];
}
