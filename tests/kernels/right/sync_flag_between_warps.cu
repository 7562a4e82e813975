// The same within a block, through shared memory.
// launch: --grid 1 --block 64
// arg: out:i32[32]
// out 0 = [7 * i for i in range(32)]
extern "C" __global__ void k(int *out)
{
    __shared__ int data[32];
    __shared__ int flag;
    int t = threadIdx.x;
    if (t == 0)
        flag = 0;
    __syncthreads();
    if (t < 32) {
        data[t] = 7 * t;
        __threadfence_block();
        __syncwarp();
        if (t == 0)
            atomicExch(&flag, 1);
    } else {
        while (atomicAdd(&flag, 0) == 0)
            ;
        __threadfence_block();
        out[t - 32] = data[t - 32];
    }
}
