// A thread keeps the addresses of its own variables in its own places, and takes them from there.
// launch: --grid 1 --block 32
// arg: in:i32[32]=ramp
// arg: inout:u64[32]=constant:0
// arg: out:i32[32]
// also: leak
// out 2 = [2 * t + 1 for t in range(32)]
// only: own target
extern "C" __global__ void k(const int *in, unsigned long long *kept, int *out)
{
    __shared__ int *where[32];
    int t = threadIdx.x, own[2] = {in[t], in[t] + 1};
    where[t] = own;
    kept[t] = (unsigned long long)(own + 1);
    __syncthreads();
    out[t] = where[t][0] + *(int *)kept[t];
}
