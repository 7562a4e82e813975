// Producer and consumer warps hand a buffer to and fro over two named barriers.
// launch: --grid 1 --block 64
// arg: out:i32[128]
// out 0 = [r * 100 + t for r in range(4) for t in range(32)]
extern "C" __global__ void k(int *out)
{
    __shared__ int tile[32];
    int t = threadIdx.x;
    for (int r = 0; r < 4; r++) {
        if (t < 32) {
            tile[t] = r * 100 + t;
            asm volatile("bar.sync 1, 64;" ::: "memory");
            asm volatile("bar.sync 2, 64;" ::: "memory");
        } else {
            asm volatile("bar.sync 1, 64;" ::: "memory");
            out[r * 32 + t - 32] = tile[t - 32];
            asm volatile("bar.sync 2, 64;" ::: "memory");
        }
    }
}
