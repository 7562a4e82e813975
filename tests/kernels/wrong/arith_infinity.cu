// A division by a count that is zero for one thread.
// launch: --grid 2 --block 32
// arg: in:f32[64]=ramp
// arg: in:i32[64]=ramp
// arg: out:f32[64]
// wrong: infinity
extern "C" __global__ void k(const float *sum, const int *count, float *out)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    out[i] = (sum[i] + 1.0f) / (float)count[i]; // <--
}
