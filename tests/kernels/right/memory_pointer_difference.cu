// A pointer rebased onto another buffer, through the distance to its own.
// launch: --grid 1 --block 32
// arg: in:i32[32]=ramp
// arg: out:i32[32]
// out 1 = [31 - i for i in range(32)]
extern "C" __global__ void k(const int *in, int *out)
{
    const int *at = in + 31 - threadIdx.x;
    out[31 - (at - in)] = *at;
}
