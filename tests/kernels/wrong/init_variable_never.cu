// What is stored was declared and never set.
// launch: --grid 1 --block 32
// arg: inout:i32[32]=constant:0
// wrong: uninitialised-variable
// only: own target
extern "C" __global__ void k(int *out)
{
    int total;
    out[threadIdx.x] = total; // <--
}
