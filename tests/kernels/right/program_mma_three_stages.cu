// C = A * B for 64 x 64 by tensor cores: three stages of tiles by cp.async, ldmatrix, mma.
// launch: --grid 1 --block 128
// data a = [float((i * 7 % 5) - 2) for i in range(64 * 64)]
// data b = [float((i * 3 % 7) - 3) for i in range(64 * 64)]
// arg: in:f16[4096]=@a
// arg: in:f16[4096]=@b
// arg: out:f32[4096]
// near 2 1e-3 = [sum(a[r * 64 + k] * b[k * 64 + c] for k in range(64)) for r in range(64) for c in range(64)]
// least: 80
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#define K 16
#define STAGES 3
extern "C" __global__ void k(const __half *a, const __half *b, float *c)
{
    __shared__ __align__(16) __half as[STAGES][64][K + 8];
    __shared__ __align__(16) __half bs[STAGES][K][64 + 8];
    int t = threadIdx.x, w = t / 32, lane = t % 32;
    auto bring = [&](int stage, int k0) {
        int r = t / 2, q = t % 2 * 8;
        __pipeline_memcpy_async(&as[stage][r][q], &a[r * 64 + k0 + q], 16);
        int br = t / 8, bq = t % 8 * 8;
        __pipeline_memcpy_async(&bs[stage][br][bq], &b[(k0 + br) * 64 + bq], 16);
    };
    for (int s = 0; s < STAGES - 1; s++) { bring(s, s * K); __pipeline_commit(); }
    float acc[8][4] = {};
    for (int k = 0; k < 64 / K; k++) {
        __pipeline_wait_prior(STAGES - 2);
        __syncthreads();
        if (k + STAGES - 1 < 64 / K) bring((k + STAGES - 1) % STAGES, (k + STAGES - 1) * K);
        __pipeline_commit();
        int s = k % STAGES;
        unsigned fa[4];
        unsigned pa = __cvta_generic_to_shared(&as[s][w * 16 + lane % 16][lane / 16 * 8]);
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(fa[0]), "=r"(fa[1]), "=r"(fa[2]), "=r"(fa[3]) : "r"(pa) : "memory");
        for (int n = 0; n < 8; n++) {
            unsigned fb[2];
            unsigned pb = __cvta_generic_to_shared(&bs[s][lane % 16][n * 8]);
            asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0,%1}, [%2];" : "=r"(fb[0]), "=r"(fb[1]) : "r"(pb) : "memory");
            asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                : "+f"(acc[n][0]), "+f"(acc[n][1]), "+f"(acc[n][2]), "+f"(acc[n][3]) : "r"(fa[0]), "r"(fa[1]), "r"(fa[2]), "r"(fa[3]), "r"(fb[0]), "r"(fb[1]));
        }
    }
    for (int n = 0; n < 8; n++)
        for (int h = 0; h < 2; h++) {
            float2 v = make_float2(acc[n][2 * h], acc[n][2 * h + 1]);
            *(float2 *)&c[(w * 16 + lane / 4 + h * 8) * 64 + n * 8 + lane % 4 * 2] = v;
        }
}
