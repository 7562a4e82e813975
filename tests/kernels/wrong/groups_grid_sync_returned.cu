// A block that has nothing to do returns before the grid's barrier of its own making.
// launch: --grid 4 --block 32
// arg: inout:u32[1]=constant:0
// arg: out:i32[1]
// wrong: deadlock
extern "C" __global__ void k(unsigned *arrived, int *out)
{
    if (blockIdx.x == 3)
        return;
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(arrived, 1);
        while (atomicAdd(arrived, 0) < gridDim.x) // <--
            ;
        *out = 1;
    }
}
