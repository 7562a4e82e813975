// The block's arrival doesn't wait for its own threads.
// wrong: global-race
// only: own target
// launch: --grid 4 --block 64
// arg: inout:u32[2]=constant:0
// arg: inout:i32[256]=ramp
__device__ void grid_barrier(unsigned *count, volatile unsigned *generation)
{
    if (threadIdx.x == 0) {
        unsigned now = *generation;
        __threadfence();
        if (atomicAdd(count, 1) == gridDim.x - 1) {
            *count = 0;
            __threadfence();
            *generation = now + 1;
        } else {
            while (*generation == now)
                ;
        }
        __threadfence();
    }
    __syncthreads();
}

extern "C" __global__ void k(unsigned *barrier, int *data)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
    for (int round = 0; round < 3; round++) {
        int v = data[(i + 64) % n]; // <--
        grid_barrier(&barrier[0], &barrier[1]);
        data[i] = v + 1; // <--
        grid_barrier(&barrier[0], &barrier[1]);
    }
}
