// One pass of smoothing, from one array to another: each element becomes the mean of itself and its
// neighbours, which go round in a circle.
extern "C" __global__ void smooth(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        out[i] = (in[(i + n - 1) % n] + in[i] + in[(i + 1) % n]) / 3;
}
