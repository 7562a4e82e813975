// The two sides of a named barrier disagree about how many come.
// launch: --grid 1 --block 96
// arg: out:i32[96]
// wrong: invalid-barrier
// says: for 96 threads where thread (0,0,0) has come (line 9) for 64
extern "C" __global__ void k(int *out)
{
    if (threadIdx.x < 32)
        asm volatile("bar.sync 1, 64;" ::: "memory"); // <--
    else
        asm volatile("bar.sync 1, 96;" ::: "memory"); // <--
    out[threadIdx.x] = 1;
}
