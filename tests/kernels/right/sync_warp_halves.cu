// Each half of a warp synchronises itself only.
// launch: --grid 1 --block 32
// arg: out:i32[32]
// out 0 = [(i ^ 15) if i < 16 else 10 * (i ^ 15) for i in range(32)]
extern "C" __global__ void k(int *out)
{
    __shared__ int tile[32];
    int i = threadIdx.x;
    if (i < 16) {
        tile[i] = i;
        __syncwarp(0x0000ffff);
        out[i] = tile[i ^ 15];
    } else {
        tile[i] = 10 * i;
        __syncwarp(0xffff0000);
        out[i] = tile[i ^ 15];
    }
}
