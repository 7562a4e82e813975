// Every thread of a warp takes the lock: the loop keeps the holder and the others together.
// launch: --grid 2 --block 32
// arg: inout:i32[1]=constant:0
// arg: inout:i32[1]=constant:0
// out 1 = [2 * sum(range(32))]
extern "C" __global__ void k(int *lock, volatile int *sum)
{
    bool done = false;
    while (!done) {
        if (atomicCAS(lock, 0, 1) == 0) {
            __threadfence();
            *sum += threadIdx.x;
            __threadfence();
            atomicExch(lock, 0);
            done = true;
        }
    }
}
