// The kernel of this exercise: it is right as it is.

extern "C" __global__ void square(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        out[i] = in[i] * in[i];
}
