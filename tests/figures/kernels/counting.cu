// Atomics as programs use them: histograms of three kinds, counters, queues, all operations with a result and without.
#define KERNEL(name, type) extern "C" __global__ void name(type *out, const type *in, int n)
#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)

extern "C" __global__ void pick_histogram(unsigned *bins, const unsigned *in, int n) {
    int i = INDEX;
    if (i < n)
        atomicAdd(&bins[in[i] % 64], 1);
}
extern "C" __global__ void pick_histogram_stride(unsigned *bins, const unsigned *in, int n) {
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&bins[in[i] & 255], 1u);
}
extern "C" __global__ void pick_histogram_shared(unsigned *bins, const unsigned *in, int n) {
    __shared__ unsigned own[256];
    for (int k = threadIdx.x; k < 256; k += blockDim.x)
        own[k] = 0;
    __syncthreads();
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&own[in[i] & 255], 1);
    __syncthreads();
    for (int k = threadIdx.x; k < 256; k += blockDim.x)
        atomicAdd(&bins[k], own[k]);
}
extern "C" __global__ void pick_histogram_warps(unsigned *bins, const unsigned *in, int n) {
    __shared__ unsigned own[8][32];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    own[warp][lane] = 0;
    __syncwarp();
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&own[warp][in[i] % 32], 1);
    __syncthreads();
    if (warp == 0) {
        unsigned sum = 0;
        for (int w = 0; w < 8; w++)
            sum += own[w][lane];
        atomicAdd(&bins[lane], sum);
    }
}
extern "C" __global__ void pick_histogram_bytes(unsigned *bins, const unsigned char *in, int n) {
    __shared__ unsigned own[256];
    own[threadIdx.x] = 0;
    __syncthreads();
    int i = INDEX;
    if (i < n)
        atomicAdd(&own[in[i]], 1);
    __syncthreads();
    bins[blockIdx.x * 256 + threadIdx.x] = own[threadIdx.x];
}
KERNEL(pick_count_even, int) {
    int i = INDEX;
    if (i < n && in[i] % 2 == 0)
        atomicAdd(out, 1);
}
KERNEL(pick_append, int) {
    int i = INDEX;
    if (i < n && in[i] % 3 == 0) {
        int at = atomicAdd(out, 1);
        out[1 + at] = in[i];
    }
}
KERNEL(pick_append_warp, int) {
    int i = INDEX;
    bool keep = i < n && in[i] % 3 == 0;
    unsigned who = __ballot_sync(0xffffffff, keep);
    int lane = threadIdx.x % 32, base = 0;
    if (lane == 0 && who)
        base = atomicAdd(out, __popc(who));
    base = __shfl_sync(0xffffffff, base, 0);
    if (keep)
        out[1 + base + __popc(who & ((1u << lane) - 1))] = in[i];
}
KERNEL(use_sum_one, float) {
    int i = INDEX;
    if (i < n)
        atomicAdd(out, in[i]);
}
KERNEL(use_sum_block, float) {
    __shared__ float sum;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    atomicAdd(&sum, in[INDEX]);
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(out, sum);
}
KERNEL(use_sum_f64, double) {
    atomicAdd(&out[INDEX % n], in[INDEX]);
}
KERNEL(pick_max, int) {
    atomicMax(out, in[INDEX]);
    atomicMin(out + 1 + INDEX % n, in[INDEX]);
}
KERNEL(pick_bits, unsigned) {
    unsigned v = in[INDEX];
    atomicOr(out + v / 32 % n, 1u << v % 32);
    atomicAnd(out + 4096 + v % n, ~v);
    atomicXor(out + 8192 + INDEX % n, v);
}
KERNEL(pick_bits_used, unsigned) {
    unsigned v = in[INDEX];
    unsigned was = atomicOr(out + v / 32 % n, 1u << v % 32);
    was += atomicExch(out + 4096 + v % n, v);
    was += atomicInc(out + 8192 + v % n, 100);
    was += atomicDec(out + 12288 + v % n, 100);
    out[65536 + INDEX] = was;
}
KERNEL(pick_cas_sum, unsigned) {
    unsigned *p = out + in[INDEX] % n, old = *p, was;
    do {
        was = old;
        old = atomicCAS(p, was, was + 1);
    } while (was != old);
}
KERNEL(pick_cas_once, unsigned) {
    unsigned v = in[INDEX];
    out[65536 + INDEX] = atomicCAS(out + v % n, 0u, v);
}
typedef unsigned long long u64;
extern "C" __global__ void pick_u64(u64 *out, const unsigned *in, int n) {
    unsigned v = in[INDEX];
    atomicAdd(out + v % n, (u64)v);
    u64 was = atomicMax(out + 2048 + v % n, (u64)v << 20);
    was += atomicExch(out + 4096 + v % n, was);
    out[65536 + INDEX] = was;
}
extern "C" __global__ void pick_shared_ops(unsigned *out, const unsigned *in, int n) {
    __shared__ unsigned own[1024];
    for (int k = threadIdx.x; k < 1024; k += blockDim.x)
        own[k] = k;
    __syncthreads();
    unsigned v = in[INDEX];
    atomicAdd(&own[v % n], v);
    atomicMax(&own[v % n], v);
    atomicOr(&own[v * 3 % n], 1u << v % 32);
    unsigned was = atomicAdd(&own[v % n], 1);
    was += atomicExch(&own[v * 5 % n], v);
    was += atomicCAS(&own[v * 7 % n], was, v);
    __syncthreads();
    out[INDEX] = own[threadIdx.x] + was;
}
extern "C" __global__ void pick_shared_float(float *out, const int *in, int n) {
    __shared__ float own[512];
    own[threadIdx.x] = own[threadIdx.x + 256] = 0;
    __syncthreads();
    if (threadIdx.x < 32)
        atomicAdd(&own[in[INDEX] % n], 1.5f);
    __syncthreads();
    out[INDEX] = own[threadIdx.x];
}
KERNEL(pick_lock_free_list, int) {
    int i = INDEX;
    out[1024 + i] = atomicExch(out + in[i] % n, i + 1);
}
KERNEL(pick_block_scope, int) {
    atomicAdd_block(out + blockIdx.x * 64 + in[INDEX] % n, 1);
    atomicAdd_system(out + 32768 + in[INDEX] % n, 2);
}
KERNEL(use_last_block, float) {
    __shared__ bool last;
    __shared__ float part[256];
    unsigned *tickets = (unsigned *)out;
    part[threadIdx.x] = in[INDEX];
    __syncthreads();
    if (threadIdx.x == 0) {
        out[16 + blockIdx.x] = part[0] + part[n];
        __threadfence();
        last = atomicInc(tickets, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x < gridDim.x)
        out[1024 + threadIdx.x] = ((volatile float *)out)[16 + threadIdx.x];
}
