// Waits until at most two groups are left, where one may be.
// least: 80
// wrong: shared-race
// only: own target
// launch: --grid 2,2 --block 16,16
// arg: in:f32[32x80]=@a
// arg: in:f32[80x32]=@b
// arg: out:f32[32x32]
// data a = [(i * 7 % 23) - 11 for i in range(32 * 80)]
// data b = [(i * 5 % 19) - 9 for i in range(80 * 32)]
#include <cuda_pipeline.h>
constexpr int T = 16, STAGES = 3;
constexpr int AHEAD = 2;

__device__ __forceinline__ void tile_fetch(float (*a)[T], float (*b)[T], const float *A, const float *B, int step, int K, int N)
{
    int x = threadIdx.x, y = threadIdx.y;
    __pipeline_memcpy_async(&a[y][x], &A[(blockIdx.y * T + y) * K + step * T + x], 4); // <--
    __pipeline_memcpy_async(&b[y][x], &B[(step * T + y) * N + blockIdx.x * T + x], 4); // <--
}

extern "C" __global__ void __launch_bounds__(T * T) k(const float *__restrict__ A, const float *__restrict__ B, float *C)
{
    const int K = 80, N = 32, steps = K / T;
    __shared__ alignas(16) float a[STAGES][T][T], b[STAGES][T][T];
    int x = threadIdx.x, y = threadIdx.y;
    float acc = 0;
    for (int s = 0; s < AHEAD; s++) {
        tile_fetch(a[s], b[s], A, B, s, K, N);
        __pipeline_commit();
    }
    for (int s = 0; s < steps; s++) {
        __pipeline_wait_prior(AHEAD);
        __syncthreads();
        if (s + AHEAD < steps)
            tile_fetch(a[(s + AHEAD) % STAGES], b[(s + AHEAD) % STAGES], A, B, s + AHEAD, K, N);
        __pipeline_commit();
#pragma unroll
        for (int q = 0; q < T; q++)
            acc += a[s % STAGES][y][q] * b[s % STAGES][q][x]; // <--
    }
    C[(blockIdx.y * T + y) * N + blockIdx.x * T + x] = acc;
}
