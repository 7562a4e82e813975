// Adds to an output that nobody has set.
// launch: --grid 2 --block 32
// arg: in:f32[64]=ramp
// arg: out:f32[2]
// wrong: uninitialised-global
extern "C" __global__ void k(const float *in, float *out)
{
    atomicAdd(&out[blockIdx.x], in[blockIdx.x * 32 + threadIdx.x]); // <--
}
