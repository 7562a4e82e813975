// "Has anything changed?", set and cleared by threads of different blocks.
// launch: --grid 4 --block 32
// arg: in:i32[128]=ramp
// arg: inout:i32[1]=constant:1
// wrong: global-race
extern "C" __global__ void k(const int *in, int *changed)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0)
        *changed = 0; // <--
    if (in[i] == 100)
        *changed = 1; // <--
}
