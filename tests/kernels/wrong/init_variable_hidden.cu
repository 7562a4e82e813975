// The optimiser makes of the missing value what it likes: nothing of it is left in the machine's code.
// launch: --grid 2 --block 32
// arg: in:f32[64]=ramp
// arg: out:f32[64]
// arg: i32=50
// wrong: uninitialised-variable
// variable: best
// only: own target
extern "C" __global__ void k(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float best;
    if (i < n)
        best = in[i];
    out[i] = best * 2.0f; // <--
}
