// Product with the next tile in registers while this one is used: two buffers in shared memory, one barrier a step;
//     four by four elements a thread, vector loads, a border that is no multiple of the tile.
// only: own target
// launch: --grid 2,2 --block 8,8
// arg: in:f32[50x13]=@a
// arg: in:f32[13x50]=@b
// arg: out:f32[50x50]
// data a = [(i * 7 % 23) - 11 for i in range(50 * 13)]
// data b = [(i * 5 % 19) - 9 for i in range(13 * 50)]
// out 2 = [sum(a[(i // 50) * 13 + q] * b[q * 50 + i % 50] for q in range(13)) for i in range(2500)]
#define TILE 32
#define DEPTH 8
#define PITCH (TILE + 4)
#define BUFFERS 2
extern "C" __global__ void k(const float *A, const float *B, float *C)
{
    const int M = 50, N = 50, K = 13;
    __shared__ alignas(16) float as[BUFFERS][DEPTH][PITCH], bs[BUFFERS][DEPTH][PITCH];
    int tid = threadIdx.y * 8 + threadIdx.x;
    float acc[4][4] = {}, ra[4], rb[4];
    auto fetch = [&](int k0) {
        for (int i = 0; i < 4; i++) {
            int e = tid + 64 * i, q = e / TILE, m = e % TILE;
            int row = blockIdx.y * TILE + m, col = blockIdx.x * TILE + m;
            ra[i] = (row < M && k0 + q < K) ? A[row * K + k0 + q] : 0.0f;
            rb[i] = (col < N && k0 + q < K) ? B[(k0 + q) * N + col] : 0.0f;
        }
    };
    auto put = [&](int buffer, int k0) {
        for (int i = 0; i < 4; i++) {
            int e = tid + 64 * i, q = e / TILE, m = e % TILE;
            as[buffer][q][m] = ra[i];
            bs[buffer][q][m] = rb[i];
        }
    };
    fetch(0);
    put(0, 0);
    __syncthreads();
    int now = 0;
    for (int k0 = 0; k0 < K; k0 += DEPTH) {
        bool more = k0 + DEPTH < K;
        if (more)
            fetch(k0 + DEPTH);
        for (int q = 0; q < DEPTH; q++) {
            float4 a = *(const float4 *)&as[now][q][threadIdx.y * 4];
            float4 b = *(const float4 *)&bs[now][q][threadIdx.x * 4];
            const float *va = &a.x, *vb = &b.x;
            for (int i = 0; i < 4; i++)
                for (int j = 0; j < 4; j++)
                    acc[i][j] += va[i] * vb[j];
        }
        if (more) {
            now = (now + 1) % BUFFERS;
            put(now, k0 + DEPTH);
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            int row = blockIdx.y * TILE + threadIdx.y * 4 + i, col = blockIdx.x * TILE + threadIdx.x * 4 + j;
            if (row < M && col < N)
                C[row * N + col] = acc[i][j];
        }
}
