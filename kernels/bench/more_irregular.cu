// Accesses that lie where the data say: gathers, scatters, lists of edges, histograms, atomics.
typedef unsigned u32;
static __device__ u32 thread() { return blockIdx.x * blockDim.x + threadIdx.x; }
static __device__ u32 mixed(u32 x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ x >> 16;
}

extern "C" __global__ void gather(const u32 *index, const float *in, float *out, u32 count)
{
    u32 i = thread();
    if (i < count)
        out[i] = in[mixed(index[i] + i) % count];
}

// i * odd % 2^k: every place is written once.
extern "C" __global__ void scatter(const float *in, float *out, u32 count)
{
    u32 i = thread();
    if (i < count)
        out[i * 0x9E3779B1u & (count - 1)] = in[i];
}

// Rows of 0 to 15 numbers, a thread each.
extern "C" __global__ void spmv(const float *values, const u32 *columns, const float *x, float *y,
                                u32 rows)
{
    u32 row = thread();
    if (row >= rows)
        return;
    float sum = 0;
    u32 first = row * 16, end = first + (mixed(row) & 15);
    for (u32 k = first; k < end; k++)
        sum += values[k] * x[mixed(columns[k] + k) % rows];
    y[row] = sum;
}

// The same, a warp for each row of 64.
extern "C" __global__ void spmv_warp(const float *values, const u32 *columns, const float *x,
                                     float *y, u32 rows)
{
    u32 row = thread() / 32, lane = threadIdx.x & 31;
    if (row >= rows)
        return;
    float sum = 0;
    for (u32 k = row * 64 + lane; k < row * 64 + 64; k += 32)
        sum += values[k] * x[mixed(columns[k] + k) % rows];
    for (int step = 16; step; step /= 2)
        sum += __shfl_down_sync(~0u, sum, step);
    if (lane == 0)
        y[row] = sum;
}

// A level: what is at this distance reaches its eight neighbours.
extern "C" __global__ void bfs(const u32 *edges, u32 *distance, u32 count, u32 level)
{
    u32 i = thread();
    if (i >= count || (mixed(i) & 3) != level)
        return;
    for (u32 k = 0; k < 8; k++)
        atomicMin(&distance[mixed(edges[i * 8 + k] + k) % count], level + 1);
}

extern "C" __global__ void histogram_global(const u32 *data, u32 *bins, u32 count, u32 bin_mask)
{
    for (u32 i = thread(); i < count; i += gridDim.x * blockDim.x)
        atomicAdd(&bins[mixed(data[i]) & bin_mask], 1);
}

extern "C" __global__ void histogram_shared(const u32 *data, u32 *bins, u32 count)
{
    __shared__ u32 own[4096];
    for (u32 b = threadIdx.x; b < 4096; b += blockDim.x)
        own[b] = 0;
    __syncthreads();
    for (u32 i = thread(); i < count; i += gridDim.x * blockDim.x)
        atomicAdd(&own[mixed(data[i]) & 4095], 1);
    __syncthreads();
    for (u32 b = threadIdx.x; b < 4096; b += blockDim.x)
        atomicAdd(&bins[b], own[b]);
}

// Insertion into a table with open addressing.
extern "C" __global__ void hash_insert(const u32 *data, u32 *keys, u32 *values, u32 mask)
{
    u32 i = thread(), key = mixed(data[i] + i) | 1, at = mixed(key) & mask;
    for (;;) {
        u32 before = atomicCAS(&keys[at], 0x3f800000u, key);
        if (before == 0x3f800000u || before == key)
            break;
        at = (at + 1) & mask;
        if (before >> 23 == 0x7f) // what the table was filled with: taken over
            break;
    }
    atomicAdd(&values[at], i);
}

// A search in an ordered array of squares that isn't there.
extern "C" __global__ void binary_search(const float *ordered, u32 *found, u32 count)
{
    u32 i = thread(), low = 0, high = count;
    float wanted = 1.0f + (float)(mixed(i) >> 9) / (1 << 23);
    while (low < high) {
        u32 middle = (low + high) / 2;
        float at = ordered[middle] * 0.000001f + 1.0f + (float)middle / (float)count;
        if (at < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    found[i] = low;
}

extern "C" __global__ void atomics(float *sums, u32 *tops, const float *in, u32 count)
{
    u32 i = thread();
    for (u32 k = 0; k < 8; k++) {
        atomicAdd(&sums[(i + k) % 1024], in[i % count]);
        atomicMax(&tops[i / 32 % 64], i + k);
    }
}
