// Threads that wait for tokens in either order, which others hand out: each is taken by one and put back by another.
// launch: --grid 1 --block 64
// arg: out:i32[2]
// out 0 = [2, 2]
extern "C" __global__ void k(int *out)
{
    __shared__ int token[2], count[2];
    if (threadIdx.x < 2)
        token[threadIdx.x] = 1 - threadIdx.x, count[threadIdx.x] = 0;
    __syncthreads();
    if (threadIdx.x % 32 == 0) {
        int me = threadIdx.x / 32;
        for (int turn = 0; turn < 2; turn++) {
            while (atomicCAS(&token[me], 1, 0) != 1)
                ;
            count[me]++;
            while (atomicCAS(&token[1 - me], 0, 1) != 0)
                ;
        }
        out[me] = count[me];
    }
}
