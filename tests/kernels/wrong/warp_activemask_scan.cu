// A scan of one warp that takes the mask anew at each step.
// launch: --grid 1 --block 32
// arg: in:i32[32]=ramp
// arg: out:i32[32]
// wrong: inactive-source
// only: own target
extern "C" __global__ void k(const int *in, int *out)
{
    int lane = threadIdx.x, sum = in[lane];
    for (int far = 1; far < 32; far *= 2) {
        int left = __shfl_up_sync(__activemask(), sum, far); // <--
        if (lane >= far)
            sum += left;
    }
    out[lane] = sum;
}
