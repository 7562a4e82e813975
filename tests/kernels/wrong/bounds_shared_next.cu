// The index runs past one shared array and lands in the next one.
// launch: --grid 1 --block 32
// arg: in:i32[32]=ramp
// arg: out:i32[32]
// wrong: out-of-bounds
// also: shared-race
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ int tile[32], other[32];
    int t = threadIdx.x;
    other[t] = -1;
    tile[t] = in[t];
    __syncthreads();
    out[t] = tile[t + 1] + other[31 - t]; // <--
}
