// The same within one warp.
// launch: --grid 1 --block 32
// arg: out:i32[32]
// wrong: divergent-barrier
extern "C" __global__ void k(int *out)
{
    __shared__ int tile[32];
    int i = threadIdx.x;
    tile[i] = i;
    if (i % 2) {
        __syncthreads(); // <--
        out[i] = tile[31 - i];
    } else {
        __syncthreads(); // <--
        out[i] = tile[31 - i] + 1;
    }
}
