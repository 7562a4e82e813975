// A table of buffers holds a __constant__ array among those that a kernel may write.
// launch: --grid 3 --block 32
// arg: inout:i32[32]=ramp
// arg: inout:i32[32]=ramp
// wrong: read-only
__constant__ int base[32] = {5, 6, 7};
extern "C" __global__ void k(int *a, int *b)
{
    __shared__ int *buffers[3];
    if (threadIdx.x == 0) {
        buffers[0] = a;
        buffers[1] = b;
        buffers[2] = const_cast<int *>(base);
    }
    __syncthreads();
    buffers[blockIdx.x][threadIdx.x] += 1; // <--
}
