// An atomic on an address between two integers.
// launch: --grid 1 --block 1
// arg: inout:i32[4]=ramp
// wrong: misaligned
extern "C" __global__ void k(int *a)
{
    atomicAdd((int *)((char *)a + 2), 1); // <--
}
