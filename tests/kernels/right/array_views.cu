// Arrays that functions, references and slices go through, each within its own.
// launch: --grid 1 --block 32
// arg: in:i32[40]=ramp
// arg: out:i32[32]
// out 1 = [6 * i + 15 + 4 * i + 14 + i + 3 for i in range(32)]
template <int N> struct Vector {
    int v[N];
    __device__ int &operator[](int i) { return v[i]; }
    __device__ int *begin() { return v; }
    __device__ int *end() { return v + N; }
};
__device__ __noinline__ void fill(int *to, const int *from, int count)
{
    for (int i = 0; i < count; i++)
        to[i] = from[i];
}
__device__ __noinline__ int sum_of(const int *values, int count)
{
    return count ? values[0] + sum_of(values + 1, count - 1) : 0;
}
extern "C" __global__ void k(const int *in, int *out)
{
    int a[6], spare[2], t = threadIdx.x, sum = 0;
    Vector<4> v;
    fill(a, in + t, 3);
    fill(a + 3, in + t + 3, 3);
    fill(spare, a + 4, 2);
    fill(v.begin(), a + 2, 4);
    for (int &x : v)
        sum += x;
    int *low = a, *high = spare, *either = in[t] & 1 ? low + 3 : high - 1;
    out[t] = sum_of(a, 6) + sum + v[1] + 0 * either[in[t] & 1 ? 0 : 1];
}
