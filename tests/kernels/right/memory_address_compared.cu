// Others look at an address of thread 0's own, and at nothing behind it.
// launch: --grid 1 --block 32
// arg: in:i32[32]=ramp
// arg: out:i32[32]
// out 1 = [t + 1 for t in range(32)]
// only: own target
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ int *where;
    int t = threadIdx.x, own[2] = {in[t], 1};
    if (t == 0)
        where = own;
    __syncthreads();
    out[t] = own[in[t] * 0] + (where != nullptr);
}
