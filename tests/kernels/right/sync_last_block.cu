// The block that finishes last sums what all have written.
// least: 80
// launch: --grid 20 --block 64
// arg: in:i32[1280]=ramp
// arg: out:i32[20]
// arg: inout:u32[1]=constant:0
// arg: out:i32[1]
// out 1 = [sum(range(64 * b, 64 * b + 64)) for b in range(20)]
// out 2 = [0]
// out 3 = [sum(range(1280))]
extern "C" __global__ void k(const int *in, int *part, unsigned *done, int *out)
{
    __shared__ int sums[2];
    __shared__ bool last;
    int t = threadIdx.x;
    int v = __reduce_add_sync(0xffffffff, in[blockIdx.x * 64 + t]);
    if (t % 32 == 0)
        sums[t / 32] = v;
    __syncthreads();
    if (t == 0) {
        part[blockIdx.x] = sums[0] + sums[1];
        __threadfence();
        last = atomicInc(done, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last)
        return;
    __threadfence();
    v = t < 20 ? ((volatile int *)part)[t] : 0;
    v = __reduce_add_sync(0xffffffff, v);
    if (t == 0)
        *out = v;
}
