// Two warps of one block work on the halves of a shared array without any barrier.
// launch: --grid 1 --block 64
// arg: in:i32[64]=ramp
// arg: out:i32[64]
// out 1 = [32 * (i // 32) + 31 - i % 32 for i in range(64)]
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ int tile[64];
    int t = threadIdx.x, warp = t / 32 * 32;
    tile[t] = in[t];
    __syncwarp();
    out[t] = tile[warp + 31 - t % 32];
}
