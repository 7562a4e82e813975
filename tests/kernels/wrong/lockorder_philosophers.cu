// Each of five threads takes the fork at its left hand first: all may hold one and wait for the next.
// launch: --grid 1 --block 160
// arg: out:i32[5]
// wrong: lock-order
// says: circle of 5 threads
// only: optimised code
extern "C" __global__ void k(int *eaten)
{
    __shared__ int fork[5];
    if (threadIdx.x < 5)
        fork[threadIdx.x] = 0;
    __syncthreads();
    if (threadIdx.x % 32 == 0) {
        int left = threadIdx.x / 32, right = (left + 1) % 5;
        eaten[left] = 0;
        for (int meal = 0; meal < 3; meal++) {
            while (atomicExch(&fork[left], 1))
                __nanosleep(50);
            while (atomicExch(&fork[right], 1)) // <--
                __nanosleep(50);
            eaten[left]++;
            atomicExch(&fork[right], 0);
            atomicExch(&fork[left], 0);
        }
    }
}
