// Two grids in the default stream of one block: one after the other, whoever launched them.
// launch: --kernel k --grid 1 --block 2
// arg: out:i32[32]
// arg: out:i32[32]
// out 1 = [6] * 32
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
        fill<<<1, 32>>>(p, 6);
    __syncwarp();
    if (threadIdx.x == 1)
        copy<<<1, 32>>>(out, p);
}
