// A count that is no multiple of 32.
// launch: --grid 1 --block 64
// arg: i32=48
// wrong: invalid-barrier
extern "C" __global__ void k(int count)
{
    asm volatile("bar.sync 1, %0;" ::"r"(count) : "memory"); // <--
}
