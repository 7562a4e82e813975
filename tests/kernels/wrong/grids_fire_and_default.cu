// A fire-and-forget grid writes what one in the default stream reads.
// launch: --kernel k --grid 1 --block 1
// arg: out:i32[32]
// arg: out:i32[32]
// wrong: grid-race
// also: uninitialised-global
__global__ void fill(int *p, int v)
{
    p[threadIdx.x] = v; // <--
}
__global__ void copy(int *to, const int *from)
{
    to[threadIdx.x] = from[threadIdx.x]; // <--
}

extern "C" __global__ void k(int *p, int *out)
{
    fill<<<1, 32, 0, cudaStreamFireAndForget>>>(p, 1);
    copy<<<1, 32>>>(out, p);
}
