// Everybody reads the same table at once.
// launch: --kernel k --grid 4 --block 32
// data x = list(range(32))
// arg: in:i32[32]=@x
// arg: out:i32[128]
// arg: out:i32[128]
// out 1 = [i % 32 for i in range(128)]
// out 2 = [i % 32 for i in range(128)]
__global__ void copy(int *to, const int *from)
{
    to[threadIdx.x] = from[threadIdx.x];
}

extern "C" __global__ void k(const int *x, int *out, int *more)
{
    if (threadIdx.x == 0)
        copy<<<1, 32, 0, cudaStreamFireAndForget>>>(out + 32 * blockIdx.x, x);
    more[32 * blockIdx.x + threadIdx.x] = x[threadIdx.x];
}
