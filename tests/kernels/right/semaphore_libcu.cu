// cuda::binary_semaphore around plain data of a block, one thread of each warp at a time: with more, ptxas
// lets them meet behind acquire(), where those that got in wait for those that never will.
// launch: --grid 1 --block 256
// arg: out:i32[1]
// out 0 = [8]
#include <cuda/semaphore>
extern "C" __global__ void k(int *out)
{
    __shared__ cuda::binary_semaphore<cuda::thread_scope_block> gate;
    __shared__ int count;
    if (threadIdx.x == 0) {
        new (&gate) cuda::binary_semaphore<cuda::thread_scope_block>(1);
        count = 0;
    }
    __syncthreads();
    if (threadIdx.x % 32 == 0) {
        gate.acquire();
        count = count + 1;
        gate.release();
    }
    __syncthreads();
    if (threadIdx.x == 0)
        *out = count;
}
