// Everybody arrives at the barrier, nobody waits.
// launch: --grid 1 --block 64
// arg: out:i32[64]
// wrong: shared-race
// also: uninitialised-shared
// least: 80
#include <cuda/barrier>
extern "C" __global__ void k(int *out)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ int tile[64];
    int t = threadIdx.x;
    if (t == 0)
        init(&bar, 64);
    __syncthreads();
    tile[t] = t; // <--
    auto token = bar.arrive();
    out[t] = tile[63 - t]; // <--
    bar.wait(cuda::std::move(token));
}
