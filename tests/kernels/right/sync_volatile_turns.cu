// Blocks take turns by a volatile number, which each of them passes on.
// launch: --grid 4 --block 1
// arg: inout:i32[1]=constant:0
// arg: inout:i32[1]=constant:0
// out 1 = [10]
extern "C" __global__ void k(volatile int *turn, int *sum)
{
    while (*turn != (int)blockIdx.x)
        ;
    __threadfence();
    *sum += blockIdx.x + 1;
    __threadfence();
    *turn = *turn + 1;
}
