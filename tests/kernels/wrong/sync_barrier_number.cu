// A barrier's number above 15.
// launch: --grid 1 --block 32
// arg: i32=16
// wrong: invalid-barrier
extern "C" __global__ void k(int id)
{
    asm volatile("bar.sync %0, 32;" ::"r"(id) : "memory"); // <--
}
