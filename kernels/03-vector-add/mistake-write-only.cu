__global__ void vector_add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    volatile float sum = a[i] + b[i];

    if (i < n)
        c[i] = sum;
}
