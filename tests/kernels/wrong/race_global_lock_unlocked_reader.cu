// All update under a lock, one reads without it.
// launch: --grid 4 --block 1
// arg: inout:i32[1]=constant:0
// arg: inout:i32[1]=constant:0
// arg: out:i32[1]
// wrong: global-race
extern "C" __global__ void k(int *lock, int *sum, int *out)
{
    if (blockIdx.x == 3) {
        out[0] = *sum; // <--
        return;
    }
    while (atomicCAS(lock, 0, 1) != 0)
        ;
    __threadfence();
    *sum += 1; // <--
    __threadfence();
    atomicExch(lock, 0);
}
