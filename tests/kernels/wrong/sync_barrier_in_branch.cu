// A barrier in one branch and another one in the other.
// launch: --grid 1 --block 64
// arg: out:i32[64]
// wrong: divergent-barrier
extern "C" __global__ void k(int *out)
{
    __shared__ int tile[64];
    int i = threadIdx.x;
    tile[i] = i;
    if (i < 32) {
        __syncthreads(); // <--
        out[i] = tile[63 - i];
    } else {
        __syncthreads(); // <--
        out[i] = tile[63 - i] + 1;
    }
}
