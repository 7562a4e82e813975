// Dynamic shared memory carved into two arrays of different types.
// launch: --grid 2 --block 48 --shared 576
// arg: out:f64[96]
// out 0 = [2.0 * (47 - i % 48) + i // 48 + (47 - i % 48) for i in range(96)]
extern "C" __global__ void k(double *out)
{
    extern __shared__ double doubles[];
    int *ints = (int *)(doubles + blockDim.x);
    int t = threadIdx.x;
    doubles[t] = 2.0 * t + blockIdx.x;
    ints[t] = t;
    __syncthreads();
    out[blockIdx.x * blockDim.x + t] = doubles[47 - t] + ints[47 - t];
}
