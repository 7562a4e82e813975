/* Asynchronous copies to shared memory. */
extern "C" __global__ void async_kernel(const float4 *in, float4 *out)
{
    __shared__ float4 buffer[64];
    unsigned to = (unsigned)__cvta_generic_to_shared(&buffer[threadIdx.x]);
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(to), "l"(in + threadIdx.x));
    asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], 4, %2;" :: "r"(to), "l"(in + threadIdx.x), "r"(4));
    asm volatile("cp.async.commit_group;");
    asm volatile("cp.async.wait_group 0;" ::: "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
#endif
#if __CUDA_ARCH__ >= 900
    __shared__ unsigned long long barrier;
    unsigned at = (unsigned)__cvta_generic_to_shared(&barrier);
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 32; fence.mbarrier_init.release.cluster;" :: "r"(at));
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 64, [%2];" :: "r"(to), "l"(in), "r"(at) : "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 64;" :: "r"(at));
    asm volatile("{ .reg .pred p; W: mbarrier.try_wait.parity.acquire.cta.shared::cta.b64 p, [%0], 0; @p bra D; bra W; D: }" :: "r"(at));
    asm volatile("{ .reg .pred p; .reg .b32 d; elect.sync d|p, 0xffffffff; @p griddepcontrol.wait; }");
    asm volatile("barrier.cluster.arrive.release.aligned; barrier.cluster.wait.acquire.aligned;" ::: "memory");
#endif
    out[threadIdx.x] = buffer[threadIdx.x];
}
