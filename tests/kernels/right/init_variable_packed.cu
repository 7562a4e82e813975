// Structs of which only one member is set, copied and picked apart again.
// launch: --grid 1 --block 32
// arg: in:i32[32]=@x
// arg: out:i32[32]
// data x = [i * 5 - 40 for i in range(32)]
// out 1 = [(v & 0xffff) if i % 2 else v * 3 for i, v in enumerate(x)]
struct alignas(8) Pair {
    unsigned short low, high;
    int whole;
};

__device__ __noinline__ int pick(Pair p, bool small)
{
    return small ? p.low : p.whole;
}

extern "C" __global__ void k(const int *in, int *out)
{
    int t = threadIdx.x;
    bool small = t % 2;
    Pair p;
    if (small)
        p.low = (unsigned short)in[t];
    else
        p.whole = in[t] * 3;
    Pair other = p;
    other.low = (unsigned short)__shfl_sync(0xffffffff, (int)p.low, t);
    out[t] = pick(small ? other : p, small);
}
