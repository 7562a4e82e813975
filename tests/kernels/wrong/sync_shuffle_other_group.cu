// Four lanes that match ask the next four.
// launch: --grid 1 --block 32
// arg: in:i32[32]=ramp
// arg: out:i32[32]
// wrong: inactive-source
// only: optimised code
extern "C" __global__ void k(const int *in, int *out)
{
    unsigned same = __match_any_sync(~0u, in[threadIdx.x] / 4);
    out[threadIdx.x] = __shfl_sync(same, in[threadIdx.x], (threadIdx.x + 4) % 32); // <--
}
