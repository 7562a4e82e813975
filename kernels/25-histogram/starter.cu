// Counts how often each byte occurs: bins[b] grows by one for each b in data.
// It is launched with enough blocks of 128 threads to cover n.

__global__ void histogram(const unsigned char *data, int n, unsigned int *bins)
{
    // your code
}
