// Producer and consumer warps with named barriers: one pair of barriers for full and empty.
// launch: --grid 1 --block 64
// arg: in:i32[256]=ramp
// arg: out:i32[32]
// out 1 = [sum(32 * t + 31 - i for t in range(8)) for i in range(32)]
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ int box[32];
    int lane = threadIdx.x % 32;
    if (threadIdx.x < 32) {
        for (int t = 0; t < 8; t++) {
            asm volatile("bar.sync 1, 64;" ::: "memory"); // empty
            box[lane] = in[32 * t + lane];
            asm volatile("bar.sync 2, 64;" ::: "memory"); // full
        }
    } else {
        int sum = 0;
        for (int t = 0; t < 8; t++) {
            asm volatile("bar.sync 1, 64;" ::: "memory");
            asm volatile("bar.sync 2, 64;" ::: "memory");
            sum += box[31 - lane];
        }
        out[lane] = sum;
    }
}
