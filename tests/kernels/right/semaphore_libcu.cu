// cuda::binary_semaphore around plain data of a block.
// launch: --grid 1 --block 64
// arg: out:i32[1]
// out 0 = [64]
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
    gate.acquire();
    count = count + 1;
    gate.release();
    __syncthreads();
    if (threadIdx.x == 0)
        *out = count;
}
