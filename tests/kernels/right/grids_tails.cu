// Tail launches come one after the other.
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

extern "C" __global__ void k(int *p, int *out)
{
    fill<<<1, 32, 0, cudaStreamTailLaunch>>>(p, 6);
    copy<<<1, 32, 0, cudaStreamTailLaunch>>>(out, p);
}
