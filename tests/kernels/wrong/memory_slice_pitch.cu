// The third dimension's step forgets a row.
// launch: --grid 1 --block 4,3,2
// arg: in:f32[24]=ramp
// arg: out:f32[24]
// wrong: out-of-bounds
// only: own target
// says: in[24]: in has 24 elements
extern "C" __global__ void k(const float *in, float *out)
{
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    out[(z * 3 + y) * 4 + x] = in[z * 4 * 4 + y * 4 + x]; // <--
}
