// A sequence lock: readers read while it is written, notice and try again.
// launch: --grid 4 --block 32
// arg: out:i32[3]
// arg: inout:i32[3]=constant:0
// out 0 = [0, 0, 0]
extern "C" __global__ void k(int *bad, volatile int *m)
{
    if (threadIdx.x)
        return;
    if (blockIdx.x == 0) {
        for (int i = 1; i <= 20; i++) {
            m[0] = 2 * i - 1;
            __threadfence();
            m[1] = i;
            m[2] = -i;
            __threadfence();
            m[0] = 2 * i;
        }
        return;
    }
    int wrong = 0, got = 0;
    while (got != 20) {
        int before, a, b;
        do {
            before = m[0];
            __threadfence();
            a = m[1];
            b = m[2];
            __threadfence();
        } while ((before & 1) || m[0] != before);
        wrong |= a + b;
        got = a;
    }
    bad[blockIdx.x - 1] = wrong;
}
