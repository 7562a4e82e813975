// A lock whose holder does not fence: its update may become visible after the release.
// launch: --grid 4 --block 1
// arg: inout:i32[1]=constant:0
// arg: inout:i32[1]=constant:0
// wrong: global-race
extern "C" __global__ void k(int *lock, int *sum)
{
    while (atomicCAS(lock, 0, 1) != 0)
        ;
    *sum = *sum + 1; // <--
    atomicExch(lock, 0);
}
