// Atomic within a block, but the blocks share the counter.
// launch: --grid 8 --block 32
// arg: inout:i32[1]=constant:0
// wrong: global-race
extern "C" __global__ void k(int *count)
{
    atomicAdd_block(count, 1); // <--
}
