// out[j] is in[2j] + in[2j + 1], for n results.
// Each block has 64 threads, loads 64 inputs and writes 32 results.

__global__ void pairs(const int *in, int *out, int n)
{
    __shared__ int tile[64];
    int t = threadIdx.x;
    int i = blockIdx.x * 64 + t;    // the input that this thread loads
    int j = blockIdx.x * 32 + t;    // the result that it may write

    // your code
}
