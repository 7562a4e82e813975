// Access patterns of whole algorithms: copies past the registers with lanes left out, stencils in
// space, structures that don't fit the sectors, bins, butterflies, sparse rows, matrices' loads and
// stores in all forms.
#define KERNEL(name, type) extern "C" __global__ void name(type *out, const type *in, int n)
#define I (blockIdx.x * blockDim.x + threadIdx.x)
#define LANE (threadIdx.x % 32)

__device__ unsigned hashed(unsigned i)
{
    return (i * 2654435761u ^ i >> 5) * 2246822519u >> 9;
}
__device__ unsigned shared_address(const void *at)
{
    return (unsigned)__cvta_generic_to_shared(at);
}

// Copies from global to shared memory (cp.async): of n lanes, of scattered elements, to padded
// rows, with fewer bytes than are written, and four to a thread.
template <int BYTES> __device__ void copy_async(void *to, const void *from)
{
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(shared_address(to)), "l"(from),
                 "n"(BYTES)
                 : "memory");
}
__device__ void copy_async_bypass(void *to, const void *from)
{
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared_address(to)), "l"(from)
                 : "memory");
}
__device__ void copies_wait()
{
    asm volatile("cp.async.commit_group;\ncp.async.wait_group 0;" ::: "memory");
    __syncthreads();
}
template <class T> __device__ void async_some(T *out, const T *in, int n)
{
    __shared__ T tile[256];
    if (LANE < n)
        copy_async<sizeof(T)>(&tile[threadIdx.x], &in[I]);
    copies_wait();
    out[I] = tile[threadIdx.x];
}
KERNEL(async_some_4, float)
{
    async_some(out, in, n);
}
KERNEL(async_some_8, float2)
{
    async_some(out, in, n);
}
KERNEL(async_some_16, float4)
{
    async_some(out, in, n);
}
template <class T> __device__ void async_strided(T *out, const T *in, int n)
{
    __shared__ T tile[256];
    copy_async<sizeof(T)>(&tile[threadIdx.x], &in[I * n]);
    copies_wait();
    out[I] = tile[threadIdx.x];
}
KERNEL(async_from_4, float)
{
    async_strided(out, in, n);
}
KERNEL(async_from_8, float2)
{
    async_strided(out, in, n);
}
KERNEL(async_from_16, float4)
{
    async_strided(out, in, n);
}
KERNEL(async_from_16_bypass, float4)
{
    __shared__ float4 tile[256];
    copy_async_bypass(&tile[threadIdx.x], &in[I * n]);
    copies_wait();
    out[I] = tile[threadIdx.x];
}
KERNEL(async_gather, float)
{
    __shared__ float tile[256];
    copy_async<4>(&tile[threadIdx.x], &in[hashed(I) % n]);
    copies_wait();
    out[I] = tile[threadIdx.x];
}
KERNEL(async_turned, float)
{
    __shared__ float tile[32][33];
    for (int row = threadIdx.x / 32; row < 32; row += 8)
        copy_async<4>(&tile[LANE][row], &in[(blockIdx.x * 32 + row) * n + LANE]);
    copies_wait();
    for (int row = threadIdx.x / 32; row < 32; row += 8)
        out[(blockIdx.x * 32 + row) * 32 + LANE] = tile[row][LANE];
}
KERNEL(async_rest_zero, float4)
{
    __shared__ float4 tile[256];
    int bytes = LANE < n ? 16 : 0;
    asm volatile(
        "cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(shared_address(&tile[threadIdx.x])),
        "l"(&in[I]), "r"(bytes)
        : "memory");
    copies_wait();
    out[I] = tile[threadIdx.x];
}
KERNEL(async_four, float4)
{
    __shared__ float4 tile[1024];
    for (int i = 0; i < 4; i++)
        copy_async_bypass(&tile[threadIdx.x + 256 * i],
                          &in[blockIdx.x * 1024 + threadIdx.x + 256 * i]);
    copies_wait();
    out[I] = tile[threadIdx.x * n % 1024];
}

