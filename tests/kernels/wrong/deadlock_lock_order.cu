// Two locks taken in opposite orders by two blocks that wait for each other in between.
// launch: --grid 2 --block 1
// arg: inout:i32[2]=constant:0
// arg: inout:i32[2]=constant:0
// wrong: deadlock
extern "C" __global__ void k(int *lock, int *met)
{
    int mine = blockIdx.x, theirs = 1 - mine;
    while (atomicCAS(&lock[mine], 0, 1) != 0)
        ;
    atomicExch(&met[mine], 1);
    while (atomicAdd(&met[theirs], 0) == 0)
        ;
    while (atomicCAS(&lock[theirs], 0, 1) != 0) // <--
        ;
    atomicExch(&lock[theirs], 0);
    atomicExch(&lock[mine], 0);
}
