// Grids that launch grids of the same shape, each with its own half.
// launch: --kernel k --grid 1 --block 1
// arg: out:i32[64]
// out 0 = list(range(64))
extern "C" __global__ void k(int *p);
__global__ void halves(int *p, int from, int count)
{
    if (count == 1) {
        p[from] = from;
        return;
    }
    halves<<<1, 1, 0, cudaStreamFireAndForget>>>(p, from, count / 2);
    halves<<<1, 1, 0, cudaStreamFireAndForget>>>(p, from + count / 2, count / 2);
}
extern "C" __global__ void k(int *p)
{
    halves<<<1, 1>>>(p, 0, 64);
}
