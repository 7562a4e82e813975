// The last block hears of each half of the others at another counter, of one half by way of a third block.
// launch: --kernel k --grid 8 --block 32
// arg: out:i32[256]
// arg: out:i32[256]
// out 1 = list(range(256))
__global__ void copy(int *to, const int *from)
{
    to[threadIdx.x] = from[threadIdx.x];
}

__device__ unsigned half[2], done;
extern "C" __global__ void k(int *x, int *out)
{
    x[blockIdx.x * 32 + threadIdx.x] = blockIdx.x * 32 + threadIdx.x;
    __threadfence();
    __syncthreads();
    if (threadIdx.x != 0 || atomicAdd(&half[blockIdx.x % 2], 1) != 3)
        return;
    __threadfence();
    if (atomicAdd(&done, 1) == 1)
        copy<<<1, 256>>>(out, x);
}
