// A counter that was never set to zero.
// launch: --grid 2 --block 32
// arg: out:i32[1]
// wrong: uninitialised-global
extern "C" __global__ void k(int *count)
{
    atomicAdd(count, 1); // <--
}
