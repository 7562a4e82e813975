// A struct in shared memory that is filled word by word.
// launch: --grid 1 --block 32
// arg: in:i32[32]=ramp
// arg: out:i32[32]
// out 1 = [t + 7 for t in range(32)]
// only: own target
struct Pair {
    int head[4], tail[4];
};
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ Pair pair;
    int t = threadIdx.x;
    if (t < sizeof(Pair) / sizeof(int))
        ((int *)&pair)[t] = in[t];
    __syncthreads();
    out[t] = pair.tail[3] + in[t];
}
