// Sixty steps of a generator of random numbers, from each of n seeds.
extern "C" __global__ void scramble(const unsigned *in, unsigned *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        unsigned x = in[i];
        for (int step = 0; step < 60; step++)
            x = x * 1664525u + 1013904223u;
        out[i] = x;
    }
}
