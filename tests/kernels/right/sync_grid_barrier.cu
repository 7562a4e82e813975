// A barrier of the whole grid by atomics: few blocks, so that all are resident.
// launch: --grid 8 --block 64
// arg: inout:i32[512]=constant:0
// arg: inout:u32[1]=constant:0
// arg: out:i32[512]
// out 2 = [5 * (511 - i) for i in range(512)]
extern "C" __global__ void k(int *data, unsigned *count, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    data[i] = 5 * i;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(count, 1);
        while (atomicAdd(count, 0) < gridDim.x)
            ;
        __threadfence();
    }
    __syncthreads();
    out[i] = data[511 - i];
}
