/* Loops unrolled, and loops that must not be. */
extern "C" __global__ void unrolled(float *a, const float *__restrict__ b, int n)
{
    float sum = 0;
#pragma unroll
    for (int i = 0; i < 12; i++) sum += b[i] * b[12 - i];
#pragma unroll 1
    for (int i = 0; i < n; i++) sum = sum * b[i] + 1;
    for (int i = 0; i < n; i++) sum += b[i];
    a[0] = sum;
}
