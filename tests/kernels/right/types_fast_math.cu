// Intrinsics with larger errors, and rounding.
// launch: --grid 1 --block 64
// data x = [0.1 + i / 16 for i in range(64)]
// arg: in:f32[64]=@x
// arg: out:f32[64]
// arg: out:i32[64]
// near 1 1e-4 = [math.sin(v) + math.exp(v / 8) + 1 / v for v in x]
// out 2 = [100 * math.floor(v) + math.ceil(v) + 10000 * int(v) for v in x]
extern "C" __global__ void k(const float *x, float *a, int *b)
{
    int i = threadIdx.x;
    a[i] = __sinf(x[i]) + __expf(x[i] / 8) + __fdividef(1.0f, x[i]);
    b[i] = 100 * (int)floorf(x[i]) + (int)ceilf(x[i]) + 10000 * (int)x[i];
}
