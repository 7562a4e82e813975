// A block writes into its peer's box and arrives at the peer's mbarrier, but with an arrival that
// releases nothing.
// launch: --grid 4 --block 32
// arg: out:i32[128]
// wrong: shared-race
// least: 90
__device__ unsigned shared_address(const void *p)
{
    return (unsigned)__cvta_generic_to_shared(p);
}

__device__ unsigned of_block(unsigned address, unsigned rank)
{
    unsigned there;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(address), "r"(rank));
    return there;
}

extern "C" __global__ void __cluster_dims__(2, 1, 1) k(int *out)
{
    __shared__ unsigned long long bar;
    __shared__ int box[32];
    int t = threadIdx.x;
    unsigned rank, done;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    if (t == 0)
        asm volatile("mbarrier.init.shared.b64 [%0], 32;" ::"r"(shared_address(&bar)) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;" ::: "memory");
    unsigned to = of_block(shared_address(&box[t]), rank ^ 1);
    unsigned at = of_block(shared_address(&bar), rank ^ 1);
    asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(to), "r"(t) : "memory"); // <--
    asm volatile("mbarrier.arrive.relaxed.cluster.shared::cluster.b64 _, [%0];" ::"r"(at) : "memory");
    do
        asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], 0;"
                     " selp.u32 %0, 1, 0, p; }" : "=r"(done) : "r"(shared_address(&bar)) : "memory");
    while (!done);
    out[blockIdx.x * 32 + t] = box[31 - t]; // <--
    asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;" ::: "memory");
}
