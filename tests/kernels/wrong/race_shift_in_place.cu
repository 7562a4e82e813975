// Each element becomes its right neighbour, in place: one line reads and writes, but no place is updated.
// launch: --grid 1 --block 128
// arg: inout:i32[129]=ramp
// wrong: global-race
// says: A barrier between the two is missing
extern "C" __global__ void k(int *a)
{
    a[threadIdx.x] = a[threadIdx.x + 1]; // <--
}
