// Two tiles in turn, and a wait that leaves two stores under way: one of them reads the tile that is written next.
// least: 90
// only: optimised code
// wrong: shared-race
// launch: --grid 2 --block 128
// arg: in:i32[1024]=ramp
// arg: out:i32[1024]
#include <cstdint>
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ alignas(128) int tile[256];
    const int t = threadIdx.x;
    int turn = 0;
    for (int piece = blockIdx.x; piece < 8; piece += gridDim.x, turn++) {
        int *mine = tile + turn % (256 / 128) * 128;
        if (t == 0)
            asm volatile("cp.async.bulk.wait_group.read 2;" ::: "memory");
        __syncthreads();
        mine[t] = 2 * in[piece * 128 + t] + 1; // <--
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
        __syncthreads();
        if (t == 0) {
            asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(out + piece * 128),
                         "r"((uint32_t)__cvta_generic_to_shared(mine)), "r"(512) // <--
                         : "memory");
            asm volatile("cp.async.bulk.commit_group;" ::: "memory");
        }
    }
    if (t == 0)
        asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}
