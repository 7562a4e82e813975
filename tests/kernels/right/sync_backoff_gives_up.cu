// Waits with pauses for what never comes, and gives up after a while: no deadlock.
// launch: --grid 2 --block 32
// arg: inout:i32[2]=constant:0
// arg: out:i32[2]
// out 1 = [-1, -1]
extern "C" __global__ void k(volatile int *flag, int *out)
{
    if (threadIdx.x)
        return;
    long long start = clock64();
    int result = 0;
    while (result == 0) {
        long long waited = clock64() - start;
        __nanosleep(waited < 100000 ? 20 : 200);
        if (flag[1] == 1)
            result = 1;
        else if (waited > 30000000)
            result = -1;
    }
    out[blockIdx.x] = result;
}
