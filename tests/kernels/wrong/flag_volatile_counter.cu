// volatile makes a counter visible, not atomic.
// launch: --grid 4 --block 1
// arg: inout:i32[1]=constant:0
// wrong: global-race
extern "C" __global__ void k(volatile int *count)
{
    *count = *count + 1; // <--
}
