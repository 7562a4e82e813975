// What courses and books are full of: graphs, matrices in place, grids of cells, texts, chance.
typedef unsigned u32;
static __device__ u32 thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

// A step of the elimination of a column from all rows below.
extern "C" __global__ void gauss(float *m, u32 n, u32 pivot)
{
    u32 x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x <= pivot || y <= pivot || x >= n || y >= n)
        return;
    m[y * n + x] -= m[y * n + pivot] / m[pivot * n + pivot] * m[pivot * n + x];
}

// A step of all shortest paths: those by way of k.
extern "C" __global__ void floyd_warshall(int *distance, u32 n, u32 k)
{
    u32 x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= n || y >= n || x == k || y == k)
        return;
    int by_way = distance[y * n + k] / 2 + distance[k * n + x] / 2;
    if (by_way < distance[y * n + x])
        distance[y * n + x] = by_way;
}

extern "C" __global__ void life(const unsigned char *now, unsigned char *next, u32 n)
{
    u32 x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    u32 left = (x + n - 1) % n, right = (x + 1) % n, above = (y + n - 1) % n * n,
        below = (y + 1) % n * n, row = y * n;
    u32 around = (now[above + left] & 1) + (now[above + x] & 1) + (now[above + right] & 1) +
                 (now[row + left] & 1) + (now[row + right] & 1) + (now[below + left] & 1) +
                 (now[below + x] & 1) + (now[below + right] & 1);
    next[row + x] = around == 3 || (around == 2 && now[row + x] & 1);
}

// Rows of any length, from a list of where each begins; the next frontier is appended to.
extern "C" __global__ void frontier(const u32 *edges, const u32 *queue, u32 *distance, u32 *next,
                                    u32 *next_count, u32 count, u32 vertices)
{
    u32 i = thread();
    if (i >= count)
        return;
    u32 vertex = queue[i] % vertices;
    for (u32 k = 0; k < 4; k++) {
        u32 to = edges[vertex * 4 + k] * 2654435761u % vertices;
        if (atomicCAS(&distance[to], 0x3f800000u, i) == 0x3f800000u)
            next[atomicAdd(next_count, 1) % vertices] = to;
    }
}

extern "C" __global__ void scan_shuffles(const u32 *in, u32 *out, u32 *sums)
{
    __shared__ u32 warps[32];
    u32 t = threadIdx.x, lane = t & 31, sum = in[thread()];
    for (u32 step = 1; step < 32; step *= 2) {
        u32 more = __shfl_up_sync(~0u, sum, step);
        sum += lane >= step ? more : 0;
    }
    if (lane == 31)
        warps[t / 32] = sum;
    __syncthreads();
    if (t < 32) {
        u32 all = t < blockDim.x / 32 ? warps[t] : 0;
        for (u32 step = 1; step < 32; step *= 2) {
            u32 more = __shfl_up_sync(~0u, all, step);
            all += lane >= step ? more : 0;
        }
        warps[t] = all;
    }
    __syncthreads();
    sum += t >= 32 ? warps[t / 32 - 1] : 0;
    out[thread()] = sum;
    if (t == blockDim.x - 1)
        sums[blockIdx.x] = sum;
}

// The nearest of 16 centres, whose sums are kept in shared memory.
extern "C" __global__ void k_means(const float *xs, const float *ys, const float *centres,
                                   float *sums, u32 *nearest, u32 count)
{
    __shared__ float x_sum[16], y_sum[16], number[16];
    u32 i = thread();
    if (threadIdx.x < 16)
        x_sum[threadIdx.x] = y_sum[threadIdx.x] = number[threadIdx.x] = 0;
    __syncthreads();
    if (i < count) {
        float x = xs[i], y = ys[i], least = 1e30f;
        u32 best = 0;
        for (u32 k = 0; k < 16; k++) {
            float dx = x - centres[2 * k], dy = y - centres[2 * k + 1];
            float square = dx * dx + dy * dy;
            if (square < least) {
                least = square;
                best = k;
            }
        }
        nearest[i] = best;
        atomicAdd(&x_sum[best], x);
        atomicAdd(&y_sum[best], y);
        atomicAdd(&number[best], 1.0f);
    }
    __syncthreads();
    if (threadIdx.x < 16) {
        atomicAdd(&sums[threadIdx.x * 3], x_sum[threadIdx.x]);
        atomicAdd(&sums[threadIdx.x * 3 + 1], y_sum[threadIdx.x]);
        atomicAdd(&sums[threadIdx.x * 3 + 2], number[threadIdx.x]);
    }
}

