// The kernel of all programs here.
extern "C" __global__ void scale(float *x, float factor, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] *= factor;
}

extern "C" __global__ void spin(int *flag)
{
    for (;;)
        atomicAdd(flag, 1);
}
