// The source lane is not in the mask: its value is anything.
// launch: --grid 1 --block 32
// arg: out:i32[32]
// wrong: inactive-source
// says: calls __shfl_sync()
extern "C" __global__ void k(int *out)
{
    int i = threadIdx.x, value = i;
    if (i < 16)
        value = __shfl_sync(0x0000ffff, value, i + 16); // <--
    out[i] = value;
}
