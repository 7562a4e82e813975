// cuda::barrier between the halves of a block, phase after phase.
// least: 80
// launch: --grid 2 --block 64
// arg: out:i32[128]
// out 0 = [sum((63 - t) * (r + 1) for r in range(4)) for b in range(2) for t in range(64)]
#include <cuda/barrier>
extern "C" __global__ void k(int *out)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ int tile[64];
    int t = threadIdx.x, sum = 0;
    if (t == 0)
        init(&bar, 64);
    __syncthreads();
    for (int r = 0; r < 4; r++) {
        tile[t] = t * (r + 1);
        bar.arrive_and_wait();
        sum += tile[63 - t];
        bar.arrive_and_wait();
    }
    out[blockIdx.x * 64 + t] = sum;
}
