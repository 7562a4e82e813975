// Lanes of one warp, in global memory, without __syncwarp().
// launch: --grid 1 --block 32
// arg: inout:i32[32]=constant:0
// arg: out:i32[32]
// wrong: global-race
extern "C" __global__ void k(int *a, int *out)
{
    int i = threadIdx.x;
    a[i] = i; // <--
    out[i] = a[31 - i]; // <--
}
