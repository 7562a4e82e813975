// One thread of a block takes the gate for all of it, and another one two locks in the block's own order.
// launch: --grid 4 --block 64
// arg: inout:i32[3]=constant:0
// arg: inout:i32[2]=constant:10
// out 1 = [10, 10]
extern "C" __global__ void k(int *lock, int *account)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(&lock[2], 0, 1) != 0)
            ;
        __threadfence();
    }
    __syncthreads();
    if (threadIdx.x == 32) {
        int from = blockIdx.x % 2, to = 1 - from;
        while (atomicCAS(&lock[from], 0, 1) != 0)
            ;
        while (atomicCAS(&lock[to], 0, 1) != 0)
            ;
        __threadfence();
        account[from] -= 3;
        account[to] += 3;
        __threadfence();
        atomicExch(&lock[to], 0);
        atomicExch(&lock[from], 0);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicExch(&lock[2], 0);
    }
}
