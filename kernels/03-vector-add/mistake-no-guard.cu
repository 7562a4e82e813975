// Adds two arrays of n floats, one element a thread.
// It is launched with enough blocks of 128 threads to cover n.

__global__ void vector_add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    c[i] = a[i] + b[i];
}
