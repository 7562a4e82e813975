// An array that is part of a parameter.
// launch: --grid 1 --block 32
// arg: in:i32[32]=ramp
// arg: out:i32[32]
// arg: i64=12884901890
// arg: i64=8589934593
// wrong: out-of-bounds
// variable: w.of[4]
// only: own target
struct Weights {
    int of[4];
};
__device__ __noinline__ int weighted(Weights w, int i)
{
    return w.of[i]; // <--
}
extern "C" __global__ void k(const int *in, int *out, long long a, long long b)
{
    Weights w = {{(int)a, (int)(a >> 32), (int)b, (int)(b >> 32)}};
    out[threadIdx.x] = weighted(w, in[threadIdx.x] % 5);
}
