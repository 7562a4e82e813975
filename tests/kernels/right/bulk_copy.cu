// Bulk copies in and out: an mbarrier counts the bytes that come, a fence stands before those that go.
// launch: --grid 2 --block 64
// arg: in:i32[128]=ramp
// arg: out:i32[128]
// out 1 = [3 * i for i in range(128)]
// least: 90
// only: optimised code
#include <cuda/barrier>
#include <cuda/ptx>

extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ alignas(128) int tile[64];
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    int t = threadIdx.x;
    if (t == 0) {
        init(&bar, 64);
        cuda::ptx::fence_proxy_async(cuda::ptx::space_shared);
    }
    __syncthreads();
    cuda::barrier<cuda::thread_scope_block>::arrival_token token;
    if (t == 0) {
        cuda::ptx::cp_async_bulk(cuda::ptx::space_cluster, cuda::ptx::space_global, tile, in + blockIdx.x * 64,
                                 sizeof tile, cuda::device::barrier_native_handle(bar));
        token = cuda::device::barrier_arrive_tx(bar, 1, sizeof tile);
    } else {
        token = bar.arrive();
    }
    bar.wait(std::move(token));
    tile[t] *= 3;
    cuda::ptx::fence_proxy_async(cuda::ptx::space_shared);
    __syncthreads();
    if (t == 0) {
        cuda::ptx::cp_async_bulk(cuda::ptx::space_global, cuda::ptx::space_shared, out + blockIdx.x * 64, tile,
                                 sizeof tile);
        cuda::ptx::cp_async_bulk_commit_group();
        cuda::ptx::cp_async_bulk_wait_group_read(cuda::ptx::n32_t<0>());
    }
}
