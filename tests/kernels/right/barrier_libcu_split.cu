// arrive() early, work of one's own, wait() late.
// least: 80
// launch: --grid 1 --block 64
// arg: out:i32[64]
// out 0 = [63 - t + t * t for t in range(64)]
#include <cuda/barrier>
extern "C" __global__ void k(int *out)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ int tile[64];
    int t = threadIdx.x;
    if (t == 0)
        init(&bar, 64);
    __syncthreads();
    tile[t] = t;
    auto token = bar.arrive();
    int own = t * t;
    bar.wait(cuda::std::move(token));
    out[t] = tile[63 - t] + own;
}
