// A histogram whose last value has no bin.
// launch: --grid 1 --block 32
// arg: in:i32[32]=ramp
// arg: inout:u32[31]=constant:0
// wrong: out-of-bounds
extern "C" __global__ void k(const int *in, unsigned *bins)
{
    atomicAdd(&bins[in[threadIdx.x]], 1); // <--
}
