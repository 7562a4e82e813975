/* Functions inlined into each other, for line information. */
__device__ inline float first(float x) { return x * 2.0f + 1.0f; }
__device__ inline float second(float x) { float y = first(x); return y * first(y + 3.0f); }
__device__ inline float third(const float *a, int i) { return second(a[i]) - second(a[i + 1]); }
extern "C" __global__ void inlined(float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = third(a, i) + first(a[i + 2]);
}
