// The kernel stops itself.
// launch: --grid 1 --block 32
// arg: in:i32[32]=ramp
// wrong: trap
extern "C" __global__ void k(const int *in)
{
    if (in[threadIdx.x] == 9)
        __trap(); // <--
}
