// Half of a warp meets before one of its threads launches; the child reads what that half writes.
// launch: --kernel k --grid 1 --block 32
// arg: out:i32[32]
// arg: out:i32[16]
// out 1 = list(range(16))
__global__ void copy(int *to, const int *from)
{
    to[threadIdx.x] = from[threadIdx.x];
}

extern "C" __global__ void k(int *x, int *out)
{
    x[threadIdx.x] = threadIdx.x;
    if (threadIdx.x < 16) {
        __syncwarp(0x0000ffff);
        if (threadIdx.x == 0)
            copy<<<1, 16>>>(out, x);
    }
}
