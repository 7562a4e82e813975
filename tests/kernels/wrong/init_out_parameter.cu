// A function sets what it is given the address of only if it finds something.
// launch: --grid 1 --block 32
// arg: in:i32[32]=ramp
// arg: inout:i32[32]=constant:0
// wrong: uninitialised-local
// variable: place
// only: own target
__device__ void find(const int *in, int wanted, int *place)
{
    for (int i = 0; i < 32; i++)
        if (in[i] == wanted)
            *place = i;
}
extern "C" __global__ void k(const int *in, int *out)
{
    int place;
    find(in, 2 * threadIdx.x, &place);
    out[threadIdx.x] = place; // <--
}
