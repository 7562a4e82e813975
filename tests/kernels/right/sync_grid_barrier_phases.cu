// The same barrier several times, with a phase instead of a reset.
// launch: --grid 6 --block 32
// arg: inout:i32[192]=ramp
// arg: inout:i32[192]=constant:0
// arg: inout:u32[1]=constant:0
// out 0 = [(i + 4 * 32) % 192 for i in range(192)]
__device__ void grid_barrier(unsigned *count, unsigned phase)
{
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(count, 1);
        while (atomicAdd(count, 0) < phase * gridDim.x)
            ;
        __threadfence();
    }
    __syncthreads();
}
extern "C" __global__ void k(int *a, int *b, unsigned *count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int *from = a, *to = b;
    for (unsigned turn = 1; turn <= 4; turn++) {
        to[i] = from[(i + 32) % 192];
        grid_barrier(count, turn);
        int *swap = from;
        from = to;
        to = swap;
    }
}
