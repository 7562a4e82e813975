// Down the list with two locks at a time, and behind a barrier up again: the two never meet.
// launch: --grid 1 --block 64
// arg: inout:i32[4]=constant:0
// out 0 = [2, 0, 0, 2]
extern "C" __global__ void k(int *out)
{
    __shared__ int lock[4], value[4];
    if (threadIdx.x < 4)
        lock[threadIdx.x] = value[threadIdx.x] = 0;
    __syncthreads();
    for (int turn = 0; turn < 2; turn++) {
        if (threadIdx.x == 32 * turn)
            for (int i = 0; i < 3; i++) {
                int first = turn ? 3 - i : i, second = turn ? 2 - i : i + 1;
                while (atomicCAS(&lock[first], 0, 1) != 0)
                    ;
                while (atomicCAS(&lock[second], 0, 1) != 0)
                    ;
                value[first]++;
                value[second]--;
                __threadfence_block();
                atomicExch(&lock[second], 0);
                atomicExch(&lock[first], 0);
            }
        __syncthreads();
    }
    if (threadIdx.x < 4)
        out[threadIdx.x] = value[threadIdx.x] + (threadIdx.x == 0 || threadIdx.x == 3 ? 2 : 0);
}
