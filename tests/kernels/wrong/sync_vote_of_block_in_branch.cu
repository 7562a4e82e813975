// Not all of a warp's threads come to a vote of the block.
// launch: --grid 1 --block 64
// arg: in:i32[64]=ramp
// arg: out:i32[64]
// wrong: divergent-barrier
// only: optimised code
extern "C" __global__ void k(const int *in, int *out)
{
    int odd = 0;
    if (in[threadIdx.x] != 3)
        odd = __syncthreads_count(in[threadIdx.x] & 1); // <--
    out[threadIdx.x] = odd;
}
