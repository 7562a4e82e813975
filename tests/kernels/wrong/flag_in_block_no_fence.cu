// One warp of a block waits for another's flag, which is raised without a fence: no barrier is missing.
// launch: --grid 1 --block 64
// arg: inout:i32[1]=constant:0
// arg: inout:i32[1]=constant:0
// arg: out:i32[1]
// wrong: global-race
// only: optimised code
// says: Should line 13 hand over to line 15, as a lock or a flag does? Then a fence is missing before line 13: __threadfence().
extern "C" __global__ void k(int *data, volatile int *flag, int *out)
{
    if (threadIdx.x == 0) {
        *data = 42; // <--
        *flag = 1;
    } else if (threadIdx.x == 32) {
        while (*flag == 0)
            ;
        __threadfence();
        *out = *data; // <--
    }
}
