// Down to 0 by a number that wraps around at last.
// launch: --grid 1 --block 1
// arg: in:i32[32]=ramp
// arg: out:i32[32]
// out 1 = [31 - i for i in range(32)]
// only: own target
extern "C" __global__ void k(const int *in, int *out)
{
    for (unsigned i = 31; i < 32; i--)
        out[31 - i] = in[i];
}
