// One block adds by a plain update what the others add by bulk reductions.
// least: 90
// only: optimised code
// wrong: global-race
// launch: --grid 4 --block 64
// arg: in:i32[256]=ramp
// arg: inout:i32[64]=constant:5
#include <cstdint>
extern "C" __global__ void k(const int *in, int *sum)
{
    __shared__ alignas(16) int tile[64];
    int t = threadIdx.x;
    tile[t] = in[blockIdx.x * 64 + t];
    if (blockIdx.x == 3) { sum[t] += tile[t]; return; } // <--
    asm volatile("fence.proxy.async;" ::: "memory");
    __syncthreads();
    if (t == 0) {
        asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.s32 [%0], [%1], %2;" ::"l"(sum),
                     "r"((uint32_t)__cvta_generic_to_shared(tile)), "r"(256) // <--
                     : "memory");
        asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" ::: "memory");
    }
}
