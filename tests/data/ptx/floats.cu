/* Single precision: roundings, approximations, comparisons. */
extern "C" __global__ void floats(float *a, float b, int n)
{
    float x = a[0], y = a[1];
    a[2] = __fadd_rz(x, y) + __fmul_ru(x, y) + __fmaf_rd(x, y, b) + __fdiv_rn(x, y) + __fsqrt_rn(x) + __frcp_rn(y);
    a[3] = __fdividef(x, y) + __sinf(x) + __cosf(y) + __expf(x) + __logf(y) + rsqrtf(x) + __powf(x, y);
    a[4] = fminf(x, y) + fmaxf(x, b) + fabsf(x) + floorf(x) + ceilf(y) + truncf(x) + rintf(y) + roundf(x) + copysignf(x, y);
    a[5] = x < y ? x : y >= b ? y : isnan(x) ? 0.0f : isinf(y) ? 1.0f : isfinite(b) ? 2.0f : b;
    a[6] = __saturatef(x) + tanhf(y) + exp2f(x) + log2f(y) + fmodf(x, y);
    for (int i = 0; i < n; i++)
        a[i] = -a[i] * 1.5f + 0.25f;
}
