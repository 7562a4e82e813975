// Producer and consumer wait at barriers of different numbers.
// launch: --grid 1 --block 64
// arg: out:i32[32]
// wrong: deadlock
// also: divergent-barrier, uninitialised-shared
extern "C" __global__ void k(int *out)
{
    __shared__ int tile[32];
    int t = threadIdx.x;
    if (t < 32) {
        tile[t] = t;
        asm volatile("bar.sync 1, 64;" ::: "memory"); // <--
    } else {
        asm volatile("bar.sync 2, 64;" ::: "memory"); // <--
        out[t - 32] = tile[t - 32];
    }
}
