// A loop over the data with a barrier in it: the threads of a block take different numbers of turns.
// launch: --grid 2 --block 64
// arg: in:i32[300]=ramp
// arg: out:i32[128]
// arg: i32=300
// wrong: divergent-barrier
extern "C" __global__ void k(const int *in, int *out, int n)
{
    __shared__ int tile[64];
    int t = threadIdx.x, first = blockIdx.x * blockDim.x + t, sum = 0;
#pragma unroll 1
    for (int i = first; i < n; i += gridDim.x * blockDim.x) {
        tile[t] = in[i];
        __syncwarp();
        sum += tile[t];
        __syncthreads(); // <--
    }
    out[first] = sum;
}
