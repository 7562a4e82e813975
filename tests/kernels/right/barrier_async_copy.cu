// cuda::memcpy_async that completes on a barrier.
// least: 80
// launch: --grid 1 --block 64
// arg: in:i32[64]=ramp
// arg: out:i32[64]
// out 1 = [63 - t for t in range(64)]
#include <cuda/barrier>
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ int tile[64];
    int t = threadIdx.x;
    if (t == 0)
        init(&bar, 64);
    __syncthreads();
    cuda::memcpy_async(&tile[t], &in[t], sizeof(int), bar);
    bar.arrive_and_wait();
    out[t] = tile[63 - t];
}
