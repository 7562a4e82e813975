// The tail launch comes after the parent, all of its threads, and its fire-and-forget grids.
// launch: --kernel k --grid 2 --block 32
// arg: out:i32[128]
// arg: out:i32[128]
// out 1 = [1] * 64 + [6] * 64
__global__ void fill(int *p, int v)
{
    p[threadIdx.x] = v;
}
__global__ void copy(int *to, const int *from)
{
    to[threadIdx.x] = from[threadIdx.x];
}

extern "C" __global__ void k(int *p, int *out)
{
    if (threadIdx.x == 0)
        fill<<<1, 32, 0, cudaStreamFireAndForget>>>(p + 64 + 32 * blockIdx.x, 6);
    if (blockIdx.x == 0 && threadIdx.x == 0)
        copy<<<1, 128, 0, cudaStreamTailLaunch>>>(out, p);
    p[blockIdx.x * 32 + threadIdx.x] = 1;
}
