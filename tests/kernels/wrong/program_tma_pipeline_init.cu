// Nobody waits for the set-up of the mbarriers.
// least: 90
// only: optimised code
// wrong: shared-race
// launch: --grid 3 --block 160
// arg: in:i32[3072]=ramp
// arg: in:i32[3072]=@y
// arg: out:i32[384]
// data y = [i * 5 % 9 for i in range(3072)]
#include <cstdint>
constexpr int STAGES = 3, TILE = 128, STEPS = 8, CONSUMERS = 4;

struct Ring {
    int stage = 0;
    uint32_t phase = 0;
    __device__ void next()
    {
        if (++stage == STAGES) {
            stage = 0;
            phase ^= 1;
        }
    }
};

__device__ uint32_t smem(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }

__device__ void barrier_init(uint64_t *bar, int count)
{
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(smem(bar)), "r"(count) : "memory"); // <--
}

__device__ void barrier_arrive(uint64_t *bar)
{
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(smem(bar)) : "memory"); // <--
}

__device__ void barrier_expect(uint64_t *bar, int bytes)
{
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(smem(bar)), "r"(bytes) : "memory"); // <--
}

__device__ void barrier_wait(uint64_t *bar, uint32_t parity)
{
    asm volatile("{\n.reg .pred p;\nagain:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n@p bra done;\nbra again;\ndone:\n}" ::"r"(smem(bar)), "r"(parity) : "memory"); // <--
}

__device__ void copy(int *to, const int *from, uint64_t *bar)
{
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(smem(to)), "l"(from), "r"((int)(TILE * sizeof(int))), "r"(smem(bar)) : "memory"); // <--
}

extern "C" __global__ void k(const int *A, const int *B, int *out)
{
    __shared__ alignas(128) int a[STAGES][TILE], b[STAGES][TILE];
    __shared__ alignas(8) uint64_t full[STAGES], empty[STAGES];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (threadIdx.x == 0) {
        for (int s = 0; s < STAGES; s++) {
            barrier_init(&full[s], 1);
            barrier_init(&empty[s], CONSUMERS);
        }
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    }
    Ring ring;
    if (warp == CONSUMERS) {
        if (lane == 0)
            for (int step = 0; step < STEPS; step++, ring.next()) {
                barrier_wait(&empty[ring.stage], ring.phase ^ 1);
                barrier_expect(&full[ring.stage], 2 * TILE * sizeof(int));
                copy(a[ring.stage], A + (blockIdx.x * STEPS + step) * TILE, &full[ring.stage]);
                copy(b[ring.stage], B + (blockIdx.x * STEPS + step) * TILE, &full[ring.stage]);
            }
        return;
    }
    int sum = 0;
    for (int step = 0; step < STEPS; step++, ring.next()) {
        barrier_wait(&full[ring.stage], ring.phase);
        sum += a[ring.stage][threadIdx.x] * b[ring.stage][TILE - 1 - threadIdx.x];
        __syncwarp();
        if (lane == 0)
            barrier_arrive(&empty[ring.stage]);
    }
    out[blockIdx.x * TILE + threadIdx.x] = sum;
}
