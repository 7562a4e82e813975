// Each block counts the even numbers among its elements.

__global__ void even_per_block(const int *in, int *out, int n)
{
    __shared__ int count;
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (threadIdx.x == 0)
        count = 0;
    __syncthreads();

    if (i < n && in[i] % 2 == 0)
        atomicAdd(&count, 1);
    __syncthreads();

    if (threadIdx.x == 0)
        out[blockIdx.x] = count;
}
