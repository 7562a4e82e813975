// Peterson's lock between two blocks: want and turn are written by both at any time.
// launch: --grid 2 --block 1
// arg: inout:i32[1]=constant:0
// out 0 = [40]
__device__ volatile int want[2], turn;

extern "C" __global__ void k(int *sum)
{
    int me = blockIdx.x, other = 1 - me;
    for (int i = 0; i < 20; i++) {
        want[me] = 1;
        __threadfence();
        turn = other;
        __threadfence();
        while (want[other] && turn == other)
            ;
        __threadfence();
        *sum = *sum + 1;
        __threadfence();
        want[me] = 0;
    }
}
