// Blocks that find their piece uneven launch a grid for it; a tail launch sums up when all are done.
// launch: --kernel k --grid 8 --block 32
// data a = [(i // 32 % 2) * (i % 32) for i in range(256)]
// arg: in:i32[256]=@a
// arg: out:i32[256]
// arg: out:i32[1]
// out 1 = [2 * v + 1 if i // 32 % 2 else 5 for i, v in enumerate(a)]
// out 2 = [sum(2 * v + 1 if i // 32 % 2 else 5 for i, v in enumerate(a))]
__device__ unsigned blocks_done;

__global__ void refine(const int *in, int *out)
{
    out[threadIdx.x] = 2 * in[threadIdx.x] + 1;
}

__global__ void add_up(const int *out, int *sum)
{
    __shared__ int parts[32];
    int part = 0;
    for (int i = threadIdx.x; i < 256; i += 32)
        part += out[i];
    parts[threadIdx.x] = part;
    __syncthreads();
    if (threadIdx.x == 0) {
        int all = 0;
        for (int i = 0; i < 32; i++)
            all += parts[i];
        *sum = all;
    }
}

extern "C" __global__ void k(const int *in, int *out, int *sum)
{
    int first = blockIdx.x * 32, i = first + threadIdx.x;
    bool uneven = __syncthreads_or(in[i] != in[first]);
    if (!uneven)
        out[i] = 5;
    if (threadIdx.x)
        return;
    if (uneven)
        refine<<<1, 32, 0, cudaStreamFireAndForget>>>(in + first, out + first);
    if (atomicAdd(&blocks_done, 1) == gridDim.x - 1)
        add_up<<<1, 32, 0, cudaStreamTailLaunch>>>(out, sum);
}
