// The sum of each number's four bytes.
extern "C" __global__ void bytes_sum(const unsigned *in, unsigned *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        out[i] = (in[i] & 255) + (in[i] >> 8 & 255) + (in[i] >> 16 & 255) + (in[i] >> 24);
}
