// A grid-stride loop over more elements than threads, and an odd number of them.
// launch: --grid 7 --block 96
// data x = [(i * 13) % 64 for i in range(10007)]
// arg: f32=1.5
// arg: in:f32[10007]=@x
// arg: inout:f32[10007]=ramp
// arg: i32=10007
// out 2 = [1.5 * x[i] + i for i in range(10007)]
extern "C" __global__ void k(float a, const float *x, float *y, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        y[i] = a * x[i] + y[i];
}
