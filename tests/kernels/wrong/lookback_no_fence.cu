// A chained scan whose status is set without a fence after the value.
// launch: --grid 4 --block 32
// arg: inout:i32[4]=constant:0
// arg: inout:i32[4]=constant:0
// arg: out:i32[4]
// wrong: global-race
extern "C" __global__ void k(int *sum, int *status, int *out)
{
    int b = blockIdx.x;
    if (threadIdx.x)
        return;
    int before = 0;
    if (b) {
        while (((volatile int *)status)[b - 1] == 0)
            ;
        before = sum[b - 1]; // <--
    }
    sum[b] = before + b; // <--
    ((volatile int *)status)[b] = 1;
    out[b] = before;
}
