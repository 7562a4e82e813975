// A lock of warps of a block: what its holder wrote is not fenced before the release.
// launch: --grid 1 --block 64
// arg: inout:i32[1]=constant:0
// arg: inout:i32[1]=constant:0
// wrong: global-race
// only: optimised code
// says: Should line 15 hand over to line 11, as a lock or a flag does? Then a fence is missing before line 15: __threadfence().
extern "C" __global__ void k(int *lock, int *sum)
{
    if (threadIdx.x % 32 == 0) {
        while (atomicCAS(lock, 0, 1) != 0)
            ;
        __threadfence();
        *sum = *sum + 1; // <--
        atomicExch(lock, 0);
    }
}
