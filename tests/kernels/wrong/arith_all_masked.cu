// A softmax of a row of which everything is masked: infinity minus infinity.
// launch: --grid 1 --block 32
// arg: in:f32[32]=ramp
// arg: i32=0
// arg: out:f32[32]
// wrong: not-a-number
// says: from infinities: -infinity - (-infinity)
// only: own target
extern "C" __global__ void k(const float *in, int n, float *out)
{
    float x = threadIdx.x < n ? in[threadIdx.x] : -INFINITY, most = x;
    for (int d = 16; d; d /= 2)
        most = fmaxf(most, __shfl_xor_sync(~0u, most, d));
    float e = __expf(x - most), sum = e; // <--
    for (int d = 16; d; d /= 2)
        sum += __shfl_xor_sync(~0u, sum, d);
    out[threadIdx.x] = e / sum; // <--
}
