// A grandchild writes what its parent's parent still reads.
// launch: --kernel k --grid 1 --block 1
// data x = list(range(32))
// arg: inout:i32[32]=@x
// arg: out:i32[32]
// wrong: grid-race
__global__ void fill(int *p, int v)
{
    p[threadIdx.x] = v; // <--
}

__global__ void middle(int *p)
{
    fill<<<1, 32>>>(p, 9);
}
extern "C" __global__ void k(int *x, int *out)
{
    middle<<<1, 1>>>(x);
    out[0] = x[1]; // <--
}
