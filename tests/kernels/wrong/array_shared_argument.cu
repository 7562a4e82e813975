// A function is given the first of two shared arrays, and an index that is one too large. (That it is compiled for
// debuggers besides is due to the local array.)
// launch: --grid 1 --block 32
// arg: in:i32[32]=ramp
// arg: out:i32[32]
// wrong: out-of-bounds
// also: shared-race
// only: debug information
__device__ __noinline__ int right_of(const int *tile, int t)
{
    return tile[t + 1]; // <--
}
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ int first[32], second[32];
    int t = threadIdx.x, own[2];
    own[in[t] & 1] = 1;
    first[t] = in[t];
    second[t] = in[t] * 2;
    __syncthreads();
    out[t] = right_of(first, t) + second[31 - t] + own[in[t] & 1];
}
