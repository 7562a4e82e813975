/* The same with the fast forms. Compile with: --use_fast_math */
extern "C" __global__ void fast(float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = sinf(a[i]) / cosf(a[i]) + expf(a[i]) * logf(a[i]) + sqrtf(a[i]) + 1.0f / a[i] + powf(a[i], 1.5f);
}
