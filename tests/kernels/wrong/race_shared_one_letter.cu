// As race_shared_of_one_value, by a variable whose name occurs everywhere.
// launch: --grid 1 --block 32
// arg: out:i32[32]
// wrong: shared-race
// also: uninitialised-shared
// only: own target
extern "C" __global__ void k(int *out)
{
    __shared__ int s;
    if (threadIdx.x == 31)
        s = 100; // <--
    out[threadIdx.x] = s + threadIdx.x; // <--
}
