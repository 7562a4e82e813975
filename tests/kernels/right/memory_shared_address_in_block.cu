// A block hands on an address of its shared memory among its threads.
// launch: --grid 4 --block 32
// arg: in:i32[128]=ramp
// arg: out:i32[128]
// out 1 = [32 * (i // 32) + 31 - i % 32 for i in range(128)]
// only: own target
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ int line[32], *volatile where;
    int t = threadIdx.x, at = blockIdx.x * 32 + t;
    line[t] = in[at];
    if (t == 0)
        where = line;
    __syncthreads();
    out[at] = where[31 - t];
}
