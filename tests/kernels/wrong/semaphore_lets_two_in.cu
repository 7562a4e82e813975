// cuda::counting_semaphore that lets two threads at what is meant for one.
// launch: --grid 1 --block 128
// arg: out:i32[1]
// wrong: shared-race
#include <cuda/semaphore>
extern "C" __global__ void k(int *out)
{
    using Gate = cuda::counting_semaphore<cuda::thread_scope_block, 2>;
    __shared__ alignas(Gate) char room[sizeof(Gate)];
    __shared__ int count;
    Gate *gate = (Gate *)room;
    if (threadIdx.x == 0) {
        new (gate) Gate(2);
        count = 0;
    }
    __syncthreads();
    if (threadIdx.x % 32 == 0) {
        gate->acquire();
        int seen = count; // <--
        __nanosleep(200);
        count = seen + 1; // <--
        gate->release();
    }
    __syncthreads();
    if (threadIdx.x == 0)
        *out = count;
}
