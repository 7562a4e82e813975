// The kernel of this exercise: it is right as it is.

extern "C" __global__ void settle(float *x, int rounds, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    float value = x[i];
    for (int k = 0; k < rounds; k++)
        value = value * 0.5f + 1;
    x[i] = value;
}
