// A double behind an odd number of floats.
// launch: --grid 1 --block 8
// arg: in:f32[32]=ramp
// arg: out:f64[8]
// wrong: misaligned
// only: own target
// says: (in[1]), which is not a multiple of 8 but 4 past one
extern "C" __global__ void k(const float *in, double *out)
{
    out[threadIdx.x] = *(const double *)(in + 2 * threadIdx.x + 1); // <--
}
