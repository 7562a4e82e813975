// A lock that blocks take in turn: acquire, fence, change, fence, release.
// launch: --grid 16 --block 32
// arg: inout:i32[1]=constant:0
// arg: inout:i32[3]=constant:0
// out 0 = [0]
// out 1 = [16, 120, 1240]
extern "C" __global__ void k(int *lock, int *sums)
{
    if (threadIdx.x != 0)
        return;
    while (atomicCAS(lock, 0, 1) != 0)
        ;
    __threadfence();
    int b = blockIdx.x;
    sums[0] += 1;
    sums[1] += b;
    sums[2] += b * b;
    __threadfence();
    atomicExch(lock, 0);
}