// Stencils in space, of seven points, and a plane of the volume after the other; a picture made
// larger.
KERNEL(stencil_space, float)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int at = (n + 1) * n + y * n + x;
    out[at] = in[at] + in[at - 1] + in[at + 1] + in[at - n] + in[at + n] + in[at - n * n] +
              in[at + n * n];
}
KERNEL(stencil_planes, float)
{
    __shared__ float plane[10][34];
    int x = threadIdx.x, y = threadIdx.y,
        at = n + 1 + (blockIdx.y * 8 + y) * n + blockIdx.x * 32 + x;
    float below = in[at], here = in[at + n * n];
#pragma unroll 1
    for (int z = 1; z < 5; z++) {
        float above = in[at + (z + 1) * n * n];
        plane[y + 1][x + 1] = here;
        if (y == 0)
            plane[0][x + 1] = in[at + z * n * n - n];
        if (y == 7)
            plane[9][x + 1] = in[at + z * n * n + n];
        if (x == 0)
            plane[y + 1][0] = in[at + z * n * n - 1];
        if (x == 31)
            plane[y + 1][33] = in[at + z * n * n + 1];
        __syncthreads();
        out[at + z * n * n] = below + above + here + plane[y][x + 1] + plane[y + 2][x + 1] +
                              plane[y + 1][x] + plane[y + 1][x + 2];
        __syncthreads();
        below = here;
        here = above;
    }
}
KERNEL(picture_larger, unsigned char)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    const unsigned char *at = &in[y / 2 * n + x / 2];
    out[y * 2 * n + x] = (at[0] + at[1] + at[n] + at[n + 1]) / 4;
}

// Structures and vectors that don't lie on their own size, or are of small parts.
struct Pair {
    float2 a, b;
};
KERNEL(struct_of_vectors, Pair)
{
    out[I].b = in[I].a;
}
struct Five {
    unsigned short part[5];
};
KERNEL(struct_10, Five)
{
    out[I].part[4] = in[I].part[n];
}
struct Mixed {
    double x;
    unsigned char kind;
    short level;
    float weight;
};
KERNEL(struct_mixed, Mixed)
{
    out[I].weight = in[I].x + in[I].kind + in[I].level;
}
KERNEL(vectors_of_bytes, uchar2)
{
    out[I * n] = in[I * n];
}
KERNEL(vectors_of_shorts, ushort4)
{
    out[I + n] = in[I * n];
}
struct alignas(16) Wide {
    double v[4];
};
KERNEL(wide_32, Wide)
{
    out[I] = in[I * n];
}
KERNEL(wide_half_lanes, longlong2)
{
    if (threadIdx.x & n)
        out[I] = in[I ^ 1];
}
KERNEL(column_padded, float)
{
    out[I] = in[threadIdx.x * (n + 1) + blockIdx.x];
}
KERNEL(column_of_vectors, float4)
{
    out[I] = in[threadIdx.x * n + blockIdx.x];
}

// Through an index; what is moved is larger than the index.
KERNEL(gather_pairs, float2)
{
    out[I] = in[hashed(I / n) % 4096];
}
KERNEL(scatter_pairs, float2)
{
    out[hashed(I) % n] = in[I];
}
KERNEL(scatter_vectors, float4)
{
    out[hashed(I) % n] = in[I];
}
KERNEL(gather_shorts, unsigned short)
{
    out[I] = in[hashed(I) % n];
}

// Counters in shared memory: of bytes each thread has its own, of words all share them; masks.
KERNEL(bins_of_threads, unsigned char)
{
    __shared__ unsigned char bins[16][256];
    for (int i = 0; i < 16; i++)
        bins[i][threadIdx.x] = 0;
#pragma unroll 1
    for (int i = 0; i < n; i++)
        bins[(hashed(I) + in[I + 256 * i]) % 16][threadIdx.x]++;
    __syncthreads();
    out[I] = bins[threadIdx.x % 16][threadIdx.x];
}
KERNEL(bins_strided, int)
{
    __shared__ int bins[2048];
    for (int i = threadIdx.x; i < 2048; i += 256)
        bins[i] = 0;
    __syncthreads();
    atomicAdd(&bins[threadIdx.x * n % 2048], in[I]);
    __syncthreads();
    out[I] = bins[threadIdx.x];
}
KERNEL(bins_of_warps, int)
{
    __shared__ int bins[8][33];
    bins[threadIdx.x / 32][LANE] = 0;
    __syncwarp();
    atomicMax(&bins[threadIdx.x / 32][hashed(I) % n], in[I]);
    __syncthreads();
    out[I] = bins[LANE % 8][threadIdx.x / 32];
}
KERNEL(marks_in_words, unsigned)
{
    __shared__ unsigned marks[64];
    if (threadIdx.x < 64)
        marks[threadIdx.x] = 0;
    __syncthreads();
    unsigned at = hashed(I) % 2048;
    if (in[I] == 0)
        atomicOr(&marks[at / n], 1u << at % 32);
    __syncthreads();
    out[I] = marks[threadIdx.x % 64];
}

