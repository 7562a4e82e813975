// A stream goes on when a grid's own children have ended.
// launch: --kernel k --grid 1 --block 1
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

__global__ void middle(int *p)
{
    fill<<<1, 32, 0, cudaStreamFireAndForget>>>(p, 6);
}
extern "C" __global__ void k(int *p, int *out)
{
    middle<<<1, 1>>>(p);
    copy<<<1, 32>>>(out, p);
}
