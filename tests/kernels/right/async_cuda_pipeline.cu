// cuda::pipeline of one thread's own copies.
// least: 80
// launch: --grid 2 --block 64
// arg: in:i32[128]=ramp
// arg: out:i32[128]
// out 1 = [2 * i for i in range(128)]
#include <cuda/pipeline>
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ int tile[64];
    int t = threadIdx.x, i = blockIdx.x * 64 + t;
    cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
    pipe.producer_acquire();
    cuda::memcpy_async(&tile[t], &in[i], sizeof(int), pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    out[i] = 2 * tile[t];
    pipe.consumer_release();
}
