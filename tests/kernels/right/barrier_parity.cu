// Warps wait for the phases of an mbarrier by parity, and each phase's data is used only behind it.
// launch: --grid 1 --block 64
// arg: out:i32[64]
// out 0 = [sum(10 * p + 63 - i for p in range(4)) for i in range(64)]
// least: 80
// only: optimised code
extern "C" __global__ void k(int *out)
{
    __shared__ unsigned long long bar[2];
    __shared__ int data[64];
    unsigned full = (unsigned)__cvta_generic_to_shared(&bar[0]), empty = (unsigned)__cvta_generic_to_shared(&bar[1]);
    int t = threadIdx.x, sum = 0;
    unsigned done;
    if (t == 0) {
        asm volatile("mbarrier.init.shared.b64 [%0], 64;" ::"r"(full) : "memory");
        asm volatile("mbarrier.init.shared.b64 [%0], 64;" ::"r"(empty) : "memory");
    }
    __syncthreads();
    for (int phase = 0; phase < 4; phase++) {
        data[t] = 10 * phase + t;
        asm volatile("{ .reg .b64 s; mbarrier.arrive.shared.b64 s, [%0]; }" ::"r"(full) : "memory");
        do
            asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                         : "=r"(done) : "r"(full), "r"(phase & 1) : "memory");
        while (!done);
        sum += data[63 - t];
        asm volatile("{ .reg .b64 s; mbarrier.arrive.shared.b64 s, [%0]; }" ::"r"(empty) : "memory");
        do
            asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                         : "=r"(done) : "r"(empty), "r"(phase & 1) : "memory");
        while (!done);
    }
    out[t] = sum;
}
