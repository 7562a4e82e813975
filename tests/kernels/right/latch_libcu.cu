// cuda::latch: all count down when their part is written, one warp waits for it.
// only: optimised code
// launch: --grid 1 --block 128
// arg: out:i32[32]
// out 0 = [t + (t + 32) + (t + 64) + (t + 96) for t in range(32)]
#include <cuda/latch>
extern "C" __global__ void k(int *out)
{
    __shared__ int part[128];
    using Latch = cuda::latch<cuda::thread_scope_block>;
    __shared__ alignas(Latch) char room[sizeof(Latch)];
    Latch &done = *(Latch *)room;
    int t = threadIdx.x;
    if (t == 0)
        new (&done) Latch(128);
    __syncthreads();
    part[t] = t;
    done.count_down();
    if (t < 32) {
        done.wait();
        out[t] = part[t] + part[t + 32] + part[t + 64] + part[t + 96];
    }
}
