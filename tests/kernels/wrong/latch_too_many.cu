// cuda::latch that counts one more than there are.
// only: optimised code
// launch: --grid 1 --block 32
// arg: out:i32[32]
// wrong: deadlock
#include <cuda/latch>
extern "C" __global__ void k(int *out)
{
    using Latch = cuda::latch<cuda::thread_scope_block>;
    __shared__ alignas(Latch) char room[sizeof(Latch)];
    Latch *done = (Latch *)room;
    if (threadIdx.x == 0)
        new (done) Latch(33);
    __syncthreads();
    done->arrive_and_wait(); // <--
    out[threadIdx.x] = 1;
}
