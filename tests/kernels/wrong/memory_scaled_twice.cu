// sizeof where the pointer counts elements already.
// launch: --grid 1 --block 32
// arg: in:f32[32]=ramp
// arg: out:f32[32]
// wrong: out-of-bounds
// only: own target
// says: in[32]: in has 32 elements
extern "C" __global__ void k(const float *in, float *out)
{
    out[threadIdx.x] = *(in + threadIdx.x * sizeof(float)); // <--
}
