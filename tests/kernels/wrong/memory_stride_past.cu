// Every other element, of too few.
// launch: --grid 1 --block 32
// arg: in:f32[60]=ramp
// arg: out:f32[32]
// wrong: out-of-bounds
// only: own target
// says: in[60]: in has 60 elements
extern "C" __global__ void k(const float *in, float *out)
{
    out[threadIdx.x] = in[2 * threadIdx.x]; // <--
}
