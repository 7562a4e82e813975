// The same kernels as in the text of host.c, to look at and to try out.

extern "C" __global__ void shift(float *x, float by, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        x[i] += by;
}

extern "C" __global__ void twice(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        x[i] *= 2;
}
