// A table that threads write in global memory is fetched by a bulk copy, behind a fence between the proxies.
// out 1 = [5 * (63 - i % 64) for i in range(128)]
// least: 90
// only: optimised code
// launch: --grid 2 --block 64
// arg: inout:i32[128]=constant:0
// arg: out:i32[128]
#include <cuda/barrier>
#include <cuda/ptx>

extern "C" __global__ void k(int *table, int *out)
{
    __shared__ alignas(128) int tile[64];
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    int t = threadIdx.x, *mine = table + blockIdx.x * 64;
    mine[t] = 5 * t;
    cuda::ptx::fence_proxy_async(cuda::ptx::space_global);
    if (t == 0) {
        init(&bar, 64);
        cuda::ptx::fence_proxy_async(cuda::ptx::space_shared);
    }
    __syncthreads();
    cuda::barrier<cuda::thread_scope_block>::arrival_token token;
    if (t == 0) {
        cuda::ptx::cp_async_bulk(cuda::ptx::space_cluster, cuda::ptx::space_global, tile, mine, sizeof tile,
                                 cuda::device::barrier_native_handle(bar));
        token = cuda::device::barrier_arrive_tx(bar, 1, sizeof tile);
    } else {
        token = bar.arrive();
    }
    bar.wait(std::move(token));
    out[blockIdx.x * 64 + t] = tile[63 - t];
}
