// Assertions that hold.
// launch: --grid 1 --block 40
// arg: inout:i32[40]=ramp
// out 0 = [2 * i for i in range(40)]
#include <cassert>
extern "C" __global__ void k(int *a)
{
    assert(threadIdx.x < 40);
    assert(a[threadIdx.x] == (int)threadIdx.x && "the ramp");
    a[threadIdx.x] *= 2;
}
