// Half of a warp meets before one of its threads launches; the child reads what the other half writes as well.
// launch: --kernel k --grid 1 --block 32
// arg: out:i32[32]
// arg: out:i32[32]
// wrong: grid-race
__global__ void copy(int *to, const int *from)
{
    to[threadIdx.x] = from[threadIdx.x]; // <--
}

extern "C" __global__ void k(int *x, int *out)
{
    x[threadIdx.x] = threadIdx.x; // <--
    if (threadIdx.x < 16) {
        __syncwarp(0x0000ffff);
        if (threadIdx.x == 0)
            copy<<<1, 32>>>(out, x);
    }
}
