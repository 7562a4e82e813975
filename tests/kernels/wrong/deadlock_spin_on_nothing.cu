// A spin on a value that nobody writes.
// launch: --grid 1 --block 32
// arg: inout:i32[1]=constant:0
// arg: out:i32[32]
// wrong: deadlock
extern "C" __global__ void k(volatile int *flag, int *out)
{
    while (*flag == 0) {} // <--
    out[threadIdx.x] = 1;
}
