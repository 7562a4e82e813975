// Block 0 launches what reads the numbers of all blocks.
// launch: --kernel k --grid 2 --block 32
// arg: out:i32[64]
// arg: out:i32[64]
// wrong: grid-race
__global__ void copy(int *to, const int *from)
{
    to[threadIdx.x] = from[threadIdx.x]; // <--
}

extern "C" __global__ void k(int *x, int *out)
{
    x[blockIdx.x * 32 + threadIdx.x] = threadIdx.x; // <--
    __syncthreads();
    if (blockIdx.x == 1 && threadIdx.x == 0)
        copy<<<1, 64>>>(out, x);
}
