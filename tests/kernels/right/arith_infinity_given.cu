// Infinities and NaN that were in the input go through.
// launch: --grid 1 --block 4
// arg: in:f32[4]=@x
// arg: out:f32[5]
// data x = [1.0, math.inf, -math.inf, math.nan]
// out 1 = [2.0, math.inf, -math.inf, math.nan, math.nan]
extern "C" __global__ void k(const float *in, float *out)
{
    int t = threadIdx.x;
    float sum = 0;
    for (int i = 0; i < 4; i++)
        sum += in[i];
    out[t] = 2.0f * in[t];
    if (t == 0)
        out[4] = sum;
}
