// The base is set by the last lane and read by all, which optimised code does without the variable.
// launch: --grid 1 --block 32
// arg: out:i32[32]
// wrong: shared-race
// also: uninitialised-shared
// only: own target
extern "C" __global__ void k(int *out)
{
    __shared__ int base;
    if (threadIdx.x == 31)
        base = 100; // <--
    out[threadIdx.x] = base + threadIdx.x; // <--
}
