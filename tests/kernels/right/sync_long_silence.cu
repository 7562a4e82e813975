// One warp polls a flag while another computes for long without touching memory: no circle, for the
// flag comes.
// launch: --grid 1 --block 64
// arg: inout:i32[1]=constant:0
// arg: out:u32[1]
// arg: i32=3000000
// out 1 = [1]
extern "C" __global__ void k(volatile int *flag, unsigned *out, int turns)
{
    if (threadIdx.x < 32) {
        unsigned x = threadIdx.x;
        for (int i = 0; i < turns; i++)
            x = x * 1664525u + 1013904223u;
        *flag = x == 12345 ? 2 : 1;
    } else {
        while (*flag == 0)
            ;
        if (threadIdx.x == 32)
            *out = *flag;
    }
}
