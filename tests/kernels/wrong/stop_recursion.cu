// Recursion without an end uses up the stack.
// launch: --grid 1 --block 1
// arg: inout:i32[4]=ramp
// wrong: stack-overflow
__device__ __noinline__ int down(volatile int *a, int n)
{
    int own[8];
    for (int i = 0; i < 8; i++)
        own[i] = a[i & 3] + n;
    a[0] = own[n & 7];
    return down(a, n + 1) + own[a[1] & 7]; // <--
}
extern "C" __global__ void k(int *a)
{
    a[0] = down(a, 0);
}
