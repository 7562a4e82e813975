// How many bytes there are is taken for how many elements.
// launch: --grid 2 --block 32
// arg: in:i32[100]=ramp
// arg: out:i32[100]
// arg: i32=400
// wrong: out-of-bounds
// only: own target
// says: in[128]: in has 100 elements
extern "C" __global__ void k(const int *in, int *out, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = in[i]; // <--
}
