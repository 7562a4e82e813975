// The two sides of a named barrier disagree about how many come.
// launch: --grid 1 --block 96
// arg: out:i32[96]
// wrong: invalid-barrier
extern "C" __global__ void k(int *out)
{
    if (threadIdx.x < 32)
        asm volatile("bar.sync 1, 64;" ::: "memory");
    else
        asm volatile("bar.sync 1, 96;" ::: "memory"); // <--
    out[threadIdx.x] = 1;
}
