// Each warp in turn adds to the same 32 counters, which are volatile; a barrier lies between.
// launch: --grid 1 --block 128
// arg: inout:i32[32]=constant:0
// out 0 = [4] * 32
extern "C" __global__ void k(int *out)
{
    __shared__ volatile int count[32];
    const int lane = threadIdx.x & 31;
    if (threadIdx.x < 32)
        count[lane] = 0;
    for (int turn = 0; turn < 4; turn++) {
        __syncthreads();
        if (threadIdx.x / 32 == turn)
            count[lane] += 1;
    }
    __syncthreads();
    if (threadIdx.x < 32)
        out[lane] = count[lane];
}
