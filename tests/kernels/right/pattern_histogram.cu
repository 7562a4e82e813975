// A histogram in shared memory, merged by atomics.
// launch: --grid 5 --block 128
// data x = [(i * i * 31 + i) % 64 for i in range(3001)]
// arg: in:u8[3001]=@x
// arg: inout:i32[64]=constant:0
// arg: i32=3001
// out 1 = [x.count(v) for v in range(64)]
extern "C" __global__ void k(const unsigned char *in, int *bins, int n)
{
    __shared__ int own[64];
    for (int b = threadIdx.x; b < 64; b += blockDim.x)
        own[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&own[in[i]], 1);
    __syncthreads();
    for (int b = threadIdx.x; b < 64; b += blockDim.x)
        if (own[b])
            atomicAdd(&bins[b], own[b]);
}
