// The square of each weight.
extern "C" __global__ void squares(const int *weights, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        out[i] = weights[i] * weights[i];
}
