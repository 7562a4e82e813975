// cuda::memcpy_async() into shared memory, and nobody waits on the barrier it was tied to.
// launch: --grid 1 --block 64
// arg: in:i32[64]=ramp
// arg: out:i32[64]
// wrong: shared-race
// also: uninitialised-shared
// least: 80
// only: optimised code
#include <cuda/barrier>

extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ int tile[64];
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    int t = threadIdx.x;
    if (t == 0)
        init(&bar, 64);
    __syncthreads();
    cuda::memcpy_async(&tile[t], &in[t], sizeof(int), bar); // <--
    cuda::barrier<cuda::thread_scope_block>::arrival_token token = bar.arrive();
    out[t] = tile[63 - t]; // <--
    bar.wait(std::move(token));
}
