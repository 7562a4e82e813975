// Past the end of a table in constant memory.
// launch: --grid 1 --block 32
// arg: in:i32[32]=ramp
// arg: out:f32[32]
// wrong: out-of-bounds
__constant__ float weights[16] = {1, 2, 3, 4, 5};
extern "C" __global__ void k(const int *in, float *out)
{
    out[threadIdx.x] = weights[in[threadIdx.x]]; // <--
}
