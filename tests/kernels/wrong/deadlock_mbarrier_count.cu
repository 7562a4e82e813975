// A barrier that expects one thread more than the block has.
// launch: --grid 1 --block 64
// arg: out:i32[64]
// wrong: deadlock
// only: optimised code
// least: 80
#include <cuda/barrier>
extern "C" __global__ void k(int *out)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    if (threadIdx.x == 0)
        init(&bar, blockDim.x + 1);
    __syncthreads();
    out[threadIdx.x] = (int)threadIdx.x;
    bar.arrive_and_wait(); // <--
    out[threadIdx.x] += 1;
}
