// A chained scan with volatile sums: the fence behind the wait is there, the one before the status is
// not.
// launch: --grid 4 --block 32
// arg: inout:i32[4]=constant:0
// arg: inout:i32[4]=constant:0
// arg: out:i32[4]
// wrong: global-race
// only: optimised code
extern "C" __global__ void k(volatile int *sum, volatile int *status, int *out)
{
    int b = blockIdx.x;
    if (threadIdx.x)
        return;
    int before = 0;
    if (b) {
        while (status[b - 1] == 0)
            ;
        __threadfence();
        before = sum[b - 1]; // <--
    }
    sum[b] = before + b; // <--
    status[b] = 1;
    out[b] = before;
}
