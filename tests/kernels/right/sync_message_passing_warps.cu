// A flag in shared memory between warps: fence, volatile flag, fence.
// launch: --grid 1 --block 64
// arg: out:i32[1]
// out 0 = [77]
extern "C" __global__ void k(int *out)
{
    __shared__ int data;
    __shared__ volatile int ready;
    int t = threadIdx.x;
    if (t == 0)
        ready = 0;
    __syncthreads();
    if (t == 0) {
        data = 77;
        __threadfence_block();
        ready = 1;
    }
    if (t == 32) {
        while (!ready)
            ;
        __threadfence_block();
        *out = data;
    }
}
