// Half of the lanes shuffle with a mask of all; the others never come.
// launch: --grid 1 --block 32
// arg: out:i32[32]
// wrong: missing-lanes
extern "C" __global__ void k(int *out)
{
    int i = threadIdx.x, value = i;
    if (i < 16)
        value = __shfl_xor_sync(0xffffffff, value, 16); // <--
    out[i] = value;
}
