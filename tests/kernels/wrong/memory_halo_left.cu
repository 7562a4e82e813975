// The left neighbour of the first element.
// launch: --grid 2 --block 16
// arg: in:i32[32]=ramp
// arg: out:i32[32]
// wrong: out-of-bounds
// only: own target
// says: in[-1]: in has 32 elements
extern "C" __global__ void k(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] - in[i - 1]; // <--
}
