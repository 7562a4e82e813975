// Each block launches a grid for its own piece, fire-and-forget.
// launch: --kernel k --grid 4 --block 1
// arg: out:i32[128]
// out 0 = [i // 32 for i in range(128)]
__global__ void fill(int *p, int v)
{
    p[threadIdx.x] = v;
}

extern "C" __global__ void k(int *p)
{
    fill<<<1, 32, 0, cudaStreamFireAndForget>>>(p + 32 * blockIdx.x, blockIdx.x);
}
