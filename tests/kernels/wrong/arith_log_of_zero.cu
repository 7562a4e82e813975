// The logarithm of an empty bin.
// launch: --grid 1 --block 8
// arg: in:f32[8]=ramp
// arg: out:f32[8]
// wrong: infinity
// only: optimised code
extern "C" __global__ void k(const float *in, float *out)
{
    out[threadIdx.x] = logf(in[threadIdx.x]); // <--
}
