// Half a warp passes the last barrier, and the others have nothing left to do behind it.
// launch: --grid 2 --block 96
// arg: in:i32[192]=ramp
// arg: out:i32[2]
// wrong: divergent-barrier
// only: own target
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ int count;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0)
        count = 0;
    __syncthreads();
    if (in[i] % 3 == 0)
        atomicAdd(&count, 1);
    if (threadIdx.x < 16)
        __syncthreads(); // <--
    if (threadIdx.x == 0)
        out[blockIdx.x] = count;
}
