// Tables and counters that the module brings along.
// launch: --grid 4 --block 32
// arg: out:i32[128]
// arg: inout:i32[1]=constant:0
// out 0 = [[2, 3, 5, 7, 11, 13, 17, 19][i % 8] + 1000 for i in range(128)]
// out 1 = [128]
__device__ const int primes[8] = {2, 3, 5, 7, 11, 13, 17, 19};
__device__ int offset = 1000;
__device__ unsigned counter;
extern "C" __global__ void k(int *out, int *count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = primes[i % 8] + offset;
    if (atomicAdd(&counter, 1) == 127)
        *count = 128;
}
