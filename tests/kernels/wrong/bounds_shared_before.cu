// One before the start of the shared array.
// launch: --grid 1 --block 64
// arg: out:i32[64]
// wrong: out-of-bounds
extern "C" __global__ void k(int *out)
{
    __shared__ int tile[64];
    int i = threadIdx.x;
    tile[i] = i;
    __syncthreads();
    out[i] = tile[i - 1]; // <--
}
