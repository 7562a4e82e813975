// A barrier of one warp does not order what the other warps wrote before the launch.
// launch: --kernel k --grid 1 --block 64
// arg: out:i32[64]
// arg: out:i32[64]
// wrong: grid-race
__global__ void copy(int *to, const int *from)
{
    to[threadIdx.x] = from[threadIdx.x]; // <--
}

extern "C" __global__ void k(int *x, int *out)
{
    x[threadIdx.x] = threadIdx.x; // <--
    __syncwarp();
    if (threadIdx.x == 0)
        copy<<<1, 64>>>(out, x);
}
