// A width of 0 is not looked at: row and column come of a division by it, and an address of them.
// launch: --grid 1 --block 32
// arg: u32=0
// arg: out:i32[64]
// wrong: division-by-zero
// says: % 0
extern "C" __global__ void k(unsigned width, int *out)
{
    out[threadIdx.x] = out[threadIdx.x + 32] = 0;
    if (threadIdx.x % width == 0) // <--
        out[32] = threadIdx.x;
}
