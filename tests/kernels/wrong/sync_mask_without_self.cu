// A lane calls a shuffle whose mask does not name it.
// launch: --grid 1 --block 32
// arg: out:i32[32]
// wrong: missing-lanes
// says: calls __shfl_xor_sync()
extern "C" __global__ void k(int *out)
{
    int i = threadIdx.x;
    out[i] = __shfl_xor_sync(0x0000ffff, i, 1); // <--
}
