// Each block waits for the one before and raises its own flag: the last one knows all, the first one's too.
// launch: --grid 8 --block 32
// arg: out:i32[32]
// arg: inout:i32[8]=constant:0
// out 0 = [100 + j for j in range(32)]
__device__ int first[32];

extern "C" __global__ void k(int *out, volatile int *raised)
{
    int b = blockIdx.x, t = threadIdx.x;
    if (b == 0)
        first[t] = t + 100;
    if (b > 0) {
        if (t == 0)
            while (raised[b - 1] == 0)
                ;
        __syncthreads();
        __threadfence();
    }
    if (b == 7)
        out[t] = first[t];
    __threadfence();
    __syncthreads();
    if (t == 0)
        raised[b] = 1;
}
