// Copies to shared memory, matrices, clusters, halves: what newer devices have.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>
#define KERNEL(name, type) extern "C" __global__ void name(type *out, const type *in, int n)
#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)

__device__ unsigned at(const void *p) {
    return (unsigned)__cvta_generic_to_shared(p);
}
#define COPY(bytes, to, from) asm volatile("cp.async.ca.shared.global [%0], [%1], " #bytes ";" ::"r"(at(to)), "l"(from))
#define COPY_CG(to, from) asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(at(to)), "l"(from))
#define WAIT() asm volatile("cp.async.commit_group;\n\tcp.async.wait_group 0;" ::: "memory")

KERNEL(use_async_4, float) {
    __shared__ float tile[256];
    COPY(4, &tile[threadIdx.x], in + INDEX * n);
    WAIT();
    __syncthreads();
    out[INDEX] = tile[255 - threadIdx.x];
}
KERNEL(use_async_8, float) {
    __shared__ float2 tile[256];
    COPY(8, &tile[threadIdx.x], (const float2 *)in + INDEX * n);
    WAIT();
    __syncthreads();
    out[INDEX] = tile[255 - threadIdx.x].x;
}
KERNEL(use_async_16, float) {
    __shared__ float4 tile[256];
    COPY(16, &tile[threadIdx.x], (const float4 *)in + INDEX * n);
    WAIT();
    __syncthreads();
    out[INDEX] = tile[255 - threadIdx.x].y;
}
KERNEL(use_async_cg, float) {
    __shared__ float4 tile[256];
    COPY_CG(&tile[threadIdx.x], (const float4 *)in + INDEX * n);
    WAIT();
    __syncthreads();
    out[INDEX] = tile[255 - threadIdx.x].y;
}
KERNEL(use_async_cg_offset, float) {
    __shared__ float4 tile[256];
    COPY_CG(&tile[threadIdx.x], (const float4 *)in + INDEX + n);
    WAIT();
    __syncthreads();
    out[INDEX] = tile[255 - threadIdx.x].y;
}
extern "C" __global__ void pick_async_cg(float *out, const int *in, int n) {
    __shared__ float4 tile[256];
    COPY_CG(&tile[threadIdx.x], (const float4 *)in + in[INDEX] % n);
    WAIT();
    __syncthreads();
    out[INDEX] = tile[255 - threadIdx.x].y;
}
extern "C" __global__ void pick_async_cg_to(float *out, const int *in, int n) {
    __shared__ float4 tile[1024];
    COPY_CG(&tile[in[INDEX] % n], (const float4 *)in + INDEX);
    WAIT();
    __syncthreads();
    out[INDEX] = tile[255 - threadIdx.x].y;
}
extern "C" __global__ void use_async_cg_swizzled(float *out, const float *in, int n) {
    __shared__ float4 tile[256];
    int row = threadIdx.x / 8, column = threadIdx.x % 8;
    COPY_CG(&tile[row * 8 + (column ^ (row & 7))], (const float4 *)in + (blockIdx.x * 32 + row) * n + column);
    WAIT();
    __syncthreads();
    out[INDEX] = tile[threadIdx.x].x;
}
extern "C" __global__ void use_async_cg_rows(float *out, const float *in, int n) {
    __shared__ float4 tile[256];
    int row = threadIdx.x / 4, column = threadIdx.x % 4;
    COPY_CG(&tile[threadIdx.x], (const float4 *)in + (blockIdx.x * 64 + row) * n + column);
    WAIT();
    __syncthreads();
    out[INDEX] = tile[threadIdx.x].x;
}
extern "C" __global__ void use_async_pipeline(float *out, const float *in, int n) {
    __shared__ float4 stage[2][128];
    int t = threadIdx.x;
    float sum = 0;
    COPY_CG(&stage[0][t], (const float4 *)in + t);
    asm volatile("cp.async.commit_group;");
    for (int k = 0; k < n; k++) {
        if (k + 1 < n)
            COPY_CG(&stage[(k + 1) & 1][t], (const float4 *)in + (k + 1) * 128 + t);
        asm volatile("cp.async.commit_group;\n\tcp.async.wait_group 1;" ::: "memory");
        __syncthreads();
        sum += stage[k & 1][127 - t].x;
        __syncthreads();
    }
    out[INDEX] = sum;
}
KERNEL(use_bulk, float) {
    __shared__ alignas(128) float tile[1024];
    __shared__ unsigned long long bar;
    unsigned b = at(&bar);
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(b));
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
        asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(b), "r"(n));
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(at(tile)),
                     "l"(in + blockIdx.x * 1024), "r"(n), "r"(b) : "memory");
    }
    __syncthreads();
    asm volatile("{\n.reg .pred p;\nL: mbarrier.try_wait.parity.shared.b64 p, [%0], 0;\n@!p bra L;\n}" ::"r"(b) : "memory");
    tile[threadIdx.x] += 1.0f;
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (threadIdx.x == 0) {
        asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(out + blockIdx.x * 1024), "r"(at(tile)), "r"(n)
                     : "memory");
        asm volatile("cp.async.bulk.commit_group;\n\tcp.async.bulk.wait_group.read 0;" ::: "memory");
    }
}
KERNEL(use_ldmatrix, unsigned) {
    __shared__ alignas(16) unsigned short tile[64 * 72];
    for (int k = threadIdx.x; k < 64 * 72; k += blockDim.x)
        tile[k] = k;
    __syncthreads();
    unsigned a, b, c, d;
    int lane = threadIdx.x % 32;
    unsigned p = at(tile + (lane % 16) * n + lane / 16 * 8);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(p));
    out[INDEX] = a + b + c + d;
    asm volatile("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0], {%1,%2};" ::"r"(at(tile + lane % 16 * n)), "r"(a), "r"(b) : "memory");
    __syncthreads();
    out[INDEX + 65536] = tile[threadIdx.x];
}
using namespace nvcuda;
extern "C" __global__ void use_wmma(float *out, const half *in, int n) {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
    wmma::fill_fragment(c, 0.0f);
    for (int k = 0; k < n; k += 16) {
        wmma::load_matrix_sync(a, in + blockIdx.x * 16 * n + k, n);
        wmma::load_matrix_sync(b, in + k, n);
        wmma::mma_sync(c, a, b, c);
    }
    wmma::store_matrix_sync(out + blockIdx.x * 256, c, 16, wmma::mem_row_major);
}
extern "C" __global__ void use_wmma_shared(float *out, const half *in, int n) {
    __shared__ half tile[16 * 24];
    for (int k = threadIdx.x; k < 256; k += 32)
        tile[k / 16 * 24 + k % 16] = in[blockIdx.x * 256 + k];
    __syncwarp();
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, half> c;
    wmma::fill_fragment(c, __float2half(n));
    wmma::load_matrix_sync(a, tile, 24);
    wmma::load_matrix_sync(b, tile, 24);
    wmma::mma_sync(c, a, b, c);
    wmma::store_matrix_sync((half *)out + blockIdx.x * 256, c, 16, wmma::mem_col_major);
}
extern "C" __global__ void use_mma(float *out, const unsigned *in, int n) {
    unsigned lane = threadIdx.x % 32;
    unsigned a0 = in[lane], a1 = in[lane + 32], b0 = in[lane + 64 * n];
    float c0 = 0, c1 = 0, c2 = 0, c3 = 0;
    asm("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
        : "+f"(c0), "+f"(c1), "+f"(c2), "+f"(c3) : "r"(a0), "r"(a1), "r"(b0));
    ((float2 *)out)[INDEX * 2] = make_float2(c0, c1);
    ((float2 *)out)[INDEX * 2 + 1] = make_float2(c2, c3);
}
KERNEL(use_half, __half) {
    int i = INDEX;
    if (i < n)
        out[i] = in[i] * __float2half(2.0f) + in[i + 1];
}
KERNEL(use_half2, __half2) {
    int i = INDEX;
    if (i < n)
        out[i] = __hfma2(in[i], in[i + 1], __hadd2(in[i + 2], in[i]));
}
KERNEL(use_half_mul, __half) {
    int i = INDEX;
    __half a = in[i], b = in[i + n];
    out[i] = __hmul(__hadd(a, b), __hsub(a, b));
}
KERNEL(use_bf16, __nv_bfloat16) {
    int i = INDEX;
    if (i < n)
        out[i] = in[i] * in[i + 1] + in[i + 2];
}
KERNEL(use_bf162, __nv_bfloat162) {
    int i = INDEX;
    out[i] = __hfma2(in[i], in[i + 1], in[i + n]);
}
extern "C" __global__ void use_half_to_float(float *out, const __half *in, int n) {
    int i = INDEX;
    float sum = 0;
    for (int k = 0; k < 4; k++)
        sum += __half2float(in[i + k * n]);
    out[i] = sum;
}
extern "C" __global__ void __cluster_dims__(4, 1, 1) use_cluster(float *out, const float *in, int n) {
    __shared__ float own[256];
    own[threadIdx.x] = in[INDEX];
    asm volatile("barrier.cluster.arrive.aligned;\n\tbarrier.cluster.wait.aligned;" ::: "memory");
    unsigned there, rank;
    asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(at(&own[threadIdx.x * n % 256])), "r"((rank + 1) % 4));
    float v;
    asm volatile("ld.shared::cluster.f32 %0, [%1];" : "=f"(v) : "r"(there));
    asm volatile("barrier.cluster.arrive.aligned;\n\tbarrier.cluster.wait.aligned;" ::: "memory");
    out[INDEX] = v;
}
extern "C" __global__ void __cluster_dims__(2, 1, 1) pick_cluster_histogram(unsigned *out, const unsigned *in, int n) {
    __shared__ unsigned bins[128];
    if (threadIdx.x < 128)
        bins[threadIdx.x] = 0;
    asm volatile("barrier.cluster.arrive.aligned;\n\tbarrier.cluster.wait.aligned;" ::: "memory");
    unsigned v = in[INDEX] % n, there;
    asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(at(&bins[v % 128])), "r"(v / 128));
    asm volatile("red.shared::cluster.add.u32 [%0], 1;" ::"r"(there) : "memory");
    asm volatile("barrier.cluster.arrive.aligned;\n\tbarrier.cluster.wait.aligned;" ::: "memory");
    if (threadIdx.x < 128)
        out[blockIdx.x * 128 + threadIdx.x] = bins[threadIdx.x];
}
extern "C" __global__ void use_vector_add(float *out, const float *in, int n) {
    atomicAdd((float2 *)out + (INDEX * n) % 4096, make_float2(in[INDEX], 1.0f));
    atomicAdd((float4 *)out + 8192 + (INDEX * n) % 4096, make_float4(in[INDEX], 1.0f, 2.0f, 3.0f));
}
