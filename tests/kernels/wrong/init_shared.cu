// Bins in shared memory that nobody has set to zero.
// launch: --grid 1 --block 64
// arg: out:i32[64]
// wrong: uninitialised-shared
extern "C" __global__ void k(int *out)
{
    __shared__ int bins[64];
    atomicAdd(&bins[threadIdx.x], 1); // <--
    __syncthreads();
    out[threadIdx.x] = bins[threadIdx.x];
}