// Sums by shuffles, of a block and of groups; a scan; a butterfly through shared memory.
KERNEL(sum_of_block, float)
{
    __shared__ float part[8];
    float sum = in[I];
    for (int apart = 16; apart > 0; apart /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, apart);
    if (LANE == 0)
        part[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x < 8) {
        sum = part[threadIdx.x];
        for (int apart = 4; apart > 0; apart /= 2)
            sum += __shfl_xor_sync(0xff, sum, apart);
        if (threadIdx.x == 0)
            atomicAdd(out, sum);
    }
}
KERNEL(scan_of_warp, int)
{
    int sum = in[I];
    for (int apart = 1; apart < 32; apart *= 2) {
        int other = __shfl_up_sync(0xffffffff, sum, apart);
        if (LANE >= apart)
            sum += other;
    }
    out[I] = sum;
}
KERNEL(butterfly, float2)
{
    __shared__ float2 line[512];
    line[threadIdx.x] = in[2 * I];
    line[threadIdx.x + 256] = in[2 * I + 1];
    __syncthreads();
    int low = threadIdx.x / n * 2 * n + threadIdx.x % n;
    float2 a = line[low], b = line[low + n];
    line[low] = make_float2(a.x + b.x, a.y + b.y);
    line[low + n] = make_float2(a.x - b.x, a.y - b.y);
    __syncthreads();
    out[I] = line[threadIdx.x];
}

// Rows of unequal length, one a thread and one a warp.
KERNEL(sparse_thread, float)
{
    float sum = 0;
#pragma unroll 1
    for (unsigned i = 0; i < hashed(I) % n; i++)
        sum += in[I * n + i] * in[hashed(I + i) % 4096];
    out[I] = sum;
}
KERNEL(sparse_warp, float)
{
    unsigned row = I / 32;
    float sum = 0;
#pragma unroll 1
    for (unsigned i = LANE; i < hashed(row) % n; i += 32)
        sum += in[row * n + i];
    for (int apart = 16; apart > 0; apart /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, apart);
    if (LANE == 0)
        out[row] = sum;
}

// Tiles of bytes and of halves of words, turned; a ring of shared memory.
KERNEL(turned_bytes, unsigned char)
{
    __shared__ unsigned char tile[32][36];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * n + x];
    __syncthreads();
    out[(blockIdx.x * 32 + threadIdx.y) * n + blockIdx.y * 32 + threadIdx.x] =
        tile[threadIdx.x][threadIdx.y];
}
KERNEL(turned_shorts, unsigned short)
{
    __shared__ unsigned short tile[32][34];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * n + x];
    __syncthreads();
    out[(blockIdx.x * 32 + threadIdx.y) * n + blockIdx.y * 32 + threadIdx.x] =
        tile[threadIdx.x][threadIdx.y];
}
KERNEL(ring, double)
{
    __shared__ double line[320];
    line[threadIdx.x] = in[I];
    if (threadIdx.x < 64)
        line[256 + threadIdx.x] = in[I];
    __syncthreads();
    double sum = 0;
#pragma unroll 1
    for (int i = 0; i < 4; i++)
        sum += line[(threadIdx.x + i * n) % 320];
    out[I] = sum;
}

