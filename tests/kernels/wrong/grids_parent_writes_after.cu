// The parent goes on writing what the child reads.
// launch: --kernel k --grid 1 --block 1
// data x = list(range(32))
// arg: inout:i32[32]=@x
// arg: out:i32[32]
// wrong: grid-race
__global__ void copy(int *to, const int *from)
{
    to[threadIdx.x] = from[threadIdx.x]; // <--
}

extern "C" __global__ void k(int *x, int *out)
{
    copy<<<1, 32>>>(out, x);
    x[3] = 7; // <--
}
