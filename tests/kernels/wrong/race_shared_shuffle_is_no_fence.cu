// A shuffle does not order shared memory.
// launch: --grid 1 --block 32
// arg: in:i32[32]=ramp
// arg: out:i32[32]
// wrong: shared-race
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ volatile int tile[32];
    int i = threadIdx.x;
    tile[i] = in[i]; // <--
    int other = __shfl_xor_sync(0xffffffff, i, 1);
    out[i] = tile[other]; // <--
}
