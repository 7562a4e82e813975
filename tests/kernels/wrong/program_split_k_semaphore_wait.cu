// One thread waits for the semaphore, the others don't wait for it.
// wrong: global-race
// only: own target
// launch: --grid 2,4 --block 64
// arg: in:i32[512]=ramp
// arg: out:i32[128]
// arg: inout:i32[2]=constant:0
struct Semaphore {
    int *lock;
    __device__ void wait(int turn)
    {
        if (threadIdx.x == 0)
            while (atomicAdd(lock, 0) != turn)
                ;
        __threadfence();
    }
    __device__ void release(int turn)
    {
        __threadfence();
        __syncthreads();
        if (threadIdx.x == 0)
            atomicExch(lock, turn);
    }
};

extern "C" __global__ void k(const int *in, int *sum, int *locks)
{
    int tile = blockIdx.x, part = blockIdx.y, i = tile * blockDim.x + threadIdx.x;
    Semaphore semaphore{&locks[tile]};
    int mine = in[part * 2 * blockDim.x + i];
    semaphore.wait(part);
    if (part)
        mine += sum[i]; // <--
    sum[i] = mine; // <--
    semaphore.release(part + 1 == gridDim.y ? 0 : part + 1);
}
