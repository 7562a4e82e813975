// Past the end of a table in global memory.
// launch: --grid 1 --block 32
// arg: in:i32[32]=ramp
// wrong: out-of-bounds
__device__ int table[31];
extern "C" __global__ void k(const int *in)
{
    table[in[threadIdx.x]] = 1; // <--
}
