// printf with every kind of conversion.
// launch: --grid 2 --block 3
// arg: out:i32[1]
// prints = [s for b in range(2) for t in range(3) for s in ["%d %5.2f %s %c %x %d %e%%\n" % (t - 1, 1.5 * t, "ab", "A"[0], 255 * b, 2**40 + t, 0.125)]]
#include <cstdio>
extern "C" __global__ void k(int *out)
{
    int t = threadIdx.x;
    printf("%d %5.2f %s %c %x %llu %e%%\n", t - 1, 1.5f * t, "ab", 'A', 255 * blockIdx.x,
           (1ull << 40) + t, 0.125);
    if (t == 0 && blockIdx.x == 0)
        *out = 1;
}
