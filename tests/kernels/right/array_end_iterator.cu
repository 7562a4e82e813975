// Pointers to the end of an array, which is where the next one begins: to compare with, and to go backwards from.
// launch: --grid 1 --block 32
// arg: in:i32[40]=ramp
// arg: out:i32[32]
// out 1 = [sum(range(i, i + 4)) + 2 * (i + 3) + i + 1 for i in range(32)]
__device__ __noinline__ int sum_of(const int *begin, const int *end)
{
    int sum = 0;
    while (begin != end)
        sum += *begin++;
    return sum;
}
__device__ __noinline__ int last_of(const int *end)
{
    return end[-1];
}
extern "C" __global__ void k(const int *in, int *out)
{
    int a[4], b[4], t = threadIdx.x;
    int *at = b;
    for (int *e = b + 4; at != e; ++at)
        *at = 0;
    for (int *e = a + 4; e != a;) {
        --e;
        *e = in[t + (e - a)];
    }
    for (int i = 0; i < 4; i++)
        b[i] += a[i];
    int *before = a - 1; // the first one is before[1]
    out[t] = sum_of(a, a + 4) + last_of(a + 4) + last_of(b + 4) + before[2];
}
