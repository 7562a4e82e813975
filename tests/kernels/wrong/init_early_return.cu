// Threads that return before the barrier don't load their part of the tile; others read it.
// launch: --grid 1 --block 64
// arg: in:i32[64]=ramp
// arg: out:i32[64]
// arg: i32=50
// wrong: uninitialised-shared
extern "C" __global__ void k(const int *in, int *out, int n)
{
    __shared__ int tile[64];
    int i = threadIdx.x;
    if (i >= n)
        return;
    tile[i] = in[i];
    __syncthreads();
    out[i] = tile[63 - i]; // <--
}
