// A named barrier waits for a warp that nobody sends.
// launch: --grid 1 --block 64
// arg: out:i32[64]
// wrong: deadlock
extern "C" __global__ void k(int *out)
{
    if (threadIdx.x < 32)
        asm volatile("bar.sync 1, 64;" ::: "memory"); // <--
    out[threadIdx.x] = 1;
}
