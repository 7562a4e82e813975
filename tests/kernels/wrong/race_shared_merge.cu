// No barrier between the atomics on the block's bins and their merge.
// launch: --grid 1 --block 128
// arg: in:u8[128]=random:3,0,63
// arg: inout:i32[64]=constant:0
// wrong: shared-race
extern "C" __global__ void k(const unsigned char *in, int *out)
{
    __shared__ int bins[64];
    if (threadIdx.x < 64)
        bins[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&bins[in[threadIdx.x]], 1); // <--
    if (threadIdx.x < 64)
        atomicAdd(&out[threadIdx.x], bins[threadIdx.x]); // <--
}
