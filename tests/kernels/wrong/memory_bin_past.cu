// Value 10 has no bin.
// launch: --grid 1 --block 32
// arg: in:i32[32]=ramp
// arg: inout:i32[10]=constant:0
// wrong: out-of-bounds
// only: own target
// says: bins[10]: bins has 10 elements
extern "C" __global__ void k(const int *in, int *bins)
{
    atomicAdd(&bins[in[threadIdx.x] % 11], 1); // <--
}
