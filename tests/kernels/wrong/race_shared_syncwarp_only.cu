// __syncwarp() does not order different warps.
// launch: --grid 1 --block 64
// arg: in:i32[64]=ramp
// arg: out:i32[64]
// wrong: shared-race
// also: uninitialised-shared
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ int tile[64];
    int i = threadIdx.x;
    tile[i] = in[i]; // <--
    __syncwarp();
    out[i] = tile[63 - i]; // <--
}
