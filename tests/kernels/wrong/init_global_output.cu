// The output is used as if it began at zero.
// launch: --grid 1 --block 32
// arg: in:i32[32]=ramp
// arg: out:i32[32]
// wrong: uninitialised-global
extern "C" __global__ void k(const int *in, int *out)
{
    out[threadIdx.x] += in[threadIdx.x]; // <--
}
