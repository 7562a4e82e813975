/* Histogram in shared memory. */
extern "C" __global__ void histogram(const unsigned char *in, unsigned *bins, unsigned n)
{
    __shared__ unsigned own[256];
    for (unsigned i = threadIdx.x; i < 256; i += blockDim.x) own[i] = 0;
    __syncthreads();
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&own[in[i]], 1u);
    __syncthreads();
    for (unsigned i = threadIdx.x; i < 256; i += blockDim.x) atomicAdd(&bins[i], own[i]);
}
