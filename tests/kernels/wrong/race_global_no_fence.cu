// A flag without __threadfence(): the data may arrive after it.
// launch: --grid 2 --block 1
// arg: inout:i32[1]=constant:0
// arg: inout:i32[1]=constant:0
// arg: out:i32[1]
// wrong: global-race
extern "C" __global__ void k(int *data, int *flag, int *out)
{
    if (blockIdx.x == 0) {
        *(volatile int *)data = 42; // <--
        atomicExch(flag, 1);
    } else {
        while (atomicAdd(flag, 0) == 0)
            ;
        out[0] = *data; // <--
    }
}
