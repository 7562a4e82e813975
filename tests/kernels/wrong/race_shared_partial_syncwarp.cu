// __syncwarp() of half a warp does not order the other half.
// launch: --grid 1 --block 32
// arg: in:i32[32]=ramp
// arg: out:i32[32]
// wrong: shared-race
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ int tile[32];
    int i = threadIdx.x;
    tile[i] = in[i]; // <--
    if (i < 16)
        __syncwarp(0x0000ffff);
    else
        __syncwarp(0xffff0000);
    out[i] = tile[31 - i]; // <--
}
