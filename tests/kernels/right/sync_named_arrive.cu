// A producer only arrives, a consumer waits.
// launch: --grid 1 --block 96
// arg: out:i32[32]
// out 0 = [2 * i + 100 for i in range(32)]
extern "C" __global__ void k(int *out)
{
    __shared__ int box[64];
    int t = threadIdx.x;
    if (t < 64) {
        box[t] = t < 32 ? 2 * t : 100;
        __threadfence_block();
        asm volatile("bar.arrive 3, 96;" ::: "memory");
    } else {
        asm volatile("bar.sync 3, 96;" ::: "memory");
        out[t - 64] = box[t - 64] + box[t - 32];
    }
}
