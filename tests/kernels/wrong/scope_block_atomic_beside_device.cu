// One side counts for the device, the other only for its block.
// launch: --grid 2 --block 1
// arg: inout:i32[1]=constant:0
// wrong: global-race
extern "C" __global__ void k(int *count)
{
    if (blockIdx.x == 0)
        atomicAdd(count, 1); // <--
    else
        atomicAdd_block(count, 1); // <--
}
