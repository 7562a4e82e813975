// Places in a list by tickets: the order of blocks shows in it.
// launch: --grid 400 --block 64
// arg: inout:u32[1]=constant:0
// arg: out:i32[25600]
// arg: inout:i32[1]=constant:0
extern "C" __global__ void tickets(unsigned *next, int *list, int *last)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    int work = i;
    for (int k = 0; k < 20; k++)
        work = work * 5 + k;
    if (work % 3 == 0)
        list[atomicAdd(next, 1u)] = work;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0 && atomicAdd(last, 1) == gridDim.x - 1)
        *last = -(int)*(volatile unsigned *)next;
}
