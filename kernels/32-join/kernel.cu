// Two kernels that need x only, and one that needs what both have made.
extern "C" __global__ void square(const int *x, int *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        a[i] = x[i] * x[i];
}

extern "C" __global__ void neighbours(const int *x, int *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        b[i] = (i > 0 ? x[i - 1] : 0) + (i < n - 1 ? x[i + 1] : 0);
}

extern "C" __global__ void join(const int *a, const int *b, int *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        y[i] = a[i] - b[i];
}
