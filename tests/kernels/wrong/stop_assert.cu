// An assertion that does not hold in one thread.
// launch: --grid 2 --block 32
// arg: in:i32[64]=ramp
// wrong: assert
#include <cassert>
extern "C" __global__ void k(const int *in)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    assert(in[i] != 37); // <--
}
