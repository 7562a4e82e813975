// Data, fence, flag; flag, fence, data.
// launch: --grid 2 --block 32
// arg: inout:i32[32]=constant:0
// arg: inout:i32[1]=constant:0
// arg: out:i32[32]
// out 2 = [3 * (31 - i) for i in range(32)]
extern "C" __global__ void k(int *data, volatile int *flag, int *out)
{
    int t = threadIdx.x;
    if (blockIdx.x == 0) {
        data[t] = 3 * t;
        __threadfence();
        __syncthreads();
        if (t == 0)
            *flag = 1;
    } else {
        if (t == 0)
            while (*flag == 0)
                ;
        __syncthreads();
        __threadfence();
        out[t] = data[31 - t];
    }
}
