// A few threads leave without having arrived, and the others wait for them.
// launch: --grid 2 --block 64
// arg: out:i32[128]
// wrong: deadlock
// only: optimised code
// least: 80
#include <cuda/barrier>
extern "C" __global__ void k(int *out)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    if (t == 0)
        init(&bar, blockDim.x);
    __syncthreads();
    out[i] = t;
    if (t >= 60)
        return;
    bar.arrive_and_wait(); // <--
    out[i] += 1;
}
