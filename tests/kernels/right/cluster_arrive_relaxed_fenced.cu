// Blocks of a cluster swap halves: the arrival is relaxed, and a fence before it hands the data on.
// launch: --grid 4 --block 64
// arg: out:i32[256]
// out 0 = [(b ^ 1) * 100 + 63 - t for b in range(4) for t in range(64)]
// least: 90
extern "C" __global__ void __cluster_dims__(2, 1, 1) k(int *out)
{
    __shared__ int mine[64];
    int t = threadIdx.x;
    unsigned rank, there;
    int value;
    asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    mine[t] = blockIdx.x * 100 + t;
    asm volatile("fence.acq_rel.cluster;" ::: "memory");
    asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory");
    asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
    unsigned here = (unsigned)__cvta_generic_to_shared(&mine[63 - t]);
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(here), "r"(rank ^ 1));
    asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(value) : "r"(there) : "memory");
    out[blockIdx.x * 64 + t] = value;
    asm volatile("barrier.cluster.arrive.aligned;" ::: "memory");
    asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
}
