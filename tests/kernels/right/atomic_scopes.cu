// Atomics of block and system scope.
// launch: --grid 2 --block 64
// arg: inout:i32[2]=constant:0
// arg: inout:i32[1]=constant:0
// out 0 = [64, 64]
// out 1 = [128]
extern "C" __global__ void k(int *each, int *all)
{
    atomicAdd_block(&each[blockIdx.x], 1);
    atomicAdd_system(all, 1);
}
