// The barrier waits for more bytes than the copy brings.
// least: 90
// only: optimised code
// launch: --grid 1 --block 32
// arg: in:i32[32]=ramp
// arg: out:i32[32]
// wrong: deadlock
#include <cuda/barrier>
#include <cuda/ptx>
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ alignas(128) int tile[32];
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    if (threadIdx.x == 0) {
        init(&bar, 1);
        cuda::ptx::fence_proxy_async(cuda::ptx::space_shared);
        cuda::ptx::cp_async_bulk(cuda::ptx::space_cluster, cuda::ptx::space_global, tile, in, sizeof tile / 2,
                                 cuda::device::barrier_native_handle(bar));
        bar.wait(cuda::device::barrier_arrive_tx(bar, 1, sizeof tile)); // <--
    }
    __syncthreads(); // <--
    out[threadIdx.x] = tile[threadIdx.x];
}
