// A histogram with plain updates.
// launch: --grid 1 --block 128
// arg: in:u8[128]=random:3,0,15
// arg: out:i32[16]
// wrong: shared-race
extern "C" __global__ void k(const unsigned char *in, int *out)
{
    __shared__ int bins[16];
    if (threadIdx.x < 16)
        bins[threadIdx.x] = 0;
    __syncthreads();
    bins[in[threadIdx.x]] += 1; // <--
    __syncthreads();
    if (threadIdx.x < 16)
        out[threadIdx.x] = bins[threadIdx.x];
}
