/* Functions that are not inlined, recursion, large arguments and results. */
struct Big { int values[12]; double d; };
__device__ __noinline__ float scale(float x, int n) { return x * n; }
__device__ __noinline__ Big make(int seed, Big old) { for (int i = 0; i < 12; i++) old.values[i] += seed; old.d += seed; return old; }
__device__ __noinline__ int depth(int n) { return n < 2 ? 1 : depth(n - 1) + depth(n - 2); }
__device__ __noinline__ void nothing(char c, short s, bool b, int *p) { *p = c + s + b; }
extern "C" __global__ void calls(float *a, Big *b, int n)
{
    a[0] = scale(a[1], n) + depth(n);
    b[0] = make(n, b[1]);
    int local;
    nothing((char)n, (short)n, n > 3, &local);
    a[2] = local;
}
