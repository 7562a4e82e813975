// An index is shifted by a number that the program is given: the last one loses its bit.
// launch: --grid 1 --block 64
// arg: inout:i32[64]=ramp
// arg: i32=27
// wrong: index-overflow
extern "C" __global__ void k(int *a, int shift)
{
    unsigned t = threadIdx.x, at = t << shift;
    if (t % 32 == 0)
        a[at + t] = 7; // <--
}
