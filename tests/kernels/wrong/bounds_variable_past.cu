// An index past the end of a variable of the program's own.
// launch: --grid 1 --block 32
// arg: i32=100000
// wrong: out-of-bounds
__device__ int table[100];
extern "C" __global__ void k(int far)
{
    table[threadIdx.x * far] = threadIdx.x; // <--
}
