// The last block sums what the others wrote, without a fence.
// least: 80
// launch: --grid 8 --block 32
// arg: in:i32[256]=ramp
// arg: out:i32[8]
// arg: inout:u32[1]=constant:0
// arg: out:i32[1]
// wrong: global-race
extern "C" __global__ void k(const int *in, int *part, unsigned *done, int *out)
{
    __shared__ bool last;
    int value = in[blockIdx.x * 32 + threadIdx.x];
    value = __reduce_add_sync(0xffffffff, value);
    if (threadIdx.x == 0) {
        part[blockIdx.x] = value; // <--
        last = atomicInc(done, gridDim.x) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        int sum = 0;
        for (int b = 0; b < 8; b++)
            sum += part[b]; // <--
        out[0] = sum;
    }
}
