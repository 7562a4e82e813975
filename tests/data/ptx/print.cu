/* printf, assert and trap. */
extern "C" __device__ void __assertfail(const char *, const char *, unsigned, const char *, size_t);
#define assert(x) ((x) ? (void)0 : __assertfail(#x, __FILE__, __LINE__, __func__, 1))
extern "C" __global__ void print(int *a, double d)
{
    printf("hello from %d of %d\n", threadIdx.x, blockIdx.x);
    printf("%s %f %lld %c\n", "text", d, 5ll, 'x');
    assert(a[0] != 3);
    if (a[1] == 4) __trap();
    if (a[2] == 4) __brkpt();
}
