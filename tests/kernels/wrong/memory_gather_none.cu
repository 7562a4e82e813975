// -1 stands for no element.
// launch: --grid 1 --block 16
// data at = [i - 1 for i in range(16)]
// arg: in:i32[16]=@at
// arg: in:f32[16]=ramp
// arg: out:f32[16]
// wrong: out-of-bounds
// only: own target
// says: x[-1]: x has 16 elements
extern "C" __global__ void k(const int *at, const float *x, float *out)
{
    out[threadIdx.x] = x[at[threadIdx.x]]; // <--
}
