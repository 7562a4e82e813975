__global__ void countdown(int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i <= n)
        printf("%d\n", n - i);
}
