// Block-wide atomics on shared memory, device-wide ones for what blocks share.
// launch: --grid 4 --block 64
// arg: in:i32[256]=ramp
// arg: inout:i32[8]=constant:0
// out 1 = [32] * 8
extern "C" __global__ void k(const int *in, int *bins)
{
    __shared__ int own[8];
    int t = threadIdx.x;
    if (t < 8)
        own[t] = 0;
    __syncthreads();
    atomicAdd_block(&own[in[blockIdx.x * 64 + t] % 8], 1);
    __syncthreads();
    if (t < 8)
        atomicAdd(&bins[t], own[t]);
}
