// Prints n, n - 1, ..., 0, one number a line, in this order.
// It is launched with 2 blocks of 8 threads.

__global__ void countdown(int n)
{
    // your code
}
