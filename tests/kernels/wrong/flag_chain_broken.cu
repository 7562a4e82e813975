// Each block passes the flag on; one of them without a fence, so that what lies before it is lost.
// launch: --grid 8 --block 32
// arg: out:i32[32]
// arg: inout:i32[8]=constant:0
// wrong: global-race
__device__ int first[32];

extern "C" __global__ void k(int *out, volatile int *raised)
{
    int b = blockIdx.x, t = threadIdx.x;
    if (b == 0)
        first[t] = t; // <--
    if (b > 0) {
        if (t == 0)
            while (raised[b - 1] == 0)
                ;
        __syncthreads();
    }
    if (b == 7)
        out[t] = first[t]; // <--
    if (b != 4)
        __threadfence();
    __syncthreads();
    if (t == 0)
        raised[b] = 1;
}
