// The logarithm of a negative number.
// launch: --grid 1 --block 32
// arg: in:f32[32]=@x
// arg: out:f32[32]
// data x = [i - 3.0 for i in range(32)]
// wrong: not-a-number
extern "C" __global__ void k(const float *in, float *out)
{
    int t = threadIdx.x;
    float root = sqrtf(in[t] + 1.0f); // <--
    out[t] = root * 2.0f; // <--
}
