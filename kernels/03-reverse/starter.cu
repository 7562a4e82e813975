// Element i of out is element n - 1 - i of in, for any n.
// It is launched with enough blocks of 64 threads to cover n.

__global__ void reverse(const int *in, int *out, int n)
{
    // your code
}
