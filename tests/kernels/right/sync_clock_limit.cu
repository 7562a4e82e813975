// A wait for a flag that nobody sets, with a limit by the clock: it ends.
// launch: --grid 1 --block 32
// arg: inout:i32[1]=constant:0
// arg: out:i32[1]
// out 1 = [-1]
extern "C" __global__ void k(volatile int *flag, int *out)
{
    long long start = clock64();
    while (*flag == 0)
        if (clock64() - start > 20000000) {
            if (threadIdx.x == 0)
                *out = -1;
            return;
        }
    *out = *flag;
}
