// The barrier object is made by one thread; nothing orders that before the others arrive.
// launch: --grid 1 --block 64
// arg: in:i32[64]=ramp
// arg: out:i32[64]
// wrong: shared-race
// only: optimised code
#include <cuda/barrier>
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ int tile[64];
    int t = threadIdx.x;
    if (t == 0)
        init(&bar, 64); // <--
    tile[t] = in[t];
    bar.arrive_and_wait(); // <--
    out[t] = tile[63 - t];
}
