// A function writes to its caller's array by the address that it is given.
// launch: --grid 1 --block 32
// arg: in:i32[40]=ramp
// arg: out:i32[32]
// out 1 = [4 * t + 6 + 3 for t in range(32)]
// only: own target
__device__ __noinline__ void fill(int *v, const int *from, int n)
{
    for (int i = 0; i < n; i++)
        v[i] = from[i];
}
__device__ __noinline__ int sum_of(const int *v, int n)
{
    int spare[3] = {n - 3, n - 3, n - 3}, sum = spare[v[0] % 3] + spare[0] + spare[1];
    for (int i = 0; i < n; i++)
        sum += v[i];
    return sum;
}
extern "C" __global__ void k(const int *in, int *out)
{
    int own[4];
    fill(own, in + threadIdx.x, 4);
    out[threadIdx.x] = sum_of(own, 4);
}
