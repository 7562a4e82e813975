// One step of Jacobi from one array into another, with a shared tile.
// only: own target
// launch: --grid 4 --block 64
// arg: inout:f32[258]=@x
// arg: inout:f32[258]=@x
// data x = [i % 8 * 0.5 for i in range(4 * 64 + 2)]
// out 1 = [x[0]] + [(x[i - 1] + 2 * x[i] + x[i + 1]) * 0.25 for i in range(1, 4 * 64 + 1)] + [x[-1]]
extern "C" __global__ void k(float *from, float *to)
{
    __shared__ float tile[64 + 2];
    int t = threadIdx.x + 1, i = blockIdx.x * 64 + t;
    tile[t] = from[i];
    if (t == 1)
        tile[0] = from[i - 1];
    if (t == 64)
        tile[t + 1] = from[i + 1];
    __syncthreads();
    float v = (tile[t - 1] + 2 * tile[t] + tile[t + 1]) * 0.25f;
    to[i] = v;
}
