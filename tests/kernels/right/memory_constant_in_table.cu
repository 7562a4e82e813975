// A table of buffers holds a __constant__ array among those that a kernel only reads.
// launch: --grid 3 --block 32
// arg: in:i32[32]=ramp
// arg: in:i32[32]=constant:3
// arg: out:i32[96]
// out 2 = list(range(32)) + [3] * 32 + [5, 6, 7] + [0] * 29
__constant__ int base[32] = {5, 6, 7};
extern "C" __global__ void k(const int *a, const int *b, int *out)
{
    __shared__ const int *buffers[3];
    if (threadIdx.x == 0) {
        buffers[0] = a;
        buffers[1] = b;
        buffers[2] = base;
    }
    __syncthreads();
    out[blockIdx.x * 32 + threadIdx.x] = buffers[blockIdx.x][threadIdx.x];
}
