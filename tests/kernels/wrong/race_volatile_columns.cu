// Each warp adds to the same 32 counters, which are volatile: updates of other warps are lost.
// launch: --grid 1 --block 128
// arg: inout:i32[32]=constant:0
// wrong: shared-race
extern "C" __global__ void k(int *out)
{
    __shared__ volatile int count[32];
    const int lane = threadIdx.x & 31;
    if (threadIdx.x < 32)
        count[lane] = 0;
    __syncthreads();
    count[lane] += 1; // <--
    __syncthreads();
    if (threadIdx.x < 32)
        out[lane] = count[lane];
}
