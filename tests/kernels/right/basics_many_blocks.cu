// More than 100,000 blocks, of one warp each.
// launch: --grid 120000 --block 32
// arg: inout:u32[4]=constant:0
// out 0 = [120000, 119999 * 120000 // 2 % 2**32, 119999, 0]
extern "C" __global__ void k(unsigned *out)
{
    if (threadIdx.x == 31) {
        atomicAdd(&out[0], 1u);
        atomicAdd(&out[1], blockIdx.x);
        atomicMax(&out[2], blockIdx.x);
    }
}
