// The bins are zeroed by the first threads only, though there are more bins than threads.
// wrong: uninitialised-shared
// only: own target
// launch: --grid 4 --block 128
// arg: in:u8[4000]=@x
// arg: inout:u32[256]=constant:0
// data x = [(i * i // 7 + i) % 251 for i in range(4000)]
#define BINS 256
extern "C" __global__ void k(const unsigned char *in, unsigned *bins)
{
    __shared__ unsigned local[128 / 32][BINS];
    const int n = 4000;
    unsigned *mine = local[threadIdx.x / 32];
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        (&local[0][0])[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&mine[in[i]], 1); // <--
    __syncthreads();
    for (int b = threadIdx.x; b < BINS; b += blockDim.x) {
        unsigned sum = 0;
        for (int w = 0; w < 128 / 32; w++)
            sum += local[w][b]; // <--
        if (sum)
            atomicAdd(&bins[b], sum);
    }
}
