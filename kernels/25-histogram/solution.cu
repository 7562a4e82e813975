// Counts how often each byte occurs: bins[b] grows by one for each b in data.

__global__ void histogram(const unsigned char *data, int n, unsigned int *bins)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        atomicAdd(&bins[data[i]], 1);
}
