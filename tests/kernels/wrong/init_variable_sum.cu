// A sum that starts from a variable nobody has set.
// launch: --grid 1 --block 32
// arg: in:f32[100]=ramp
// arg: out:f32[32]
// arg: i32=100
// wrong: uninitialised-variable
extern "C" __global__ void k(const float *in, float *out, int n)
{
    float sum;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        sum += in[i]; // <--
    out[threadIdx.x] = sum; // <--
}