// Branches: of several ways, out of a loop, one in the other, of a value and of the lane.
KERNEL(ways, int)
{
    int v = in[I];
    switch (hashed(I) % n) {
    case 0:
        out[I] = v + 1;
        break;
    case 1:
        out[I + 4096] = v * v;
        break;
    case 2:
        out[I + 8192] = v / 3;
        out[I] = v;
        break;
    default:
        out[I] = v >> 2;
    }
}
KERNEL(until_found, int)
{
    int i = 0;
#pragma unroll 1
    while (i < n) {
        if (in[I + 32 * i] == 0 && hashed(I + i) % 8 == 0)
            break;
        i++;
    }
    out[I] = i;
}
KERNEL(nested, int)
{
    if (LANE < n) {
        if (LANE % 2)
            out[I] = in[I] * 3;
        else
            out[I + 4096] = in[I + 4096] / 7;
        __syncwarp(__activemask());
        out[I + 8192] = 1;
    } else if (blockIdx.x % 2) {
        out[I + 12288] = in[I] % 5;
    }
}

// Matrices' loads and stores of shared memory in the forms that blocks.cu doesn't have.
template <class Use> __device__ void matrix_rows(unsigned *out, const unsigned *in, int n, Use use)
{
    __shared__ uint4 rows[512];
    rows[threadIdx.x] = rows[threadIdx.x + 256] = make_uint4(in[I], 1, 2, 3);
    __syncthreads();
    unsigned got = use(shared_address(&rows[(LANE * n + threadIdx.x / 32) % 512]));
    __syncthreads();
    out[I] = got + rows[threadIdx.x].x;
}
KERNEL(ldmatrix_1_turned, unsigned)
{
    matrix_rows(out, in, n, [](unsigned at) {
        unsigned a;
        asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1];"
                     : "=r"(a)
                     : "r"(at));
        return a;
    });
}
KERNEL(ldmatrix_2_turned, unsigned)
{
    matrix_rows(out, in, n, [](unsigned at) {
        unsigned a, b;
        asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
                     : "=r"(a), "=r"(b)
                     : "r"(at));
        return a + b;
    });
}
KERNEL(stmatrix_1, unsigned)
{
    matrix_rows(out, in, n, [](unsigned at) {
        asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%0};" ::"r"(at) : "memory");
        return at;
    });
}
KERNEL(stmatrix_2, unsigned)
{
    matrix_rows(out, in, n, [](unsigned at) {
        asm volatile("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0], {%0, %0};" ::"r"(at)
                     : "memory");
        return at;
    });
}
KERNEL(stmatrix_4_turned, unsigned)
{
    matrix_rows(out, in, n, [](unsigned at) {
        asm volatile(
            "stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%0], {%0, %0, %0, %0};" ::"r"(at)
            : "memory");
        return at;
    });
}

// What decides how many blocks fit: registers, shared memory, threads, a limit that is asked for;
// and registers that don't fit.
extern "C" __global__ void __launch_bounds__(256, 8)
    few_registers(float *out, const float *in, int n)
{
    float v[40];
#pragma unroll
    for (int i = 0; i < 40; i++)
        v[i] = in[I + 256 * i];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 40; i++)
        out[I + 256 * i] = v[i] * v[39 - i] + n;
}
extern "C" __global__ void __launch_bounds__(1024, 2) spills(float *out, const float *in, int n)
{
    float v[48];
#pragma unroll
    for (int i = 0; i < 48; i++)
        v[i] = in[I + 1024 * i];
#pragma unroll 1
    for (int step = 0; step < n; step++)
#pragma unroll
        for (int i = 0; i < 48; i++)
            v[i] = v[i] * v[(i + 7) % 48] + step;
#pragma unroll
    for (int i = 0; i < 48; i++)
        out[I + 1024 * i] = v[i];
}
KERNEL(much_shared, float)
{
    __shared__ float room[10000];
    room[threadIdx.x * 39] = in[I];
    __syncthreads();
    out[I] = room[(threadIdx.x ^ n) * 39];
}
KERNEL(many_barriers, float)
{
    out[I] = in[I];
    asm volatile("barrier.sync.aligned 1;\nbarrier.sync.aligned 9;" ::: "memory");
    out[I] += n;
}
KERNEL(dynamic_shared, float)
{
    extern __shared__ float room[];
    room[threadIdx.x] = in[I];
    __syncthreads();
    out[I] = room[threadIdx.x ^ n];
}
