// A sum of a warp whose mask is of those that run together by luck: all of them, as it happens.
// launch: --grid 2 --block 64
// arg: in:i32[128]=ramp
// arg: out:i32[4]
// wrong: inactive-source
// says: that __activemask() gave
// also: order-dependent
// only: own target
extern "C" __global__ void k(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, sum = in[i];
    unsigned mask = __activemask();
    for (int far = 16; far > 0; far /= 2)
        sum += __shfl_down_sync(mask, sum, far); // <--
    if (i % 32 == 0)
        out[i / 32] = sum;
}
