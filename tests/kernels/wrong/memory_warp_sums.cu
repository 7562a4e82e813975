// Room for the sums of four warps, and eight warps.
// launch: --grid 1 --block 256
// arg: in:i32[256]=ramp
// arg: out:i32[1]
// wrong: out-of-bounds
// only: own target
// says: sums[4]: sums has 4 elements
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ int sums[4];
    int t = threadIdx.x, sum = __reduce_add_sync(0xffffffff, in[t]);
    if (t % 32 == 0)
        sums[t / 32] = sum; // <--
    __syncthreads();
    if (t == 0)
        out[0] = sums[0] + sums[1] + sums[2] + sums[3];
}
