// Block-wide atomics on places that one block has for itself.
// launch: --grid 8 --block 64
// arg: inout:i32[8]=constant:0
// out 0 = [64] * 8
extern "C" __global__ void k(int *count)
{
    atomicAdd_block(&count[blockIdx.x], 1);
}
