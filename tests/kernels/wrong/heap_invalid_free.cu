// free() of what malloc() did not return.
// launch: --grid 1 --block 1
// arg: inout:i32[4]=ramp
// wrong: invalid-free
extern "C" __global__ void k(int *a)
{
    free(a + 1); // <--
}
