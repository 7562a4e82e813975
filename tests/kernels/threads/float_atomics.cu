// Sums of floats, whose order shows in the last bits.
// launch: --grid 500 --block 64
// arg: in:f32[32000]=random:1,-1,1
// arg: inout:f32[8]=constant:0
extern "C" __global__ void sums(const float *x, float *out)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    atomicAdd(&out[i % 5], x[i] * 1.1f);
    if (threadIdx.x == 0 && blockIdx.x % 3 == 0)
        out[6] = out[6] * 1.0001f + x[i];
}
