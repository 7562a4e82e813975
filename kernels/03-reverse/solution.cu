// Element i of out is element n - 1 - i of in, for any n.

__global__ void reverse(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        out[i] = in[n - 1 - i];
}
