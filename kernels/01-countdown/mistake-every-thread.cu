__global__ void countdown(int n)
{
    for (int i = n; i >= 0; i--)
        printf("%d\n", i);
}
