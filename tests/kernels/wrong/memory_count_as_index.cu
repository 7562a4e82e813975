// The number of elements for the last one.
// launch: --grid 1 --block 32
// arg: in:i32[40]=ramp
// arg: out:i32[32]
// wrong: out-of-bounds
// variable: w[4]
// only: own target
template <int N> __device__ int last(const int *v)
{
    int w[N];
    for (int i = 0; i < N; i++)
        w[i] = v[i];
    return w[N] + w[0]; // <--
}
extern "C" __global__ void k(const int *in, int *out)
{
    out[threadIdx.x] = last<4>(in + threadIdx.x);
}
