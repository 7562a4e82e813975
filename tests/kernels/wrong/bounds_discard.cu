// Cache lines are given up that lie past the array.
// launch: --grid 1 --block 32
// arg: out:i32[256]
// wrong: out-of-bounds
// least: 80
extern "C" __global__ void k(int *out)
{
    out[threadIdx.x] = 0;
    asm volatile("discard.global.L2 [%0], 128;" ::"l"(out + 4096 * threadIdx.x) : "memory"); // <--
}
