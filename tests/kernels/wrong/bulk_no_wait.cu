// A bulk copy that only the thread which began it waits for.
// launch: --grid 1 --block 64
// arg: in:i32[64]=ramp
// arg: out:i32[64]
// wrong: shared-race
// also: uninitialised-shared
// least: 90
// only: optimised code
#include <cuda/barrier>
#include <cuda/ptx>

extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ alignas(128) int tile[64];
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    if (threadIdx.x == 0) {
        init(&bar, 1);
        cuda::ptx::fence_proxy_async(cuda::ptx::space_shared);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        cuda::ptx::cp_async_bulk(cuda::ptx::space_cluster, cuda::ptx::space_global, tile, in, sizeof tile, // <--
                                 cuda::device::barrier_native_handle(bar));
        bar.wait(cuda::device::barrier_arrive_tx(bar, 1, sizeof tile));
    }
    out[threadIdx.x] = tile[threadIdx.x]; // <--
}
