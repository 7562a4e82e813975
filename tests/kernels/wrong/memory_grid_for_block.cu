// gridDim in place of blockDim.
// launch: --grid 8 --block 4
// arg: in:i32[32]=ramp
// arg: out:i32[32]
// wrong: out-of-bounds
// also: global-race, global-same-value
// only: own target
// says: in[32]: in has 32 elements
extern "C" __global__ void k(const int *in, int *out)
{
    int i = blockIdx.x * gridDim.x + threadIdx.x;
    out[i] = in[i]; // <--
}
