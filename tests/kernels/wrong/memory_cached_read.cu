// The read-only path has the same bounds.
// launch: --grid 1 --block 32
// arg: in:f32[31]=ramp
// arg: out:f32[32]
// wrong: out-of-bounds
// only: own target
// says: in[31]: in has 31 elements
extern "C" __global__ void k(const float *__restrict__ in, float *__restrict__ out)
{
    out[threadIdx.x] = __ldg(in + threadIdx.x); // <--
}
