// Prints n, n - 1, ..., 0, one number a line, in this order.

__global__ void countdown(int n)
{
    if (threadIdx.x == 0)
        for (int i = n; i >= 0; i--)
            printf("%d\n", i);
}
