// Two threads launch into the default stream of their block, and nothing says which one is first.
// launch: --kernel k --grid 1 --block 64
// arg: out:i32[32]
// arg: out:i32[32]
// wrong: grid-race
// says: nothing says which thread launches first
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
    if (threadIdx.x == 0)
        fill<<<1, 32>>>(p, 6);
    if (threadIdx.x == 32)
        copy<<<1, 32>>>(out, p);
}
