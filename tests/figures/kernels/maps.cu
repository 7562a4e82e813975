// Boxes of a tensor that the tensor memory accelerator copies. After n comes the tensor's map.
struct alignas(64) Map { char opaque[128]; };
#define KERNEL(name) extern "C" __global__ void name(float *out, const float *in, int n, const __grid_constant__ Map map)
__device__ unsigned at(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ void begin(unsigned bar, unsigned bytes) {
    asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(bar));
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(bar), "r"(bytes));
}
__device__ void await(unsigned bar) {
    asm volatile("{\n.reg .pred p;\nL%=: mbarrier.try_wait.parity.shared.b64 p, [%0], 0;\n@!p bra L%=;\n}" ::"r"(bar) : "memory");
}
KERNEL(map_load_2d) {
    extern __shared__ __align__(1024) float tile[];
    __shared__ unsigned long long bar;
    if (threadIdx.x == 0) {
        begin(at(&bar), n);
        asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(at(tile)),
                     "l"(&map), "r"(blockIdx.x * 32), "r"(blockIdx.y * 8), "r"(at(&bar)) : "memory");
    }
    __syncthreads();
    await(at(&bar));
    out[(blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x] = tile[threadIdx.x];
}
KERNEL(map_store_2d) {
    extern __shared__ __align__(1024) float tile[];
    for (int k = threadIdx.x; k < n / 4; k += blockDim.x)
        tile[k] = in[k];
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (threadIdx.x == 0) {
        asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%1, %2}], [%3];" ::"l"(&map), "r"(blockIdx.x * 32),
                     "r"(blockIdx.y * 8), "r"(at(tile)) : "memory");
        asm volatile("cp.async.bulk.commit_group;\n\tcp.async.bulk.wait_group 0;" ::: "memory");
    }
}
KERNEL(map_reduce_2d) {
    extern __shared__ __align__(1024) float tile[];
    for (int k = threadIdx.x; k < n / 4; k += blockDim.x)
        tile[k] = in[k];
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (threadIdx.x == 0) {
        asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.bulk_group [%0, {%1, %2}], [%3];" ::"l"(&map),
                     "r"(blockIdx.x * 32), "r"(blockIdx.y * 8), "r"(at(tile)) : "memory");
        asm volatile("cp.async.bulk.commit_group;\n\tcp.async.bulk.wait_group 0;" ::: "memory");
    }
}
KERNEL(map_prefetch_2d) {
    if (threadIdx.x == 0)
        asm volatile("cp.async.bulk.prefetch.tensor.2d.L2.global [%0, {%1, %2}];" ::"l"(&map), "r"(blockIdx.x * 32), "r"(blockIdx.y * 8));
    out[blockIdx.x * blockDim.x + threadIdx.x] = n;
}
