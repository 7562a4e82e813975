// Atomics of all types in global and shared memory: to addresses that lanes share or not, results used or not.
#define KERNEL(name, type) extern "C" __global__ void name(type *out, const type *in, int n)
#define I (blockIdx.x * blockDim.x + threadIdx.x)
typedef unsigned long long Wide;

__device__ unsigned scatter(unsigned i) { return (i * 2654435761u ^ i >> 3) * 40503u >> 7; }

// Global memory: n addresses, found by chance.
KERNEL(red_add, unsigned) { atomicAdd(&out[scatter(I) % n], in[I]); }
KERNEL(red_add_f32, float) { atomicAdd(&out[scatter(I) % n], in[I]); }
KERNEL(red_add_f64, double) { atomicAdd(&out[scatter(I) % n], in[I]); }
KERNEL(red_add_u64, Wide) { atomicAdd(&out[scatter(I) % n], in[I]); }
KERNEL(red_max, int) { atomicMax(&out[scatter(I) % n], in[I]); }
KERNEL(red_or_u64, Wide) { atomicOr(&out[scatter(I) % n], in[I]); }
KERNEL(red_inc, unsigned) { atomicInc(&out[scatter(I) % n], 1000); }
KERNEL(atom_add, unsigned) { out[65536 + I] = atomicAdd(&out[scatter(I) % n], in[I]); }
KERNEL(atom_add_u64, Wide) { out[65536 + I] = atomicAdd(&out[scatter(I) % n], in[I]); }
KERNEL(atom_add_f32, float) { out[65536 + I] = atomicAdd(&out[scatter(I) % n], in[I]); }
KERNEL(atom_exch, unsigned) { out[65536 + I] = atomicExch(&out[scatter(I) % n], in[I]); }
KERNEL(atom_exch_unused, unsigned) { atomicExch(&out[scatter(I) % n], in[I]); }
KERNEL(atom_cas, unsigned) { out[65536 + I] = atomicCAS(&out[scatter(I) % n], 0u, in[I] + 1); }
KERNEL(atom_cas_u64, Wide) { out[65536 + I] = atomicCAS(&out[scatter(I) % n], (Wide)0, in[I] + 1); }
KERNEL(red_some_lanes, unsigned)
{
    if (scatter(I) & 4)
        atomicAdd(&out[scatter(I) % n], in[I]);
}

// One address for all: the machine's compiler adds up within the warp first, where it can.
KERNEL(one_red, unsigned) { atomicAdd(out, in[I]); }
KERNEL(one_red_by_one, unsigned) { atomicAdd(out, 1u); }
KERNEL(one_red_block, unsigned) { atomicAdd(&out[blockIdx.x * 8], in[I]); }
KERNEL(one_red_loaded, unsigned) { atomicAdd(&out[in[0]], in[I]); }
KERNEL(one_red_max, int) { atomicMax(out, in[I]); }
KERNEL(one_red_f32, float) { atomicAdd(out, in[I]); }
KERNEL(one_red_f64, double) { atomicAdd(out, in[I]); }
KERNEL(one_red_u64, Wide) { atomicAdd(out, in[I]); }
KERNEL(one_red_u64_by_one, Wide) { atomicAdd(out, (Wide)1); }
KERNEL(one_atom, unsigned) { out[4096 + I] = atomicAdd(out, in[I]); }
KERNEL(one_atom_by_one, unsigned) { out[4096 + I] = atomicAdd(out, 1u); }
KERNEL(one_atom_max, int) { out[4096 + I] = atomicMax((int *)out, in[I]); }
KERNEL(one_atom_exch, unsigned) { out[4096 + I] = atomicExch(out, in[I]); }
KERNEL(one_red_odd_lanes, unsigned)
{
    if (threadIdx.x & 1)
        atomicAdd(out, in[I]);
}
KERNEL(one_atom_odd_lanes, unsigned)
{
    if (threadIdx.x & 1)
        out[4096 + I] = atomicAdd(out, in[I]);
}
KERNEL(one_red_warp, unsigned) { atomicAdd(&out[threadIdx.x / 32], in[I]); }
KERNEL(count_found, unsigned)
{
    if ((in[I] + threadIdx.x) % n == 0)
        atomicAdd(out, 1u);
}

// Shared memory: n addresses, found by chance; or all at one.
template <class T, class Do> __device__ void in_shared(T *out, const T *in, Do act)
{
    __shared__ T bins[1024];
    for (int i = threadIdx.x; i < 1024; i += blockDim.x)
        bins[i] = 0;
    __syncthreads();
    act(bins);
    __syncthreads();
    out[I] = bins[threadIdx.x];
}
#define SHARED(name, type, does)                               \
    KERNEL(name, type)                                         \
    {                                                          \
        in_shared(out, in, [&](type *bins) { does; });         \
    }
#define AT (scatter(I) % n)
SHARED(shared_add, unsigned, atomicAdd(&bins[AT], in[I] + 2))
SHARED(shared_add_by_one, unsigned, atomicAdd(&bins[AT], 1u))
SHARED(shared_add_used, unsigned, out[65536 + I] = atomicAdd(&bins[AT], 1u))
SHARED(shared_max, int, atomicMax(&bins[AT], (int)in[I]))
SHARED(shared_and, unsigned, atomicAnd(&bins[AT], in[I]))
SHARED(shared_exch, unsigned, atomicExch(&bins[AT], in[I]))
SHARED(shared_cas, unsigned, out[65536 + I] = atomicCAS(&bins[AT], 0u, in[I] + 1))
SHARED(shared_add_f32, float, atomicAdd(&bins[AT], in[I] + 1))
SHARED(shared_add_f64, double, atomicAdd(&bins[AT], in[I] + 1))
SHARED(shared_add_u64, Wide, atomicAdd(&bins[AT], in[I] + 1))
SHARED(shared_exch_u64, Wide, atomicExch(&bins[AT], in[I]))
SHARED(shared_cas_u64, Wide, atomicCAS(&bins[AT], (Wide)0, in[I]))
SHARED(one_shared_add, unsigned, atomicAdd(&bins[0], in[I] + 2))
SHARED(one_shared_add_by_one, unsigned, atomicAdd(&bins[0], 1u))
SHARED(one_shared_add_used, unsigned, out[65536 + I] = atomicAdd(&bins[0], in[I]))
SHARED(one_shared_max, int, atomicMax(&bins[0], (int)in[I]))
SHARED(one_shared_exch, unsigned, atomicExch(&bins[0], in[I]))
SHARED(one_shared_f32, float, atomicAdd(&bins[0], in[I] + 1))

// Histograms of bytes: by each thread's own counter in turn, of a block and of the grid.
KERNEL(histogram_global, unsigned) { atomicAdd(&out[scatter(in[I] + I) % 256], 1u); }
KERNEL(histogram_block, unsigned)
{
    __shared__ unsigned bins[256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        bins[i] = 0;
    __syncthreads();
    for (int i = I; i < 32768; i += gridDim.x * blockDim.x)
        atomicAdd(&bins[scatter(in[i] + i) % n], 1u);
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        if (bins[i])
            atomicAdd(&out[i], bins[i]);
}
