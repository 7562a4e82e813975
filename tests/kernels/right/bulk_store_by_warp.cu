// Three warps write tiles and a fourth one stores them: fences and mbarriers, no barrier of the block. Two tiles in turn.
// least: 90
// only: optimised code
// launch: --grid 1 --block 128
// arg: in:i32[768]=ramp
// arg: out:i32[768]
// out 1 = [i + 7 for i in range(768)]
#include <cstdint>
__device__ void arrive(uint64_t *bar)
{
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"((uint32_t)__cvta_generic_to_shared(bar)) : "memory");
}
__device__ void wait(uint64_t *bar, int phase)
{
    int done = 0;
    while (!done)
        asm volatile("{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\nselp.s32 %0, 1, 0, p;\n}"
                     : "=r"(done)
                     : "r"((uint32_t)__cvta_generic_to_shared(bar)), "r"(phase)
                     : "memory");
}

extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ alignas(128) int tile[2][96];
    __shared__ uint64_t full[2], empty[2];
    const int t = threadIdx.x;
    if (t < 2) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 96;" ::"r"((uint32_t)__cvta_generic_to_shared(&full[t])));
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"((uint32_t)__cvta_generic_to_shared(&empty[t])));
    }
    __syncthreads();
    if (t < 96) {
        for (int turn = 0; turn < 8; turn++) {
            wait(&empty[turn % 2], ~(turn / 2) & 1);
            tile[turn % 2][t] = in[turn * 96 + t] + 7;
            asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
            arrive(&full[turn % 2]);
        }
    } else if (t == 96) {
        for (int turn = 0; turn < 8; turn++) {
            wait(&full[turn % 2], turn / 2 & 1);
            const uint32_t from = (uint32_t)__cvta_generic_to_shared(tile[turn % 2]);
            asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 384;" ::"l"(out + turn * 96), "r"(from) : "memory");
            asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group.read 0;" ::: "memory");
            arrive(&empty[turn % 2]);
        }
        asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
    }
}
