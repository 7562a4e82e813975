// What is set as a task in a first course: naive versions, small tiles, lists filled by counters.
typedef unsigned u32;
static __device__ u32 thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

extern "C" __global__ void transpose_naive(const float *in, float *out, u32 n)
{
    u32 x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < n && y < n)
        out[x * n + y] = in[y * n + x];
}

// A level of a sparse triangular system: rows that need those of the levels before alone.
extern "C" __global__ void triangular_level(const float *values, const u32 *columns, const float *b,
                                            float *x, u32 first, u32 rows)
{
    u32 row = first + thread();
    if (row >= rows)
        return;
    float sum = b[row];
    for (u32 k = row * 8; k < row * 8 + 7; k++)
        sum -= values[k] * x[columns[k] % first];
    x[row] = sum / values[row * 8 + 7];
}

// The four nearest of all points, which pass through a tile.
extern "C" __global__ void nearest_four(const float2 *points, u32 *nearest, u32 count)
{
    __shared__ float2 tile[256];
    float2 own = points[thread()];
    float best[4] = {1e30f, 1e30f, 1e30f, 1e30f};
    u32 who[4] = {0, 0, 0, 0};
    for (u32 base = 0; base < count; base += 256) {
        tile[threadIdx.x] = points[base + threadIdx.x];
        __syncthreads();
        for (u32 k = 0; k < 256; k++) {
            float dx = own.x - tile[k].x, dy = own.y - tile[k].y, far = dx * dx + dy * dy;
            u32 is = base + k;
            for (int at = 0; at < 4; at++)
                if (far < best[at]) {
                    float worse = best[at];
                    u32 was = who[at];
                    best[at] = far;
                    who[at] = is;
                    far = worse;
                    is = was;
                }
        }
        __syncthreads();
    }
    for (int at = 0; at < 4; at++)
        nearest[thread() * 4 + at] = who[at];
}

// What is above a limit, in any order: each takes the next place of a list.
extern "C" __global__ void compact(const u32 *in, u32 *out, u32 *taken, u32 count)
{
    u32 i = thread();
    if (i < count && in[i] & 0x100)
        out[atomicAdd(taken, 1) % count] = in[i];
}

// Particles into the cells of a grid, 32 places each.
extern "C" __global__ void fill_cells(const float2 *points, u32 *counts, u32 *cells, u32 count,
                                      u32 side)
{
    u32 i = thread();
    if (i >= count)
        return;
    u32 x = (u32)((points[i].x - 1.0f) * side) % side, y = (u32)((points[i].y - 1.0f) * side) % side;
    u32 place = atomicAdd(&counts[y * side + x], 1) - 0x3f800000u;
    cells[(y * side + x) * 32 + place % 32] = i;
}

// Blocks of 16 x 16 with the cells around them.
extern "C" __global__ void blur_tile(const float *in, float *out, const float *weights, u32 n)
{
    __shared__ float tile[20][20];
    u32 x0 = blockIdx.x * 16, y0 = blockIdx.y * 16, t = threadIdx.y * 16 + threadIdx.x;
    for (u32 i = t; i < 400; i += 256) {
        u32 x = min(max((int)(x0 + i % 20) - 2, 0), (int)n - 1);
        u32 y = min(max((int)(y0 + i / 20) - 2, 0), (int)n - 1);
        tile[i / 20][i % 20] = in[y * n + x];
    }
    __syncthreads();
    float sum = 0;
    for (u32 dy = 0; dy < 5; dy++)
        for (u32 dx = 0; dx < 5; dx++)
            sum += weights[dy * 5 + dx] * tile[threadIdx.y + dy][threadIdx.x + dx];
    out[(y0 + threadIdx.y) * n + x0 + threadIdx.x] = sum;
}

// The distance of two words of 128 letters, diagonal after diagonal: a block for each pair.
extern "C" __global__ void edit_distance(const unsigned char *words, u32 *distances)
{
    __shared__ u32 rows[3][129];
    __shared__ unsigned char first[128], second[128];
    u32 t = threadIdx.x;
    first[t] = words[blockIdx.x * 256 + t] & 3;
    second[t] = words[blockIdx.x * 256 + 128 + t] & 3;
    if (t == 0)
        rows[0][0] = 0;
    __syncthreads();
    for (u32 d = 1; d <= 256; d++) {
        u32 *now = rows[d % 3], *last = rows[(d + 2) % 3], *before = rows[(d + 1) % 3];
        u32 i = t + 1, j = d - i;
        if (t == 0 && d <= 128)
            now[0] = d;
        if (i == d)
            now[i] = d;
        else if (i < d && j <= 128) {
            u32 change = before[i - 1] + (first[i - 1] != second[j - 1]);
            now[i] = min(change, min(last[i], last[i - 1]) + 1);
        }
        __syncthreads();
    }
    if (t == 127)
        distances[blockIdx.x] = rows[256 % 3][128];
}

// Neighbours change places until all are in order.
extern "C" __global__ void odd_even_sort(u32 *numbers)
{
    __shared__ u32 own[256];
    u32 t = threadIdx.x;
    own[t] = numbers[thread()];
    __syncthreads();
    for (u32 round = 0; round < 256; round++) {
        if (t % 2 == round % 2 && t + 1 < 256 && own[t] > own[t + 1]) {
            u32 greater = own[t];
            own[t] = own[t + 1];
            own[t + 1] = greater;
        }
        __syncthreads();
    }
    numbers[thread()] = own[t];
}

// Sums of all before, doubling the distance with two buffers.
extern "C" __global__ void scan_doubling(const float *in, float *out)
{
    __shared__ float rows[2][256];
    u32 t = threadIdx.x, now = 0;
    rows[0][t] = in[thread()];
    __syncthreads();
    for (u32 step = 1; step < 256; step *= 2) {
        rows[1 - now][t] = t >= step ? rows[now][t] + rows[now][t - step] : rows[now][t];
        now = 1 - now;
        __syncthreads();
    }
    out[thread()] = rows[now][t];
}

// Each thread its own piece of 64 numbers, one after another.
extern "C" __global__ void pieces(const float *in, float *out, u32 piece)
{
    float sum = 0;
    for (u32 k = 0; k < piece; k++) {
        sum += in[thread() * piece + k];
        out[thread() * piece + k] = sum;
    }
}