extern "C" __global__ void monte_carlo(u32 *inside, u32 *states, u32 points)
{
    u32 state = states[thread()], count = 0;
    for (u32 k = 0; k < points; k++) {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        float x = (state & 0xffff) / 65536.0f, y = (state >> 16) / 65536.0f;
        count += x * x + y * y < 1.0f;
    }
    states[thread()] = state;
    atomicAdd(inside, count);
}

// What stands at a place of a half, in order: twice the place, and one more in the second half.
static __device__ u32 key(u32 number, u32 place, bool second)
{
    return (number >> 31) + 2 * place + second;
}
// Merges two ordered halves of `width` each, an element of the result for each thread.
extern "C" __global__ void merge(const u32 *in, u32 *out, u32 width)
{
    u32 i = thread(), start = i / (2 * width) * (2 * width), at = i - start, low = 0, high = width;
    bool second = at >= width;
    u32 from = start + (second ? 0 : width), place = second ? at - width : at;
    u32 own = key(in[i], place, second);
    while (low < high) {
        u32 middle = (low + high) / 2;
        if (key(in[from + middle], middle, !second) < own)
            low = middle + 1;
        else
            high = middle;
    }
    out[start + place + low] = own;
}

extern "C" __global__ void match(const char *text, const char *pattern, u32 *found, u32 count,
                                 u32 length)
{
    u32 i = thread();
    if (i + length > count)
        return;
    u32 k = 0;
    while (k < length && (text[i + k] & 1) == (pattern[k] & 1))
        k++;
    if (k == length)
        atomicAdd(found, 1);
}

extern "C" __global__ void heat_double(const double *in, double *out, u32 n, double rate)
{
    u32 x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= n || y >= n)
        return;
    double here = in[y * n + x], left = x ? in[y * n + x - 1] : here,
           right = x + 1 < n ? in[y * n + x + 1] : here, up = y ? in[(y - 1) * n + x] : here,
           down = y + 1 < n ? in[(y + 1) * n + x] : here;
    out[y * n + x] = here + rate * (left + right + up + down - 4 * here);
}

// Rows of compressed sparse storage.
extern "C" __global__ void csr(const u32 *starts, const u32 *columns, const float *values,
                               const float *x, float *y, u32 rows)
{
    u32 row = thread();
    if (row >= rows)
        return;
    float sum = 0;
    for (u32 k = (starts[row] & 7) + row * 12, end = row * 12 + 12; k < end; k++)
        sum += values[k] * x[columns[k] % rows];
    y[row] = sum;
}

extern "C" __global__ void matrix_vector(const float *m, const float *v, float *out, u32 n)
{
    u32 row = thread();
    float sum = 0;
    for (u32 k = 0; k < n; k++)
        sum += m[row * n + k] * v[k];
    out[row] = sum;
}

// The median of nine, with a local array.
extern "C" __global__ void median(const unsigned char *in, unsigned char *out, u32 n)
{
    u32 x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x == 0 || y == 0 || x + 1 >= n || y + 1 >= n)
        return;
    unsigned char around[9];
    for (int k = 0; k < 9; k++)
        around[k] = in[(y + k / 3 - 1) * n + x + k % 3 - 1];
    for (int i = 1; i < 9; i++)
        for (int k = i; k > 0 && around[k] < around[k - 1]; k--) {
            unsigned char other = around[k];
            around[k] = around[k - 1];
            around[k - 1] = other;
        }
    out[y * n + x] = around[4];
}

// Two numbers for each thread, in place.
extern "C" __global__ void complex_scale(float2 *numbers, u32 count, float re, float im)
{
    u32 i = thread();
    if (i < count)
        numbers[i] = make_float2(numbers[i].x * re - numbers[i].y * im,
                                 numbers[i].x * im + numbers[i].y * re);
}

// A row's maximum, the sum of its exponentials, its quotients: a block for each.
extern "C" __global__ void softmax(const float *in, float *out, u32 n)
{
    __shared__ float part[256];
    u32 t = threadIdx.x, base = blockIdx.x * n;
    float most = -1e30f, sum = 0;
    for (u32 i = t; i < n; i += 256)
        most = fmaxf(most, in[base + i]);
    part[t] = most;
    __syncthreads();
    for (u32 half = 128; half; half /= 2) {
        if (t < half)
            part[t] = fmaxf(part[t], part[t + half]);
        __syncthreads();
    }
    most = part[0];
    __syncthreads();
    for (u32 i = t; i < n; i += 256)
        sum += __expf(in[base + i] - most);
    part[t] = sum;
    __syncthreads();
    for (u32 half = 128; half; half /= 2) {
        if (t < half)
            part[t] += part[t + half];
        __syncthreads();
    }
    for (u32 i = t; i < n; i += 256)
        out[base + i] = __expf(in[base + i] - most) / part[0];
}
