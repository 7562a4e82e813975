// A flag that never comes, looked at with pauses that grow with the time that has passed.
// launch: --grid 2 --block 32
// arg: inout:i32[2]=constant:0
// arg: out:i32[2]
// wrong: deadlock
// only: optimised code
extern "C" __global__ void k(volatile int *flag, int *out)
{
    if (threadIdx.x)
        return;
    long long start = clock64();
    if (blockIdx.x == 0)
        flag[0] = 1;
    while (flag[1] != 1) { // <--
        long long waited = clock64() - start;
        __nanosleep(waited < 100000 ? 20 : 200);
    }
    out[blockIdx.x] = flag[0];
}
