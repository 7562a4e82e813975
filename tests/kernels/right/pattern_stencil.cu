// A 1-D stencil with a halo in shared memory.
// launch: --grid 4 --block 64
// arg: in:i32[250]=ramp
// arg: out:i32[250]
// arg: i32=250
// out 1 = [sum(j for j in range(i - 3, i + 4) if 0 <= j < 250) for i in range(250)]
extern "C" __global__ void k(const int *in, int *out, int n)
{
    __shared__ int tile[64 + 6];
    int i = blockIdx.x * 64 + threadIdx.x, t = threadIdx.x;
    tile[t + 3] = i < n ? in[i] : 0;
    if (t < 3) {
        tile[t] = i >= 3 ? in[i - 3] : 0;
        tile[t + 67] = i + 64 < n ? in[i + 64] : 0;
    }
    __syncthreads();
    if (i >= n)
        return;
    int sum = 0;
    for (int d = 0; d < 7; d++)
        sum += tile[t + d];
    out[i] = sum;
}
